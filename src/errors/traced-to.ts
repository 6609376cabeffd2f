import type { Payment } from '@upc/contract/gateway';
import { PaymentWidgetError } from './payment-widget-error.js';

/** The thrown value; an error of the widget with the trace id of the payment that caused it, unless it has its own. */
export function tracedTo({ traceId }: Payment, thrown: unknown): unknown {
  const lacksOne = thrown instanceof PaymentWidgetError && thrown.traceId === undefined;
  return lacksOne && traceId !== undefined ? Object.assign(thrown, { traceId }) : thrown;
}
