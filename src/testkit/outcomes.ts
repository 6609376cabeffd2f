import type { FailureCode, Payment, Schemas } from '@upc/contract/gateway';

/** Status and failure of a failed payment, by its code. */
const failures: Readonly<Record<FailureCode, Required<Pick<Payment, 'status' | 'failure'>>>> = {
  DECLINED: failed('DECLINED', 'The payment was declined.'),
  INSUFFICIENT_FUNDS: failed('INSUFFICIENT_FUNDS', 'There is not enough money on the account.'),
  EXPIRED_CARD: failed('EXPIRED_CARD', 'The card has expired.'),
  INCORRECT_CVC: failed('INCORRECT_CVC', 'The security code of the card is wrong.'),
  PROCESSING_ERROR: failed('PROCESSING_ERROR', 'The bank could not process the payment.'),
  AUTHENTICATION_FAILED: failed('AUTHENTICATION_FAILED', 'The bank could not confirm who you are.'),
  INVALID_ACCOUNT: failed('INVALID_ACCOUNT', 'There is no such account.'),
  CANCELLED_BY_PAYER: cancelled('CANCELLED_BY_PAYER', 'The payment was cancelled.'),
  CANCELLED_ELSEWHERE: cancelled('CANCELLED_ELSEWHERE', 'Another attempt has taken its place.'),
  EXPIRED: cancelled('EXPIRED', 'The time for the payment is over.'),
};

/**
 * Payments without an outcome: it is unknown, the payment is still in progress, or the person is sent to a page first.
 */
type Open = 'UNKNOWN' | 'PROCESSING' | 'REDIRECT';

/** Outcomes with which requests are refused. */
type Refused = 'SESSION_EXPIRED' | 'SERVER_ERROR' | 'TOO_MANY_ATTEMPTS';

/** An error response. */
interface Refusal {
  readonly httpStatus: number;
  readonly errorCode: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether only new payments are refused. Otherwise every request is. */
  readonly ofPaymentsOnly?: boolean;
}

const refusals: Readonly<Record<Refused, Refusal>> = {
  SESSION_EXPIRED: {
    httpStatus: 401,
    errorCode: 'errormessage.payment.session.expired',
    message: 'The session has expired.',
  },
  SERVER_ERROR: { httpStatus: 500, errorCode: 'errormessage.internal', message: 'Something went wrong.' },
  TOO_MANY_ATTEMPTS: {
    httpStatus: 429,
    errorCode: 'errormessage.payment.attempts.exceeded',
    message: 'Too many payments have failed.',
    headers: { 'retry-after': '60' },
    ofPaymentsOnly: true,
  },
};

/**
 * Outcome of a payment:
 *
 * - `SUCCESS`, or the gateway's code of a failure.
 * - `UNKNOWN`: not known. `PROCESSING`: the bank has not decided. Both last until another outcome is set.
 * - `REDIRECT`: a card, or a method with a provider's page, redirects there. Other methods succeed.
 * - `TOO_MANY_ATTEMPTS`: no new payment is accepted for a minute.
 * - `SESSION_EXPIRED`, `SERVER_ERROR`, `NETWORK`: every request now fails, with 401, with 500, or without a response.
 */
export type Outcome = 'SUCCESS' | FailureCode | Open | Refused | 'NETWORK';

/** All outcomes, for tests that try each of them. */
export const outcomes: readonly Outcome[] = [
  'SUCCESS',
  ...(Object.keys(failures) as FailureCode[]),
  'UNKNOWN',
  'PROCESSING',
  'REDIRECT',
  ...(Object.keys(refusals) as Refused[]),
  'NETWORK',
];

export function failureOf(outcome: Outcome): (typeof failures)[FailureCode] | undefined {
  return Object.hasOwn(failures, outcome) ? failures[outcome as FailureCode] : undefined;
}

export function refusalOf(outcome: Outcome | undefined): Refusal | undefined {
  return outcome !== undefined && Object.hasOwn(refusals, outcome) ? refusals[outcome as Refused] : undefined;
}

export function errorBody({ errorCode, message }: Pick<Refusal, 'errorCode' | 'message'>): Schemas['Error'] {
  return { errorCode, errorMessage: message, message, traceId: 'trace-of-the-tests' };
}

function failed(code: FailureCode, message: string): (typeof failures)[FailureCode] {
  return { status: 'FAILED', failure: { code, message } };
}

function cancelled(code: FailureCode, message: string): (typeof failures)[FailureCode] {
  return { status: 'CANCELLED', failure: { code, message } };
}
