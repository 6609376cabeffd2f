import { PaymentWidgetError } from '../../errors/payment-widget-error.js';

/** Stripe's script or fields are not there: the person may try again, or pay otherwise. */
export function blocked(message: string): PaymentWidgetError {
  return new PaymentWidgetError('PSP_ERROR', message, { messageKey: 'error.provider.blocked' });
}
