import type { Payment } from '@upc/contract/gateway';
import type { PaymentResult } from './flow-state.js';

/** Returns the values that the host receives for a PREAUTHED payment. */
export function paymentResult(payment: Payment): PaymentResult {
  const { paymentRequestToken = '', paymentInstrumentDetails, paymentInstrumentToken } = payment;
  return {
    paymentRequestToken,
    ...(paymentInstrumentDetails && { paymentInstrumentDetails }),
    ...(paymentInstrumentToken && { paymentInstrumentToken }),
  };
}
