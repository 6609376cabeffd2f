import { randomUUID } from 'node:crypto';
import { BadRequest } from '../bad-request.js';
import type { Answer, OpenApi } from '../open-api.js';
import type { Studio } from '../studios.js';
import type { Booked, Draft, Part, Payment } from './draft.js';
import { partsOf } from './parts.js';
import { previewBody, signupBody } from './requests.js';

/** The parts of a preview that the backend itself uses. */
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
  /** Passed on to the page unchanged. */
  readonly session: unknown;
}

interface Prepared {
  readonly preview: Preview;
  /** Prefetched sessions for the widgets. They go out of date, so the draft does not keep them. */
  readonly sessions: Partial<Record<Part, unknown>>;
}

interface Contract {
  readonly id: number;
  readonly signedDocumentUrl?: string;
}

/** A refusal by the service, which is passed on to the page unchanged. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly answer: Answer) {
    super(`The service answered ${answer.status}.`);
  }
}

/** Sells a membership through the Open API, for one visitor's draft. */
export class Signup {
  constructor(
    private readonly openApi: OpenApi,
    private readonly studio: Studio,
    private readonly draft: Draft,
    private readonly language: string | undefined,
  ) {}

  /** Returns the offers with their details. A partner caches them for a few minutes, since they rarely change. */
  async offers(): Promise<readonly Offer[]> {
    const offers = await this.#ask<readonly { id: number }[]>('/v1/memberships/membership-offers');
    return Promise.all(offers.map(({ id }) => this.#offer(id)));
  }

  /** Returns the price of the visitor's choice. */
  preview(): Promise<Preview> {
    const path =
      this.draft.memberId === null
        ? '/v1/memberships/signup/preview'
        : `/v1/memberships/customers/${this.draft.memberId}/add-membership/preview`;
    return this.#ask<Preview>(path, previewBody(this.draft, this.studio.countryCode));
  }

  /**
   * Calculates the price again before the payment step, and opens the sessions that the contract requires. A session
   * that is still valid is reused, so that the widget finds its payment again after a reload or a redirect.
   *
   * @param locale locale of the widgets
   * @param renew part whose session is replaced because it has ended or its token was refused
   */
  async preparePayment(locale: unknown, renew?: Part): Promise<Prepared> {
    const preview = await this.preview();
    const due = preview.paymentPreview.dueOnSigningAmount.amount;
    const parts = partsOf(due, preview.contractVolumeInformation.totalContractVolume.amount);
    const offer = await this.#offer(this.draft.typed.offerId ?? 0);
    const kept = this.draft.payments;
    // This includes a session that is being replaced, because all tokens of a signup must belong to the same person.
    let person = Object.values(kept)[0]?.paymentServiceCustomerId;
    this.draft.payments = {};
    const sessions: Partial<Record<Part, unknown>> = {};
    for (const part of parts) {
      const amount = part === 'INITIAL' ? due : 0;
      const before = part === renew ? undefined : kept[part];
      const isGood = before?.amount === amount && before.offerId === offer.id && isValid(before);
      // The sessions are opened one after the other, because the second must belong to the person that the first one
      // created.
      const { session, ...payment } = isGood
        ? { ...before, session: undefined }
        : await this.#openSession(part, amount, offer, { person, locale });
      this.draft.payments[part] = payment;
      sessions[part] = session;
      person = payment.paymentServiceCustomerId;
    }
    return { preview, sessions };
  }

  /**
   * Signs up with the payments that the widgets collected. Until the outcome is known, it sends exactly the same
   * request again with the same Idempotency-Key, so that a customer never gets two contracts or pays twice.
   *
   * @throws Refused when the service refuses the signup. Nothing was created then, and the next attempt is a new one.
   */
  async submit(): Promise<Booked> {
    const payments = Object.values(this.draft.payments);
    if (payments.length === 0 || payments.some(({ requestToken }) => requestToken === undefined)) {
      throw new BadRequest('Complete the payment step before signing up.');
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
    // After 429 and 5xx the outcome of the signup is unknown.
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) this.draft.sent = null;
    if (answer.status !== 200) throw new Refused(answer);
    const customerId = memberId ?? (answer.body as { customerId: number }).customerId;
    this.draft.booked = { customerId, today: [], upcoming: [] };
    return (this.draft.booked = await this.readBooking(customerId));
  }

  /**
   * Reads the customer's account and latest contract. The contract already exists, so a failure here must not look like
   * a failed signup.
   */
  async readBooking(customerId: number): Promise<Booked> {
    const customer = `/v1/customers/${customerId}`;
    const read = async <T>(path: string) => {
      try {
        return await this.#ask<T>(customer + path);
      } catch {
        return undefined;
      }
    };
    const [today, upcoming, contracts = []] = await Promise.all([
      read<{ result: unknown[] }>('/account/transactions'),
      read<{ result: unknown[] }>('/account/transactions/upcoming'),
      read<Contract[]>('/contracts'),
    ]);
    const [latest] = [...contracts].sort((one, other) => other.id - one.id);
    return {
      customerId,
      today: today?.result ?? [],
      upcoming: upcoming?.result ?? [],
      contractUrl: latest?.signedDocumentUrl,
    };
  }

  async #openSession(
    part: Part,
    amount: number,
    offer: Offer,
    { person, locale }: { readonly person: string | undefined; readonly locale: unknown },
  ): Promise<Payment & Pick<Session, 'session'>> {
    const { memberId } = this.draft;
    const payer = memberId === null ? { paymentServiceCustomerId: person } : { customerId: memberId };
    const opened = await this.#ask<Session>('/v1/payments/user-session', {
      amount,
      scope: part === 'INITIAL' ? 'ECOM' : 'MEMBER_ACCOUNT',
      ...payer,
      ...(part === 'RECURRING' ? { permittedPaymentChoices: offer.allowedPaymentChoices } : {}),
      // A separate step asks for the account for the monthly fees, so the initial payment does not save an instrument.
      ...(part === 'INITIAL' ? { savePaymentInstrument: false } : {}),
      referenceText: `${this.studio.name} ${offer.name}`.slice(0, 100),
      prefetch: { locale },
    });
    const { token, tokenValidUntil: validUntil, paymentServiceCustomerId, session } = opened;
    return { token, validUntil, paymentServiceCustomerId, amount, offerId: offer.id, session };
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

/** Returns whether the payment's session is still valid. Its token is valid for the same time. */
function isValid({ validUntil }: Payment): boolean {
  return new Date(validUntil).getTime() > Date.now();
}
