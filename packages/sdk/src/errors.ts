import type { KnownErrorCode } from './generated/error-codes.gen.js';

/** Error code of the service. Codes may be added later. */
export type ErrorCode = KnownErrorCode | (string & {});

/** What an {@link OpenApiError} consists of. */
export interface ErrorDetails {
  readonly status: number;
  readonly errorCode?: ErrorCode | undefined;
  readonly message: string;
  readonly reference?: string | undefined;
  readonly traceId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** Reports that the service refused a request. Nothing was done. */
export class OpenApiError extends Error {
  override readonly name = 'OpenApiError';
  /** HTTP status. */
  readonly status: number;
  /** Identifies the error: base decisions on it. Absent if the response is not from the service but from a proxy. */
  readonly errorCode: ErrorCode | undefined;
  /** Field or record that caused the error. */
  readonly reference: string | undefined;
  /** Finds the request in the log of the service. */
  readonly traceId: string | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(details: ErrorDetails) {
    super(details.message);
    this.status = details.status;
    this.errorCode = details.errorCode;
    this.reference = details.reference;
    this.traceId = details.traceId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Reports that a request which only reads received no response. `cause` contains the reason. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/**
 * Reports that a request may or may not have been carried out. Never treat it as failed: repeat the same call with
 * `idempotencyKey`, or read the current state. `cause` contains the last error.
 */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
  /** Key with which the same call can be repeated safely. Absent if the operation takes none. */
  readonly idempotencyKey: string | undefined;
  /** Finds the request in the log of the service, if the service responded. */
  readonly traceId: string | undefined;

  constructor(idempotencyKey: string | undefined, cause: unknown) {
    const remedy = idempotencyKey
      ? 'Repeat the same call with this idempotencyKey until the outcome is known.'
      : 'Read the current state before you repeat the call.';
    super(`It is not known whether the request was carried out. ${remedy}`, { cause });
    this.idempotencyKey = idempotencyKey;
    this.traceId = cause instanceof OpenApiError ? cause.traceId : undefined;
  }
}

/** Makes an error from a response that reports no success, from the service or from a proxy. */
export function errorOf(response: Response, text: string, now: number): OpenApiError {
  const body = parsed(text);
  const field = (name: string): string | undefined => {
    const value = body[name];
    return typeof value === 'string' ? value : undefined;
  };
  return new OpenApiError({
    status: response.status,
    errorCode: field('errorCode'),
    message: field('errorMessage') ?? `The response has status ${response.status} and no error code.`,
    reference: field('reference'),
    traceId: field('traceId'),
    retryAfterSeconds: secondsUntil(response.headers.get('retry-after'), now),
  });
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
function secondsUntil(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
