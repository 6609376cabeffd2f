import type { DebitMethod } from '@upc/contract/catalogue';
import { ach } from './ach.js';
import { bacs } from './bacs.js';
import type { DirectDebit } from './details.js';
import { sepa } from './sepa.js';
import { chDd, lsv } from './swiss-debits.js';

/** Direct debits by payment method. */
export const directDebits: Readonly<Record<DebitMethod, DirectDebit>> = {
  SEPA: sepa,
  CH_DD: chDd,
  LSV: lsv,
  BACS: bacs,
  ACH: ach,
};
