import { brandOf, type CardBrand } from '../cards/brands.js';
import { CARD_FIELDS, type CardFieldName } from '../cards/card-fields.js';

/**
 * Messages between the frames of one form. No page can listen, because the channel belongs to the provider's origin.
 */
type GroupMessage =
  | { readonly type: 'joined'; readonly field: CardFieldName }
  | { readonly type: 'number-changed'; readonly start: string }
  | { readonly type: 'led-to'; readonly field: CardFieldName }
  | { readonly type: 'collect'; readonly id: string }
  | {
      readonly type: 'collected';
      readonly id: string;
      readonly field: CardFieldName;
      /** Value of the field; null if it is invalid, which the field then shows. */
      readonly value: string | null;
    };

export interface GroupMember {
  readonly fields: readonly CardFieldName[];
  /** Returns the value of a field in this frame; null if it is invalid, which the field then shows. */
  readonly collect: (field: CardFieldName) => string | null;
  /** Returns the leading digits of the number, as far as this frame has them. */
  readonly numberStart: () => string;
  readonly setBrand: (brand: CardBrand | undefined) => void;
  /** Called when a completed field has moved the focus to this one. */
  readonly ledTo: (field: CardFieldName) => void;
}

const ANSWER_MS = 3_000;

/**
 * Connects the frames of one form. Each holds some fields, and the frame with the number collects the values of the
 * others.
 */
export class FieldGroup {
  readonly #channel: BroadcastChannel;
  readonly #member: GroupMember;
  readonly #waiting = new Map<string, (field: CardFieldName, value: string | null) => void>();

  /** @param nonce shared by the frames of the form */
  constructor(nonce: string, member: GroupMember) {
    this.#member = member;
    this.#channel = new BroadcastChannel(`card-form-${nonce}`);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<GroupMessage>) => this.#handle(data));
    if (!this.#holdsNumber()) this.#send({ type: 'joined', field: member.fields[0] ?? 'cvc' });
  }

  /**
   * Updates the brand, which decides the length of the security code. Only the start of the number leaves its frame for
   * that.
   */
  numberChanged(): void {
    const start = this.#member.numberStart();
    this.#member.setBrand(brandOf(start));
    this.#send({ type: 'number-changed', start });
  }

  /** Notifies the frame of this field that a completed field has moved the focus there. */
  leadTo(field: CardFieldName): void {
    if (this.#member.fields.includes(field)) this.#member.ledTo(field);
    else this.#send({ type: 'led-to', field });
  }

  /**
   * Collects all values of the card from this frame and the others.
   *
   * @returns null when a field is invalid (each shows it); undefined when a frame does not respond
   */
  async collect(): Promise<Readonly<Record<CardFieldName, string>> | null | undefined> {
    const values = new Map(this.#member.fields.map((field) => [field, this.#member.collect(field)]));
    const others = CARD_FIELDS.filter((field) => !values.has(field));
    if (others.length > 0 && !(await this.#ask(others, values))) return undefined;
    const [number, expiry, cvc] = CARD_FIELDS.map((field) => values.get(field) ?? null);
    return number && expiry && cvc ? { number, expiry, cvc } : null;
  }

  #ask(others: readonly CardFieldName[], values: Map<CardFieldName, string | null>): Promise<boolean> {
    const id = crypto.randomUUID();
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ANSWER_MS);
      this.#waiting.set(id, (field, value) => {
        values.set(field, value);
        if (!others.every((other) => values.has(other))) return;
        clearTimeout(timer);
        resolve(true);
      });
      this.#send({ type: 'collect', id });
    }).finally(() => this.#waiting.delete(id));
  }

  #handle(message: GroupMessage): void {
    switch (message.type) {
      case 'joined':
        if (this.#holdsNumber()) this.#send({ type: 'number-changed', start: this.#member.numberStart() });
        break;
      case 'number-changed':
        this.#member.setBrand(brandOf(message.start));
        break;
      case 'led-to':
        if (this.#member.fields.includes(message.field)) this.#member.ledTo(message.field);
        break;
      case 'collect':
        for (const field of this.#member.fields) {
          this.#send({ type: 'collected', id: message.id, field, value: this.#member.collect(field) });
        }
        break;
      case 'collected':
        this.#waiting.get(message.id)?.(message.field, message.value);
    }
  }

  #holdsNumber(): boolean {
    return this.#member.fields.includes('number');
  }

  #send(message: GroupMessage): void {
    this.#channel.postMessage(message);
  }
}
