import { randomUUID } from 'node:crypto';
import { BadRequest } from '../bad-request.js';
import type { Answer, OpenApi } from '../open-api.js';
import type { Studio } from '../studios.js';
import type { Booked, Draft, Part, Payment } from './draft.js';
import { partsOf } from './parts.js';
import { previewBody, signupBody } from './requests.js';

/** Of a preview, what the backend itself decides by. */
interface Preview {
  readonly contractVolumeInformation: { readonly totalContractVolume: { readonly amount: number } };
  readonly paymentPreview: { readonly dueOnSigningAmount: { readonly amount: number } };
}
interface Offer {
  readonly id: number;
  readonly name: string;
  readonly allowedPaymentChoices: readonly string[];
}
interface Session {
  readonly token: string;
  readonly tokenValidUntil: string;
  readonly paymentServiceCustomerId: string;
}

/** The answer of the service was a refusal; it is passed on to the page as it is. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly answer: Answer) {
    super(`The service answered ${answer.status}.`);
  }
}

/** Selling a membership through the Open API, one visitor's draft at a time. */
export class Signup {
  constructor(
    private readonly openApi: OpenApi,
    private readonly studio: Studio,
    private readonly draft: Draft,
    /** The visitor's Accept-Language. */
    private readonly language: string | undefined,
  ) {}

  /** The offers with their details. A partner keeps these for some minutes, since they change rarely. */
  async offers(): Promise<readonly Offer[]> {
    const offers = await this.#ask<readonly { id: number }[]>('/v1/memberships/membership-offers');
    return Promise.all(offers.map(({ id }) => this.#offer(id)));
  }

  /** The price of the choice. */
  preview(): Promise<Preview> {
    const path =
      this.draft.memberId === null
        ? '/v1/memberships/signup/preview'
        : `/v1/memberships/customers/${this.draft.memberId}/add-membership/preview`;
    return this.#ask<Preview>(path, previewBody(this.draft, this.studio.countryCode));
  }

  /**
   * Before the payment step: works out the price once more, and opens the sessions that it needs. A session that is
   * still good is kept, so that after a reload or a redirect the widget finds its payment again.
   *
   * @param renew a session to be replaced, because it has ended or its token was refused
   */
  async preparePayment(renew?: Part): Promise<Preview> {
    const preview = await this.preview();
    const due = preview.paymentPreview.dueOnSigningAmount.amount;
    const parts = partsOf(due, preview.contractVolumeInformation.totalContractVolume.amount);
    const offer = await this.#offer(this.draft.typed.offerId ?? 0);
    const kept = this.draft.payments;
    // Also of a session that is replaced: the tokens of one sign-up have to belong to one person.
    let person = Object.values(kept)[0]?.paymentServiceCustomerId;
    this.draft.payments = {};
    for (const part of parts) {
      const amount = part === 'INITIAL' ? due : 0;
      const before = part === renew ? undefined : kept[part];
      const isGood = before?.amount === amount && before.offerId === offer.id && isValid(before);
      // One after the other: the second session belongs to the person that the first one made.
      const payment = isGood ? before : await this.#openSession(part, amount, offer, person);
      this.draft.payments[part] = payment;
      person = payment.paymentServiceCustomerId;
    }
    return preview;
  }

  /**
   * Signs up with what the widgets collected. The very same request is sent again until its outcome is known,
   * with the same Idempotency-Key, so that nobody gets two contracts or pays twice.
   *
   * @throws Refused when the service says no; then nothing was made, and the next attempt is a new one.
   */
  async submit(): Promise<Booked> {
    const payments = Object.values(this.draft.payments);
    if (payments.length === 0 || payments.some(({ requestToken }) => requestToken === undefined)) {
      throw new BadRequest('What the payment step asks for has to be given before signing up.');
    }
    this.draft.sent ??= { idempotencyKey: randomUUID(), body: signupBody(this.draft) };
    const { memberId } = this.draft;
    const path =
      memberId === null ? '/v1/memberships/signup' : `/v1/memberships/customers/${memberId}/add-membership`;
    const { body, idempotencyKey } = this.draft.sent;
    const answer = await this.openApi.call(this.studio, path, {
      body,
      idempotencyKey,
      language: this.language,
    });
    // 429 and 5xx say nothing about what became of it.
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) this.draft.sent = null;
    if (answer.status !== 200) throw new Refused(answer);
    const customerId = memberId ?? (answer.body as { customerId: number }).customerId;
    this.draft.booked = { customerId, today: [], upcoming: [] };
    return (this.draft.booked = await this.#booked(customerId));
  }

  /** The account now. The contract is made by then: a failure here must not look like one of the signup. */
  async #booked(customerId: number): Promise<Booked> {
    const path = `/v1/customers/${customerId}/account/transactions`;
    const read = async (address: string) => {
      try {
        return (await this.#ask<{ result: unknown[] }>(address)).result;
      } catch {
        return [];
      }
    };
    const [today, upcoming] = await Promise.all([read(path), read(`${path}/upcoming`)]);
    return { customerId, today, upcoming };
  }

  async #openSession(part: Part, amount: number, offer: Offer, person: string | undefined): Promise<Payment> {
    const { memberId } = this.draft;
    const payer = memberId === null ? { paymentServiceCustomerId: person } : { customerId: memberId };
    const session = await this.#ask<Session>('/v1/payments/user-session', {
      amount,
      scope: part === 'INITIAL' ? 'ECOM' : 'MEMBER_ACCOUNT',
      ...payer,
      ...(part === 'RECURRING' ? { permittedPaymentChoices: offer.allowedPaymentChoices } : {}),
      // The account for the monthly fees is asked for in a step of its own; the initial payment saves nothing.
      ...(part === 'INITIAL' ? { savePaymentInstrument: false } : {}),
      referenceText: `${this.studio.name} ${offer.name}`.slice(0, 100),
    });
    const { token, tokenValidUntil: validUntil, paymentServiceCustomerId } = session;
    return { token, validUntil, paymentServiceCustomerId, amount, offerId: offer.id };
  }

  #offer(id: number): Promise<Offer> {
    return this.#ask<Offer>(`/v1/memberships/membership-offers/${id}`);
  }

  async #ask<T>(path: string, body?: unknown): Promise<T> {
    const answer = await this.openApi.call(this.studio, path, { body, language: this.language });
    if (answer.status !== 200) throw new Refused(answer);
    return answer.body as T;
  }
}

/** A collected payment stays good as long as its session does. */
function isValid({ validUntil }: Payment): boolean {
  return new Date(validUntil).getTime() > Date.now();
}
