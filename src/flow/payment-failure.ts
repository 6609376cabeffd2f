import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { FailureCode, Payment } from '@upc/contract/gateway';

/**
 * Converts a payment that ended without a token, because it was refused or cancelled, into an error.
 *
 * @param isCancelledHere whether the person cancelled it in this widget. The gateway cannot tell this widget from
 * another tab with the same session.
 */
export function paymentFailure(payment: Payment, isCancelledHere: boolean): PaymentWidgetError {
  const { failure, traceId } = payment;
  const reason =
    payment.status === 'CANCELLED' ? whyCancelled(failure?.code, isCancelledHere) : failure?.code;
  return new PaymentWidgetError('PSP_ERROR', `The payment was not completed${reason ? `: ${reason}` : ''}.`, {
    reason,
    traceId,
    messageKey: reason && `error.payment.reason.${reason}`,
  });
}

function whyCancelled(code: FailureCode | undefined, isCancelledHere: boolean): FailureCode | undefined {
  if (code !== undefined && code !== 'CANCELLED_BY_PAYER') return code;
  return isCancelledHere ? 'CANCELLED_BY_PAYER' : code && 'CANCELLED_ELSEWHERE';
}
