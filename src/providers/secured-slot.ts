import type { PaymentMethod } from '../gateway/gateway.js';

/** The slot in which a method's secured fields show. */
export function securedSlot(paymentMethod: PaymentMethod): string {
  return `secured-${paymentMethod}`;
}
