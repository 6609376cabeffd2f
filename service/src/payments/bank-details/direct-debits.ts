import type { PaymentMethod } from '../../ports/provider.js';
import { ach } from './ach.js';
import { bacs } from './bacs.js';
import { chDd } from './ch-dd.js';
import type { DirectDebit } from './direct-debit.js';
import { lsv } from './lsv.js';
import { sepa } from './sepa.js';

const DIRECT_DEBITS: Partial<Record<PaymentMethod, DirectDebit>> = {
  SEPA: sepa,
  CH_DD: chDd,
  LSV: lsv,
  BACS: bacs,
  ACH: ach,
};

/** The direct debit of a method, or null when the method is none. */
export function directDebitOf(method: PaymentMethod): DirectDebit | null {
  return DIRECT_DEBITS[method] ?? null;
}
