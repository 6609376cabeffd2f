import type { TextKey } from '../i18n/text-keys.js';
import { type ErrorReason, PaymentWidgetError } from './payment-widget-error.js';

/** Gateway error codes that end the use of a session token, with the texts shown for them. */
export const endedSessions: Readonly<Record<string, TextKey>> = {
  'errormessage.payment.session.expired': 'error.session.expired',
  'errormessage.payment.session.used': 'error.session.used',
  'errormessage.payment.session.invalid': 'error.session.invalid',
};

/** Returns whether the gateway refused a payment because too many attempts of the session or the person have failed. */
export function hasTooManyAttempts(body: unknown): boolean {
  return fields(body).errorCode === 'errormessage.payment.attempts.exceeded';
}

/**
 * Converts an error response. If the body does not follow the contract, only the status is used. The gateway's error
 * text is for people, in the widget's language, so it is not used as the `message`.
 *
 * @param delay requested waiting time, in milliseconds.
 */
export function gatewayError(httpStatus: number, body: unknown, delay?: number): PaymentWidgetError {
  const { errorCode, traceId } = fields(body);
  return new PaymentWidgetError(
    'API_ERROR',
    `The payment gateway responded with status ${httpStatus}${errorCode ? `: ${errorCode}` : ''}.`,
    {
      httpStatus,
      traceId,
      reason: errorCode,
      retryAfter: hasTooManyAttempts(body) ? Math.max(1, Math.ceil((delay ?? 60_000) / 1000)) : undefined,
      messageKey:
        endedSessions[errorCode ?? ''] ?? (httpStatus === 401 ? 'error.session.invalid' : undefined),
    },
  );
}

/** Returns the refused field if a 400 response refers to a field of the form: `details.iban` gives `iban`. */
export function refusedField(body: unknown): { readonly name: string; readonly message: string } | undefined {
  const { reference, errorMessage } = fields(body);
  return reference?.startsWith('details.') && errorMessage
    ? { name: reference.slice('details.'.length), message: errorMessage }
    : undefined;
}

function fields(
  body: unknown,
): Partial<Record<'errorCode' | 'errorMessage' | 'traceId' | 'reference', string>> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Reason of the error for a host whose promise of a session token was rejected. */
export const noSessionToken = 'NO_SESSION_TOKEN' satisfies ErrorReason;

/**
 * Returns whether the same call would fail again: for every 4xx except those that ask to wait, and without a valid
 * session token.
 */
export function isPermanent({ code, reason, httpStatus = 0 }: PaymentWidgetError): boolean {
  if (code === 'VALIDATION_ERROR' || reason === noSessionToken) return true;
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429;
}
