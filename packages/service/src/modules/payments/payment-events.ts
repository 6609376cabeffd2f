import type { PaymentMethod } from '@upc/contract/gateway';
import { toMoney } from '../../core/money.js';

/** A payment that partners are notified of. */
export interface ReportedPayment {
  /** Whether a token or a payment run made it. */
  readonly kind: 'USAGE' | 'CHARGE';
  readonly paymentMethod: PaymentMethod;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** Returns what the events of payments have in common. */
export function paymentContent({ kind, paymentMethod, amount, currency }: ReportedPayment) {
  const origin = kind === 'USAGE' ? ('TOKEN' as const) : ('PAYMENT_RUN' as const);
  return { amount: toMoney(amount, currency), paymentMethod, origin };
}
