import { catalogue, isOfFlow } from '@upc/contract/catalogue';
import type { Bank, Payment, PaymentRequest, Schemas, Session } from '@upc/contract/gateway';
import { checked } from './contract-check.js';
import { type CardEntry, shownDetails } from './details.js';
import { errorBody, failureOf, type Outcome, refusalOf } from './outcomes.js';
import { pageUrl, sessionAnswer, type SessionOptions } from './session-answer.js';
import { accountOutcome, cardOutcome } from './test-data.js';

/** Operations of the contract that the widget calls. */
export type Operation =
  | 'readSession'
  | 'lookUpBank'
  | 'createPayment'
  | 'authenticatePayment'
  | 'getPayment'
  | 'cancelPayment'
  | 'removePaymentInstrument';

/** A request, with the operation that it calls. */
export interface Call {
  readonly operation: Operation;
  /** Id of a payment or instrument, from the address. */
  readonly id: string;
  readonly idempotencyKey: string;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; nothing is sent when it is absent. */
  readonly body?: Session | Payment | Bank | Schemas['Error'];
}

/** Tokens in the responses for a payment. */
export const paymentRequestToken = 'test-payment-request-token';
const paymentInstrumentToken = 'test-payment-instrument-token';

/** A payment and its outcome. */
interface Attempt {
  readonly id: string;
  readonly request: PaymentRequest;
  readonly card: CardEntry | undefined;
  /** The final response, if the payment has ended. */
  readonly ended: Payment | undefined;
}

/** The payment gateway of one session, in memory. Its responses follow the contract. */
export class GatewayAnswers {
  readonly #options: SessionOptions;
  readonly #attempts = new Map<string, Attempt>();
  readonly #keys = new Map<string, string>();
  readonly #removed = new Set<string>();
  readonly session: Session;
  /** Outcome of payments; if undefined, it depends on the entries. */
  outcome: Outcome | undefined;

  /** @throws Error when the contract, or the catalogue of methods, forbids such a session. */
  constructor(options: SessionOptions, outcome: Outcome | undefined) {
    this.#options = options;
    this.outcome = outcome;
    this.session = checked('Session', sessionAnswer(options));
    const { pendingPayment } = options;
    if (pendingPayment !== undefined) this.#begin({ paymentMethod: pendingPayment });
  }

  /** Returns the response; undefined when none ever arrives. */
  answer(call: Call): Answer | undefined {
    if (this.outcome === 'NETWORK') return undefined;
    const refusal = refusalOf(this.outcome);
    if (refusal && (!refusal.ofPaymentsOnly || call.operation === 'createPayment'))
      return { ...refuse(refusal.httpStatus, refusal), ...(refusal.headers && { headers: refusal.headers }) };
    switch (call.operation) {
      case 'readSession':
        return { status: 200, body: checked('Session', this.#describeSession()) };
      case 'lookUpBank':
        return { status: 200, body: checked('Bank', { bankName: 'Test bank', bic: 'TESTDEFFXXX' }) };
      case 'createPayment':
        return this.#create(call);
      case 'authenticatePayment':
      case 'getPayment':
        return this.#ofPayment(call, (attempt) => this.#describe(attempt, call.operation === 'getPayment'));
      case 'cancelPayment':
        return this.#cancel(call);
      case 'removePaymentInstrument':
        this.#removed.add(call.id);
        return { status: 204 };
    }
  }

  /** Records the text entered into a payment's plain card fields. */
  enterCard(id: string, card: CardEntry): void {
    const attempt = this.#attempts.get(id);
    if (attempt) this.#attempts.set(id, { ...attempt, card });
  }

  #create({ body, idempotencyKey }: Call): Answer {
    const request = body as PaymentRequest;
    const id = this.#keys.get(idempotencyKey) ?? this.#begin(request);
    this.#keys.set(idempotencyKey, id);
    const isTyped = isOfFlow(request.paymentMethod, 'frames') && request.paymentInstrumentToken === undefined;
    const payment: Payment = {
      id,
      paymentMethod: request.paymentMethod,
      status: 'CREATED',
      ...(isTyped && { nextAction: { type: 'PROVIDER_CONFIRM', provider: 'SIMULATOR', clientSecret: id } }),
    };
    return { status: 201, body: checked('Payment', payment) };
  }

  #begin(request: PaymentRequest): string {
    const id = `00000000-0000-4000-8000-${String(this.#attempts.size + 1).padStart(12, '0')}`;
    this.#attempts.set(id, { id, request, card: undefined, ended: undefined });
    return id;
  }

  #cancel(call: Call): Answer {
    return this.#ofPayment(call, (attempt) => {
      const cancelled = failureOf('CANCELLED_BY_PAYER');
      return (
        attempt.ended ?? this.#end(attempt, { ...paymentOf(attempt), status: 'CANCELLED', ...cancelled })
      );
    });
  }

  #ofPayment({ id }: Call, describe: (attempt: Attempt) => Payment): Answer {
    const attempt = this.#attempts.get(id);
    if (!attempt)
      return refuse(404, { errorCode: 'errormessage.payment.unknown', message: 'No such payment.' });
    return { status: 200, body: checked('Payment', describe(attempt)) };
  }

  #describeSession(): Session {
    const { session } = this;
    const pending = [...this.#attempts.values()].at(-1);
    const payment = pending && this.#describe(pending, true);
    const isOver = payment?.status === 'FAILED' || payment?.status === 'CANCELLED';
    return {
      ...session,
      paymentInstruments: session.paymentInstruments.filter(({ token }) => !this.#removed.has(token)),
      ...(payment && !isOver && { pendingPayment: payment }),
    };
  }

  /**
   * Describes a payment, and ends it if it has an outcome.
   *
   * @param isAsked whether the payment is polled. Only the response to its authentication offers the mandate for
   * download.
   */
  #describe(attempt: Attempt, isAsked: boolean): Payment {
    if (attempt.ended) return attempt.ended;
    const { paymentMethod } = attempt.request;
    const outcome = this.outcome ?? outcomeOfEntry(attempt);
    const payment = paymentOf(attempt);
    const failure = failureOf(outcome);
    if (failure) return this.#end(attempt, { ...payment, ...failure });
    const hasPage = isOfFlow(paymentMethod, 'page') || isOfFlow(paymentMethod, 'frames');
    if (outcome === 'REDIRECT' && hasPage) {
      const url = this.#options.redirectUrl ?? attempt.request.returnUrl ?? pageUrl();
      return { ...payment, status: 'ACTION_REQUIRED', nextAction: { type: 'REDIRECT', url } };
    }
    if (outcome === 'UNKNOWN') return { ...payment, status: 'UNKNOWN' };
    if (outcome === 'PROCESSING') return { ...payment, status: 'AUTHENTICATED' };
    return this.#end(attempt, { ...payment, ...this.#success(attempt, isAsked) });
  }

  #success({ id, request, card }: Attempt, isAsked: boolean): Omit<Payment, 'id' | 'paymentMethod'> {
    const { paymentMethod, paymentInstrumentToken: stored, details } = request;
    const instrument = this.session.paymentInstruments.find(({ token }) => token === stored);
    const hasDownload = this.#options.mandateDownload && isOfFlow(paymentMethod, 'debit') && !isAsked;
    const url = `http://localhost:4010/api/v1/mandates/${id}.pdf`;
    return {
      status: 'PREAUTHED',
      paymentRequestToken,
      ...(catalogue[paymentMethod].flow !== 'none' && {
        paymentInstrumentToken: stored ?? paymentInstrumentToken,
      }),
      paymentInstrumentDetails: instrument?.details ?? shownDetails(paymentMethod, details, card),
      ...(hasDownload && stored === undefined && { nextAction: { type: 'MANDATE_DOWNLOAD', url } }),
    };
  }

  #end(attempt: Attempt, ended: Payment): Payment {
    this.#attempts.set(attempt.id, { ...attempt, ended });
    return ended;
  }
}

function paymentOf({ id, request }: Attempt): Pick<Payment, 'id' | 'paymentMethod' | 'traceId'> {
  return { id, paymentMethod: request.paymentMethod, traceId: 'trace-of-the-tests' };
}

/** Returns the bank's decision on the account or card that was entered. */
function outcomeOfEntry({ request, card }: Attempt): Outcome {
  if (card) return cardOutcome(card.number);
  return request.details ? accountOutcome(request.details) : 'SUCCESS';
}

function refuse(status: number, error: Parameters<typeof errorBody>[0]): Answer {
  return { status, body: checked('Error', errorBody(error)) };
}
