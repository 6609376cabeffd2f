import type { FailureCode } from '@upc/contract/gateway';
import type { TextKey } from '../i18n/text-keys.js';

/** The six codes of the specification (payment component, onError codes). */
export type ErrorCode =
  'VALIDATION_ERROR' | 'API_ERROR' | 'PSP_ERROR' | 'NETWORK_ERROR' | 'POLLING_TIMEOUT' | 'GENERIC_ERROR';

/**
 * Why a payment ended without a token, beside the code: the provider refused it (DECLINED and its kin, code PSP_ERROR),
 * the person called it off (CANCELLED_BY_PAYER), it was cancelled in another tab (CANCELLED_ELSEWHERE), its time was over
 * (EXPIRED), or nobody knows yet (OUTCOME_UNKNOWN, code POLLING_TIMEOUT: the person must not pay again).
 */
export type PaymentFailureReason = FailureCode | 'OUTCOME_UNKNOWN';

/** With code API_ERROR the gateway's own error code. A newer gateway may know more reasons. */
export type ErrorReason = PaymentFailureReason | (string & {});

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
  readonly cause?: unknown;
}

/**
 * The error that `init` throws, `submitPayment()` rejects with and `onError` receives.
 * `message` is English whatever the `locale`, for developers and logs: it never holds a token, an IBAN or a name.
 */
export class PaymentWidgetError extends Error {
  override readonly name = 'PaymentWidgetError';
  readonly traceId?: string;
  readonly httpStatus?: number;
  readonly reason?: ErrorReason;
  readonly retryAfter?: number;
  readonly messageKey?: string;

  constructor(
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
