import { PaymentWidgetError } from './payment-widget-error.js';

/**
 * Converts anything thrown to one of the six codes. The message of an error of unknown origin is dropped, since it may
 * contain data.
 */
export function toPaymentWidgetError(thrown: unknown): PaymentWidgetError {
  if (thrown instanceof PaymentWidgetError) return thrown;
  return new PaymentWidgetError('GENERIC_ERROR', 'The payment widget encountered an unexpected error.', {
    cause: thrown,
  });
}
