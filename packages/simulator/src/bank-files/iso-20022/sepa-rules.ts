import { findIbanFault, needsDebtorAddress } from '@upc/contract/iban';
import { collectionOutcome } from '../../bank/test-data.js';
import { faultOf, type Fault } from '../bank-format.js';
import type { Known, SchemeRules } from './examine-collection.js';
import type { IsoBatch, IsoDebit, SequenceType } from './read-collection.js';
import { SEPA_NAMESPACE, SEPA_SCHEMA } from './sepa-schema.js';

/** SEPA banks refuse addresses that consist of lines from this day (EPC rulebooks of 2025). */
const STRUCTURED_ADDRESSES_FROM = '2026-11-22';

/** A bank that takes SEPA Core debits. */
export const sepa: SchemeRules = {
  name: 'SEPA bank',
  messageType: 'pain.008.001.08',
  namespace: SEPA_NAMESPACE,
  schema: SEPA_SCHEMA,
  calendar: 'TARGET',
  timeZone: 'Europe/Berlin',
  cutOff: '16:00',
  mostDaysAhead: 14,
  currency: 'EUR',
  transactionCodes: { debit: 'ESDD', returned: 'UPDD' },
  marksReversals: false,

  creditorFault: ({ creditor }, known) => {
    if (findIbanFault(creditor.iban, 'SEPA') !== null) {
      return faultOf('AC01', 'The IBAN of the creditor is wrong.');
    }
    if (!isCreditorIdentifier(creditor.identifier)) {
      return faultOf('BE05', 'The creditor identifier has wrong check digits.');
    }
    if (isRefusedAddress(creditor.address, known)) {
      return faultOf('RR03', 'The address of the creditor needs TwnNm and Ctry.');
    }
    return null;
  },

  debitFault: (debit, batch, known, earlier) =>
    payerFault(debit, batch, known) ??
    sequenceFault(batch.sequenceType, earlier, debit.mandate?.isAmended ?? false),

  outcome: ({ payer }) => collectionOutcome('SEPA', payer.iban),
};

function payerFault({ payer }: IsoDebit, { creditor }: IsoBatch, known: Known): Fault | null {
  if (findIbanFault(payer.iban, 'SEPA') !== null) return faultOf('AC01', 'The IBAN of the payer is wrong.');
  const needsAddress = [payer.iban, creditor.iban].some((iban) => needsDebtorAddress(iban.slice(0, 2)));
  if (isRefusedAddress(payer.address, known) || (needsAddress && payer.address === 'NONE')) {
    return faultOf('RR02', 'The address of the payer needs TwnNm and Ctry.');
  }
  return null;
}

/** Since 2016, banks take a following debit (RCUR) without a first one, but not two first ones. */
function sequenceFault(
  sequenceType: SequenceType | null,
  earlier: SequenceType | null | undefined,
  isAmended: boolean,
): Fault | null {
  if (earlier === 'OOFF' || earlier === 'FNAL') {
    return faultOf('MD01', `The mandate ended with a debit of type ${earlier}.`);
  }
  if (earlier !== undefined && !isAmended && (sequenceType === 'FRST' || sequenceType === 'OOFF')) {
    return faultOf('AG02', `${sequenceType} is not possible, because the mandate has been used.`);
  }
  return null;
}

const isRefusedAddress = (address: IsoDebit['payer']['address'], { receivedOn }: Known): boolean =>
  address === 'UNSTRUCTURED' && receivedOn >= STRUCTURED_ADDRESSES_FROM;

/** Checks the check digits (ISO 7064, MOD 97-10), which do not cover the three characters of the business code. */
function isCreditorIdentifier(identifier: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(identifier)) return false;
  const digits = Array.from(identifier.slice(7) + identifier.slice(0, 4), (one) => parseInt(one, 36)).join(
    '',
  );
  return BigInt(digits) % 97n === 1n;
}
