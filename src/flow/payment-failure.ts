import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { FailureCode, Payment } from '@upc/contract/gateway';

/**
 * A payment that ended without a token, as an error: the provider refused it, or it was cancelled.
 *
 * @param isCancelledHere the person has called it off in this widget. The gateway knows only that somebody who has
 * the session did: another tab has it too.
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
