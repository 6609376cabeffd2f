import type { DebitMethod } from '@upc/contract/catalogue';
import { ach } from './ach.js';
import { bacs } from './bacs.js';
import { chDd } from './ch-dd.js';
import type { DirectDebit } from './direct-debit.js';
import { lsv } from './lsv.js';
import { sepa } from './sepa.js';

/** The direct debits, by method. */
export const directDebits: Readonly<Record<DebitMethod, DirectDebit>> = {
  SEPA: sepa,
  CH_DD: chDd,
  LSV: lsv,
  BACS: bacs,
  ACH: ach,
};
