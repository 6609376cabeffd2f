import type { Payment } from '@upc/contract/gateway';
import type { PaymentWidgetError } from './payment-widget-error.js';

/** The error, with the trace id of the payment that caused it unless it has one of its own. */
export function tracedTo({ traceId }: Payment, error: PaymentWidgetError): PaymentWidgetError {
  return error.traceId === undefined && traceId !== undefined ? Object.assign(error, { traceId }) : error;
}
