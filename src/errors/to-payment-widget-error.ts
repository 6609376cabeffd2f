import { PaymentWidgetError } from './payment-widget-error.js';

/** Anything thrown, as one of the six codes. An error of unknown origin keeps no text of its own: it may hold data. */
export function toPaymentWidgetError(thrown: unknown): PaymentWidgetError {
  if (thrown instanceof PaymentWidgetError) return thrown;
  return new PaymentWidgetError('GENERIC_ERROR', 'The payment widget met an unexpected error.', {
    cause: thrown,
  });
}
