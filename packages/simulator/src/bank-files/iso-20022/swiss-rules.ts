import { findIbanFault } from '@upc/contract/iban';
import { collectionOutcome } from '../../bank/test-data.js';
import { faultOf, type Fault } from '../bank-format.js';
import type { SchemeRules } from './examine-collection.js';
import type { IsoBatch, IsoDebit } from './read-collection.js';
import { SWISS_NAMESPACE, SWISS_SCHEMA } from './swiss-schema.js';

/** The scheme of a batch by its service level, local instrument, and the name of the creditor's identifier. */
const SCHEMES: Readonly<Record<string, Scheme>> = {
  'CHDD DDCOR1 CHDD': { method: 'CH_DD', identifier: /^\d{17}$/, identifierName: 'RS-PID' },
  'CHTA LSV+ CHLS': { method: 'LSV', identifier: /^[A-Z0-9]{5}$/, identifierName: 'LSV identification' },
};

interface Scheme {
  readonly method: 'CH_DD' | 'LSV';
  readonly identifier: RegExp;
  readonly identifierName: string;
}

const schemeOf = ({ scheme }: IsoBatch): Scheme | undefined => SCHEMES[scheme];

/** The Swiss banks: PostFinance, which takes debits of CH-DD, and the others, which take those of LSV+. */
export const swiss: SchemeRules = {
  name: 'Swiss bank',
  messageType: 'pain.008.001.02.ch.03',
  namespace: SWISS_NAMESPACE,
  schema: SWISS_SCHEMA,
  calendar: 'SIC',
  timeZone: 'Europe/Zurich',
  cutOff: '16:00',
  mostDaysAhead: 30,
  currency: 'CHF',
  transactionCodes: { debit: 'PMDD', returned: 'UPDD' },
  marksReversals: true,

  creditorFault(batch) {
    const scheme = schemeOf(batch);
    const { iban, identifier } = batch.creditor;
    if (scheme === undefined) {
      return faultOf('FF05', 'SvcLvl, LclInstrm and SchmeNm are not those of one scheme (CHDD, CHTA).');
    }
    if (findIbanFault(iban, scheme.method) !== null) {
      return faultOf('AC01', `The creditor account is none that ${scheme.method} credits.`);
    }
    if (!isAt(batch.creditor)) {
      return faultOf('RC01', 'The IID of the creditor is not that of the IBAN.');
    }
    if (!scheme.identifier.test(identifier)) {
      return faultOf('BE05', `The creditor identifier is not an ${scheme.identifierName}.`);
    }
    const ids = batch.debits.map(({ instructionId }) => instructionId);
    if (new Set(ids).size < ids.length) return faultOf('DU05', 'Two debits have the same InstrId.');
    return null;
  },

  debitFault(debit, batch) {
    const method = schemeOf(batch)?.method ?? 'LSV';
    if (findIbanFault(debit.payer.iban, method) !== null) {
      return faultOf('AC01', `The account of the payer is none that ${method} debits.`);
    }
    if (!isAt(debit.payer)) return faultOf('RC01', 'The IID of the payer is not that of the IBAN.');
    return method === 'LSV' ? referenceFault(debit, batch) : null;
  },

  outcome: ({ payer }, batch) => collectionOutcome(schemeOf(batch)?.method ?? 'LSV', payer.iban),
};

/** Returns whether an IBAN belongs to the institution that is named beside it, with or without leading zeros. */
const isAt = ({ iban, institution }: IsoDebit['payer']): boolean =>
  Number(institution) === Number(iban.slice(4, 9));

/** Returns what is wrong with the reference, which each debit of LSV+ needs. */
function referenceFault({ reference }: IsoDebit, { creditor }: IsoBatch): Fault | null {
  switch (reference?.type) {
    case 'ESR':
      if (creditor.participant === null) {
        return faultOf('RR07', 'An ESR reference needs the number of the participant in CdtrAgt.');
      }
      return isEsrReference(reference.value) ? null : faultOf('RR07', 'The ESR reference is wrong.');
    case 'IPI':
      return isIpiReference(reference.value) ? null : faultOf('RR07', 'The IPI reference is wrong.');
    default:
      return faultOf('RR07', 'The debit needs an ESR or IPI reference.');
  }
}

/** Checks 27 digits, of which the last is the check digit (modulo 10, recursive). */
function isEsrReference(reference: string): boolean {
  const table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
  const carry = (digits: string): number =>
    Array.from(digits).reduce((sum, digit) => table[(sum + Number(digit)) % 10] ?? 0, 0);
  return /^\d{27}$/.test(reference) && (10 - carry(reference.slice(0, -1))) % 10 === Number(reference.at(-1));
}

/** Checks 20 characters that begin with two check digits (ISO 7064, MOD 97-10). */
function isIpiReference(reference: string): boolean {
  if (!/^\d{2}[A-Z0-9]{18}$/.test(reference)) return false;
  const moved = reference.slice(2) + reference.slice(0, 2);
  return BigInt(Array.from(moved, (one) => parseInt(one, 36)).join('')) % 97n === 1n;
}
