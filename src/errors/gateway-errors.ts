import type { TextKey } from '../i18n/text-keys.js';
import { PaymentWidgetError } from './payment-widget-error.js';

/** Codes of the gateway after which the session token is of no use, with what a member reads. */
const endedSessions: Readonly<Record<string, TextKey>> = {
  'errormessage.payment.session.expired': 'error.session.expired',
  'errormessage.payment.session.used': 'error.session.used',
  'errormessage.payment.session.invalid': 'error.session.invalid',
};

/** True for the answer to a payment that has to wait because others of the session or the person have failed. */
export function hasTooManyAttempts(body: unknown): boolean {
  return fields(body).errorCode === 'errormessage.payment.attempts.exceeded';
}

/**
 * Reads what it can of an error body; from a body that is not an error of the contract, only the status. The gateway's
 * words are for people, in the language of the widget: they are no `message`.
 *
 * @param delay how long the answer asks to wait, in milliseconds.
 */
export function gatewayError(httpStatus: number, body: unknown, delay?: number): PaymentWidgetError {
  const { errorCode, traceId } = fields(body);
  return new PaymentWidgetError(
    'API_ERROR',
    `The payment gateway answered with status ${httpStatus}${errorCode ? `: ${errorCode}` : ''}.`,
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

/** The field at fault, when a 400 of the gateway names one of the form's: `details.iban` gives `iban`. */
export function refusedField(body: unknown): { readonly name: string; readonly message: string } | undefined {
  const { reference, errorMessage } = fields(body);
  return reference?.startsWith('details.') && errorMessage
    ? { name: reference.slice('details.'.length), message: errorMessage }
    : undefined;
}

/** True when only a new session token helps. */
export function isSessionEnded(error: PaymentWidgetError): boolean {
  return error.httpStatus === 401 || (error.reason !== undefined && error.reason in endedSessions);
}

function fields(
  body: unknown,
): Partial<Record<'errorCode' | 'errorMessage' | 'traceId' | 'reference', string>> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** True when the same call will be refused again: a 4xx other than those that ask to wait. */
export function isPermanent({ httpStatus = 0 }: PaymentWidgetError): boolean {
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429;
}

/** True when the gateway may have done what it was asked for: no answer, one that cannot be read, or its own fault. */
export function leavesOutcomeOpen(error: PaymentWidgetError): boolean {
  return error.code === 'NETWORK_ERROR' || (error.code === 'API_ERROR' && !isPermanent(error));
}

/** The same as the gateway would answer. */
export function sessionExpired(): PaymentWidgetError {
  return new PaymentWidgetError(
    'API_ERROR',
    'The user session token has expired; call init with a new one.',
    {
      httpStatus: 401,
      reason: 'errormessage.payment.session.expired',
      messageKey: 'error.session.expired',
    },
  );
}
