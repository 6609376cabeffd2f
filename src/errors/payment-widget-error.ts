import type { FailureCode } from '@upc/contract/gateway';
import type { TextKey } from '../i18n/text-keys.js';

/**
 * The kind of failure (docs/errors.md explains what to do):
 * - `VALIDATION_ERROR`: a field or the configuration is wrong.
 * - `API_ERROR`: the gateway refused.
 * - `PSP_ERROR`: the provider or the bank refused, or the payment was cancelled.
 * - `NETWORK_ERROR`: there was no response, and nothing was charged.
 * - `POLLING_TIMEOUT`: the outcome is not known yet, and the person must not pay again.
 * - `GENERIC_ERROR`: anything else.
 */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'API_ERROR'
  | 'PSP_ERROR'
  | 'NETWORK_ERROR'
  | 'POLLING_TIMEOUT'
  | 'GENERIC_ERROR';

/**
 * Reason why a payment ended without a token: the provider refused it (DECLINED and similar, code PSP_ERROR), the
 * person cancelled it (CANCELLED_BY_PAYER), it was cancelled in another tab (CANCELLED_ELSEWHERE), it expired
 * (EXPIRED), or its outcome is not known yet (OUTCOME_UNKNOWN, code POLLING_TIMEOUT: the person must not pay again).
 */
export type PaymentFailureReason = FailureCode | 'OUTCOME_UNKNOWN';

/**
 * Reason of an error; with code API_ERROR, the gateway's own error code; NO_SESSION_TOKEN if the promise of a session
 * token was rejected. A newer gateway may use further reasons.
 */
export type ErrorReason = PaymentFailureReason | 'NO_SESSION_TOKEN' | (string & {});

/** Details of an error in addition to its code. */
export interface ErrorDetails {
  /** Id with which the request can be found in the service's log and on the studio page. */
  readonly traceId?: string | undefined;
  /** HTTP status of the gateway's response. */
  readonly httpStatus?: number | undefined;
  /** Details that `code` does not distinguish. They are never shown to a member. */
  readonly reason?: ErrorReason | undefined;
  /** Seconds until another payment is accepted, after too many failed ones. */
  readonly retryAfter?: number | undefined;
  /** Locale key of a text for members that is more specific than the code's own text. */
  readonly messageKey?: TextKey | undefined;
  /** The original error, if any. */
  readonly cause?: unknown;
}

/**
 * The error that `init` throws, `submitPayment()` rejects with and `onError` receives. Its `message` is for developers
 * and logs: it is English in every `locale`, and never contains a token, an IBAN or a name.
 */
export class PaymentWidgetError extends Error {
  override readonly name = 'PaymentWidgetError';
  /** Id with which the request can be found in the service's log and on the studio page. */
  readonly traceId?: string;
  /** HTTP status of the gateway's response. */
  readonly httpStatus?: number;
  /** Details that `code` does not distinguish. They are never shown to a member. */
  readonly reason?: ErrorReason;
  /** Seconds until another payment is accepted, after too many failed ones. */
  readonly retryAfter?: number;
  /** Locale key of the text that the widget would show, if it is more specific than the code's own text. */
  readonly messageKey?: string;

  constructor(
    /** The kind of failure. */
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    if (details.traceId !== undefined) this.traceId = details.traceId;
    if (details.httpStatus !== undefined) this.httpStatus = details.httpStatus;
    if (details.reason !== undefined) this.reason = details.reason;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if (details.messageKey !== undefined) this.messageKey = details.messageKey;
  }
}
