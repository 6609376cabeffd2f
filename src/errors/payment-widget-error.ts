import type { TextKey } from '../i18n/text-keys.js';

/** The six codes of the specification (payment component, onError codes). */
export type ErrorCode =
  'VALIDATION_ERROR' | 'API_ERROR' | 'PSP_ERROR' | 'NETWORK_ERROR' | 'POLLING_TIMEOUT' | 'GENERIC_ERROR';

export interface ErrorDetails {
  /** What the service's log and studio page find the request by. */
  readonly traceId?: string | undefined;
  /** Status of the gateway's answer. */
  readonly httpStatus?: number | undefined;
  /** The gateway's own code, or the provider's decline code; never shown to a member. */
  readonly reason?: string | undefined;
  /** Locale key of what a member reads, where there is something better than the code's own text. */
  readonly messageKey?: TextKey | undefined;
  readonly cause?: unknown;
}

/**
 * What `init` throws, `submitPayment()` rejects with and `onError` receives.
 * `message` is English or the gateway's own words, for developers and logs: it never holds a token, an IBAN or a name.
 */
export class PaymentWidgetError extends Error {
  override readonly name = 'PaymentWidgetError';
  readonly traceId?: string;
  readonly httpStatus?: number;
  readonly reason?: string;
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
    if (details.messageKey !== undefined) this.messageKey = details.messageKey;
  }
}
