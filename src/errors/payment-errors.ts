import { endedSessions, isPermanent } from './gateway-errors.js';
import { PaymentWidgetError } from './payment-widget-error.js';

/** Returns whether only a new session token helps. */
export function isSessionEnded(error: PaymentWidgetError): boolean {
  return error.httpStatus === 401 || (error.reason !== undefined && error.reason in endedSessions);
}

/**
 * Returns whether the gateway may have processed the request: it did not respond, its response was unreadable, or it
 * failed itself.
 */
export function leavesOutcomeOpen(error: PaymentWidgetError): boolean {
  return error.code === 'NETWORK_ERROR' || (error.code === 'API_ERROR' && !isPermanent(error));
}

/** Returns the error that the gateway would respond with after the session has expired. */
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
