import { randomUUID } from 'node:crypto';
import {
  addMembership,
  type AddMembershipData,
  type Client,
  getCustomersAccountTransactionData,
  getCustomersAccountUpcomingData,
  getCustomersContracts,
  getMembershipOfferById,
  type GetMembershipOfferByIdResponse,
  getMembershipOffers,
  OpenApiError,
  postMembershipPreview,
  postSignupPreview,
  type PostSignupPreviewResponse,
  signupMembership,
  type SignupMembershipData,
  userSession,
} from 'upc-open-api';
import { BadRequest } from '../bad-request.js';
import type { Studio } from '../studios.js';
import type { Booked, Draft, Part, Payment, Sent } from './draft.js';
import { partsOf } from './parts.js';
import { addMembershipBody, contractFields, signupBody, signupPreviewBody } from './requests.js';

type Preview = PostSignupPreviewResponse;
type Offer = GetMembershipOfferByIdResponse;

interface Prepared {
  readonly preview: Preview;
  /** Prefetched sessions for the widgets. They go out of date, so the draft does not keep them. */
  readonly sessions: Partial<Record<Part, unknown>>;
}

/** Sells a membership through the Open API, for one visitor's draft. */
export class Signup {
  constructor(
    private readonly client: Client,
    private readonly studio: Studio,
    private readonly draft: Draft,
    private readonly now: () => Date,
  ) {}

  /** Returns the offers with their details. A partner caches them for a few minutes, since they rarely change. */
  async offers(): Promise<readonly Offer[]> {
    const offers = await getMembershipOffers({ client: this.client });
    return Promise.all(offers.map(({ id }) => this.#offer(id)));
  }

  /** Returns the price of the visitor's choice. */
  preview(): Promise<Preview> {
    const { client, draft } = this;
    return draft.memberId === null
      ? postSignupPreview({ client, body: signupPreviewBody(draft, this.studio.countryCode) })
      : postMembershipPreview({
          client,
          path: { customerId: draft.memberId },
          body: contractFields(draft.typed),
        });
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
      const isGood = before?.amount === amount && before.offerId === offer.id && this.#isValid(before);
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
   * @throws OpenApiError when the service refuses the signup. Nothing was created then, and the next attempt is a new
   * one.
   */
  async submit(): Promise<Booked> {
    const payments = Object.values(this.draft.payments);
    if (payments.length === 0 || payments.some(({ requestToken }) => requestToken === undefined)) {
      throw new BadRequest('Complete the payment step before signing up.');
    }
    const { memberId } = this.draft;
    this.draft.sent ??= {
      idempotencyKey: randomUUID(),
      body: memberId === null ? signupBody(this.draft) : addMembershipBody(this.draft),
    };
    const customerId = await this.#send(this.draft.sent).catch((error: unknown) => {
      if (isRefusal(error)) this.draft.sent = null;
      throw error;
    });
    this.draft.booked = { customerId, today: [], upcoming: [] };
    return (this.draft.booked = await this.readBooking(customerId));
  }

  /**
   * Reads the customer's account and latest contract. The contract already exists, so a failure here must not look like
   * a failed signup.
   */
  async readBooking(customerId: number): Promise<Booked> {
    const customer = { client: this.client, path: { customerId } };
    const [today, upcoming, contracts] = await Promise.all([
      unlessFailed(getCustomersAccountTransactionData(customer)),
      unlessFailed(getCustomersAccountUpcomingData(customer)),
      unlessFailed(getCustomersContracts(customer)),
    ]);
    const [latest] = [...(contracts ?? [])].sort((one, other) => other.id - one.id);
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
  ): Promise<Payment & { readonly session: unknown }> {
    const { memberId } = this.draft;
    const newcomer = person === undefined ? {} : { paymentServiceCustomerId: person };
    const opened = await userSession({
      client: this.client,
      body: {
        amount,
        ...(memberId === null ? newcomer : { customerId: memberId }),
        ...(part === 'INITIAL'
          ? // A separate step asks for the account for the monthly fees, so the initial payment saves no instrument.
            { scope: 'ECOM', savePaymentInstrument: false }
          : { scope: 'MEMBER_ACCOUNT', permittedPaymentChoices: offer.allowedPaymentChoices }),
        referenceText: `${this.studio.name} ${offer.name}`.slice(0, 100),
        // The service checks it.
        prefetch: { locale: locale as string },
      },
    });
    const { token, tokenValidUntil: validUntil, paymentServiceCustomerId, session } = opened;
    return { token, validUntil, paymentServiceCustomerId, amount, offerId: offer.id, session };
  }

  /** Returns whether the payment's session is still valid. Its token is valid for the same time. */
  #isValid({ validUntil }: Payment): boolean {
    return new Date(validUntil) > this.now();
  }

  #offer(membershipOfferId: number): Promise<Offer> {
    return getMembershipOfferById({ client: this.client, path: { membershipOfferId } });
  }

  /** @returns the id of the customer who has the contract */
  async #send({ body, idempotencyKey }: Sent): Promise<number> {
    const { memberId } = this.draft;
    const options = { client: this.client, headers: { 'idempotency-key': idempotencyKey } };
    if (memberId === null) {
      const { customerId } = await signupMembership({
        ...options,
        body: body as SignupMembershipData['body'],
      });
      return customerId;
    }
    await addMembership({
      ...options,
      path: { customerId: memberId },
      body: body as AddMembershipData['body'],
    });
    return memberId;
  }
}

/**
 * Returns whether the service has refused the order, so that the visitor may change it. After every other error, an
 * earlier attempt may have been carried out: one of the API key, of too many requests, or without a code, which is not
 * from the service.
 */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof OpenApiError &&
    error.errorCode !== undefined &&
    error.status < 500 &&
    ![401, 403, 429].includes(error.status)
  );
}

/** Returns undefined if a request fails whose result the page can do without. */
async function unlessFailed<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch {
    return undefined;
  }
}
