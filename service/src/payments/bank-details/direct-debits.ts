import type { PaymentMethod } from '../../providers/provider.js';
import type { DirectDebit } from './direct-debit.js';
import { sepa } from './sepa.js';

const DIRECT_DEBITS: Partial<Record<PaymentMethod, DirectDebit>> = { SEPA: sepa };

/** The direct debit of a method, or null when the method is none. */
export function directDebitOf(method: PaymentMethod): DirectDebit | null {
  return DIRECT_DEBITS[method] ?? null;
}
