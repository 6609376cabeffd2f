import type { Payment } from '@upc/contract/gateway';
import { PaymentWidgetError } from './payment-widget-error.js';

/** Returns the thrown value. A widget error without a trace id receives that of its payment. */
export function tracedTo({ traceId }: Payment, thrown: unknown): unknown {
  const lacksOne = thrown instanceof PaymentWidgetError && thrown.traceId === undefined;
  return lacksOne && traceId !== undefined ? Object.assign(thrown, { traceId }) : thrown;
}
