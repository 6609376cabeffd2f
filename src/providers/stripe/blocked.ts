import { PaymentWidgetError } from '../../errors/payment-widget-error.js';

/**
 * Creates the error for a Stripe script or field that did not load. The person can try again or pay by another method.
 */
export function blocked(message: string): PaymentWidgetError {
  return new PaymentWidgetError('PSP_ERROR', message, { messageKey: 'error.provider.blocked' });
}
