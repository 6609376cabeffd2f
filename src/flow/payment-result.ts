import type { Payment } from '@upc/contract/gateway';
import type { PaymentResult } from './flow-state.js';

/** The values that the host receives for a payment that is PREAUTHED. */
export function paymentResult(payment: Payment): PaymentResult {
  const { paymentRequestToken = '', paymentInstrumentDetails, paymentInstrumentToken } = payment;
  return {
    paymentRequestToken,
    ...(paymentInstrumentDetails && { paymentInstrumentDetails }),
    ...(paymentInstrumentToken && { paymentInstrumentToken }),
  };
}
