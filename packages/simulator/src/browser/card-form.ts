import { CARD_FIELDS, type CardFieldName } from '../cards/card-fields.js';
import { brandOf } from '../cards/brands.js';
import { digitsOf } from '../cards/digits.js';
import { FRAME_BLEED_PX, type FrameLayout, type FrameMessage } from '@upc/contract/frame-protocol';
import { CardInput } from './card-input.js';
import { element } from './dom.js';
import { FieldGroup } from './field-group.js';
import type { Texts } from './texts.js';

/** Number of leading digits that identify the brand. The rest of a number stays in its frame. */
const BRAND_DIGITS = 4;

/** Holds the fields in a frame's document: one of them or all. */
export class CardForm {
  readonly group: FieldGroup;
  readonly #inputs: readonly CardInput[];
  readonly #texts: Texts;
  readonly #send: (message: FrameMessage) => void;
  /** Field that received the focus from a completed field, until a key is pressed there. */
  #ledTo: CardFieldName | undefined;

  constructor(layout: FrameLayout, nonce: string, texts: Texts, send: (message: FrameMessage) => void) {
    this.#texts = texts;
    this.#send = send;
    const names = layout === 'combined' ? CARD_FIELDS : [layout];
    this.#inputs = names.map(
      (name) =>
        new CardInput(name, texts, {
          changed: (field) => this.#handleChange(field),
          focused: (field, focused) => this.#handleFocus(field, focused),
          keyPressed: (field, event) => this.#handleKey(field, event),
          entered: (field) => this.#lead(field),
        }),
    );
    this.group = new FieldGroup(nonce, {
      fields: names,
      collect: (field) => this.#collect(field),
      numberStart: () => digitsOf(this.#input('number')?.value ?? '').slice(0, BRAND_DIGITS),
      setBrand: (brand) => {
        for (const input of this.#inputs) input.setBrand(brand);
      },
      ledTo: (field) => (this.#ledTo = field),
    });
  }

  /** Adds the fields to the document, and reports their height to the page now and after every change. */
  mount(): void {
    const node = element('div', { class: 'fields' });
    node.append(...this.#inputs.map((input) => input.node));
    document.body.append(node);
    const reportHeight = (): void => {
      const height = Math.ceil(node.getBoundingClientRect().height) + 2 * FRAME_BLEED_PX;
      this.#send({ type: 'height', height });
    };
    new ResizeObserver(reportHeight).observe(node);
    reportHeight();
  }

  /** Renders the fields after a change of texts or brand. */
  render(): void {
    const names = CARD_FIELDS.map((name) => this.#texts.name(`card.${name}.label`));
    document.title = this.#inputs.length > 1 ? names.join(', ') : (this.#firstLabel() ?? '');
    for (const input of this.#inputs) input.render();
  }

  setReadOnly(readOnly: boolean): void {
    for (const input of this.#inputs) input.setReadOnly(readOnly);
  }

  focus(field?: CardFieldName): void {
    (this.#inputs.find(({ name }) => name === field) ?? this.#inputs[0])?.input.focus();
  }

  /** Marks a field that the bank has refused; does nothing if the field is in another frame. */
  showRefusal(field: CardFieldName): void {
    this.#input(field)?.showRefusal();
  }

  /**
   * Shows the errors of all fields.
   *
   * @param focus whether the first invalid field takes the focus
   */
  validate(focus: boolean): Pick<Extract<FrameMessage, { type: 'validated' }>, 'complete' | 'errors'> {
    for (const input of this.#inputs) input.showError();
    const errors = this.#inputs.flatMap(({ name, error }) => (error ? [{ field: name, error }] : []));
    const [first] = errors;
    if (focus && first) this.focus(first.field);
    return { complete: errors.length === 0, errors };
  }

  /** Reports the state of the fields to the page. */
  reportState(): void {
    const fields = Object.fromEntries(this.#inputs.map(({ name, state }) => [name, state]));
    const states = Object.values(fields);
    const brand = brandOf(digitsOf(this.#input('number')?.value ?? ''));
    this.#send({
      type: 'change',
      complete: states.every(({ complete }) => complete),
      empty: states.every(({ empty }) => empty),
      ...(brand && { brand: brand.name }),
      fields,
    });
  }

  #handleChange(field: CardFieldName): void {
    if (field === 'number') this.group.numberChanged();
    this.reportState();
  }

  #handleFocus(field: CardFieldName, focused: boolean): void {
    if (!focused) this.#ledTo = undefined;
    this.#send({ type: focused ? 'focus' : 'blur', field });
  }

  #handleKey(field: CardFieldName, event: KeyboardEvent): void {
    if (event.isComposing) return;
    // A person who presses Tab after a field by habit is already in the next one and must not skip it.
    const isHabit = event.key === 'Tab' && !event.shiftKey && this.#ledTo === field;
    this.#ledTo = undefined;
    if (isHabit) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#send({ type: 'submit' });
    }
    if (event.key === 'Backspace' && this.#input(field)?.value === '') {
      event.preventDefault();
      this.#move(field, -1);
    }
    const at = this.#inputs.findIndex(({ name }) => name === field);
    const leaves = event.shiftKey ? at === 0 : at === this.#inputs.length - 1;
    if (event.key === 'Tab' && leaves) {
      this.#send({ type: 'tab-out', direction: event.shiftKey ? 'backward' : 'forward' });
    }
  }

  /** Moves the focus on from a completed field. */
  #lead(field: CardFieldName): void {
    this.#move(field, 1);
    const to = CARD_FIELDS[CARD_FIELDS.indexOf(field) + 1];
    if (to) this.group.leadTo(to);
  }

  /** Moves the focus to the next field or back. If that field is in another frame, the page passes the focus on. */
  #move(field: CardFieldName, by: 1 | -1): void {
    const to = CARD_FIELDS[CARD_FIELDS.indexOf(field) + by];
    if (to === undefined) return;
    const input = this.#input(to);
    if (input) input.input.focus();
    else this.#send({ type: 'move', to });
  }

  #collect(field: CardFieldName): string | null {
    const input = this.#input(field);
    if (input === undefined) return null;
    input.showError();
    return input.error === null ? input.value : null;
  }

  #input(field: CardFieldName): CardInput | undefined {
    return this.#inputs.find(({ name }) => name === field);
  }

  #firstLabel(): string | undefined {
    const [first] = this.#inputs;
    return first && this.#texts.name(`card.${first.name}.label`);
  }
}
