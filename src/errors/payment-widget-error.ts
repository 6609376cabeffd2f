import type { FailureCode } from '@upc/contract/gateway';
import type { TextKey } from '../i18n/text-keys.js';

/**
 * The kind of failure (docs/errors.md says what to do): `VALIDATION_ERROR` a field or the configuration is wrong,
 * `API_ERROR` the gateway refused, `PSP_ERROR` the provider or the bank refused or the payment was called off,
 * `NETWORK_ERROR` nobody answered and nothing was charged, `POLLING_TIMEOUT` the outcome is not known yet and the person
 * must not pay again, `GENERIC_ERROR` anything else.
 */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'API_ERROR'
  | 'PSP_ERROR'
  | 'NETWORK_ERROR'
  | 'POLLING_TIMEOUT'
  | 'GENERIC_ERROR';

/**
 * Reason for the end of a payment without a token, beside the code: the provider refused it (DECLINED and its kin, code
 * PSP_ERROR), the person called it off (CANCELLED_BY_PAYER), it was cancelled in another tab (CANCELLED_ELSEWHERE), its
 * time was over (EXPIRED), or the outcome is not known yet (OUTCOME_UNKNOWN, code POLLING_TIMEOUT: the person must not pay
 * again).
 */
export type PaymentFailureReason = FailureCode | 'OUTCOME_UNKNOWN';

/** With code API_ERROR the gateway's own error code. A newer gateway may know more reasons. */
export type ErrorReason = PaymentFailureReason | (string & {});

/** Details of an error beside its code. */
export interface ErrorDetails {
  /** The id that finds the request in the service's log and on the studio page. */
  readonly traceId?: string | undefined;
  /** Status of the gateway's answer. */
  readonly httpStatus?: number | undefined;
  /** Details that `code` does not distinguish; never shown to a member. */
  readonly reason?: ErrorReason | undefined;
  /** Seconds until another payment is taken, after too many that have failed. */
  readonly retryAfter?: number | undefined;
  /** Locale key of what a member reads, where there is something better than the code's own text. */
  readonly messageKey?: TextKey | undefined;
  /** The error that was thrown before it, if there was one. */
  readonly cause?: unknown;
}

/**
 * The error that `init` throws, `submitPayment()` rejects with and `onError` receives.
 * `message` is English whatever the `locale`, for developers and logs: it never holds a token, an IBAN or a name.
 */
export class PaymentWidgetError extends Error {
  override readonly name = 'PaymentWidgetError';
  /** The id that finds the request in the service's log and on the studio page. */
  readonly traceId?: string;
  /** Status of the gateway's answer. */
  readonly httpStatus?: number;
  /** Details that `code` does not distinguish; never shown to a member. */
  readonly reason?: ErrorReason;
  /** Seconds until another payment is taken, after too many that have failed. */
  readonly retryAfter?: number;
  /** Locale key of what the widget would show, where there is something better than the code's own text. */
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
