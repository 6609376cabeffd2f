import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { Payment } from '@upc/contract/gateway';

/** A payment that ended without a token, as an error: the provider refused it, or it was cancelled. */
export function paymentFailure(payment: Payment): PaymentWidgetError {
  const reason = payment.failure?.code ?? (payment.status === 'CANCELLED' ? 'CANCELLED_BY_PAYER' : undefined);
  return new PaymentWidgetError('PSP_ERROR', payment.failure?.message ?? 'The payment was not completed.', {
    reason,
    messageKey: reason && `error.payment.reason.${reason}`,
  });
}
