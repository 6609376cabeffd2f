import type { MandateScheme } from '@upc/contract/gateway';
import { ach } from './ach.js';
import { bacs } from './bacs.js';
import { becs } from './becs.js';
import type { DirectDebit } from './details.js';
import { sepa } from './sepa.js';
import { chDd, lsv } from './swiss-debits.js';

/** Direct debits by scheme, which has the name of its payment method. */
export const directDebits: Readonly<Record<MandateScheme, DirectDebit>> = {
  SEPA: sepa,
  CH_DD: chDd,
  LSV: lsv,
  BACS: bacs,
  ACH: ach,
  BECS: becs,
};
