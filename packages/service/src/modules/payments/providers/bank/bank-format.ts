import type { BankMethod } from '../../../studios/studios.stored.js';
import { ach } from './ach/ach-format.js';
import { becs } from './becs/becs-format.js';
import type { BankFormat } from './collection.js';
import { sepaCore } from './iso-20022/sepa-collection.js';
import { chDd, lsv } from './iso-20022/swiss-collection.js';

const FORMATS: { readonly [M in BankMethod]: BankFormat<M> } = {
  SEPA: sepaCore,
  CH_DD: chDd,
  LSV: lsv,
  ACH: ach,
  BECS: becs,
};

export const formatOf = (method: BankMethod): BankFormat => FORMATS[method];
