import { findIbanFault, needsDebtorAddress } from '@upc/contract/iban';
import { collectionOutcome, type CollectionOutcome } from '../bank/test-data.js';
import { decimal, type Batch, type Collection, type Debit } from './read-collection.js';
import { addDays, addTargetDays, isTargetDay, targetDayFrom, type Day } from './target-days.js';

/** Reason for which the bank refuses a file, a batch or a debit. */
export interface Fault {
  /** ISO external code. */
  readonly reason: string;
  /** An explanation of at most 105 characters, without personal data. */
  readonly text: string;
}

/** The bank's decision on a file: on all of it, or else on each batch and debit. */
export interface Decision {
  readonly fault: Fault | null;
  readonly batches: readonly BatchDecision[];
}

export interface BatchDecision {
  readonly batch: Batch;
  readonly fault: Fault | null;
  /** Empty if the batch is refused. */
  readonly debits: readonly DebitDecision[];
}

export interface DebitDecision {
  readonly debit: Debit;
  readonly fault: Fault | null;
  readonly outcome: CollectionOutcome;
}

/** What the bank knows when it receives a file. */
export interface Knowledge {
  /** The creditor's account; null before the first file. */
  readonly account: { readonly iban: string; readonly identifier: string } | null;
  /** Day and time (HH:MM) in Berlin at which the bank receives the file. */
  readonly receivedOn: Day;
  readonly receivedAt: string;
  /** Identifiers of the files and batches that were accepted at least partly. */
  readonly messages: ReadonlySet<string>;
  readonly batches: ReadonlySet<string>;
  /** Sequence type of the last accepted debit by mandate reference. */
  readonly mandates: ReadonlyMap<string, Batch['sequenceType']>;
}

/** Time in Berlin after which a file counts as received on the next TARGET day. */
const CUT_OFF = '16:00';
const LONGEST_LEAD_DAYS = 14;
/** SEPA banks refuse addresses that consist of lines from this day (EPC rulebooks of 2025). */
const STRUCTURED_ADDRESSES_FROM = '2026-11-22';

/** Decides on a file that follows the schema. */
export function examineCollection(collection: Collection, known: Knowledge): Decision {
  const fault = fileFault(collection, known);
  if (fault !== null) return { fault, batches: [] };
  const mandates = new Map(known.mandates);
  const ids = new Set(known.batches);
  const batches = collection.batches.map((batch): BatchDecision => {
    const refused = ids.has(batch.id)
      ? faultOf('AM05', 'The bank has had a batch with this PmtInfId.')
      : batchFault(batch, known);
    ids.add(batch.id);
    if (refused !== null) return { batch, fault: refused, debits: [] };
    return { batch, fault: null, debits: batch.debits.map((debit) => decide(debit, batch, mandates, known)) };
  });
  return { fault: null, batches };
}

function fileFault(collection: Collection, { account, messages }: Knowledge): Fault | null {
  const debits = collection.batches.flatMap((batch) => batch.debits);
  if (messages.has(collection.messageId)) return faultOf('AM05', 'The bank has had a file with this MsgId.');
  const [first] = collection.batches;
  const iban = account?.iban ?? first?.creditor.iban;
  if (collection.batches.some(({ creditor }) => creditor.iban !== iban)) {
    return faultOf('AC01', 'A creditor account is not the account of the customer that sends the file.');
  }
  return totalsFault(collection, debits);
}

function totalsFault(
  given: { readonly count: number; readonly total: number },
  debits: readonly Debit[],
): Fault | null {
  const total = debits.reduce((sum, { amount }) => sum + amount, 0);
  if (given.count !== debits.length) {
    return faultOf('AM10', `NbOfTxs is ${given.count}, but there are ${debits.length} debits.`);
  }
  if (given.total !== total) {
    return faultOf('AM10', `CtrlSum is ${decimal(given.total)}, but the debits add up to ${decimal(total)}.`);
  }
  return null;
}

function batchFault(batch: Batch, known: Knowledge): Fault | null {
  const { creditor } = batch;
  if (findIbanFault(creditor.iban, 'SEPA') !== null)
    return faultOf('AC01', 'The IBAN of the creditor is wrong.');
  if (!isCreditorIdentifier(creditor.identifier)) {
    return faultOf('BE05', 'The creditor identifier has wrong check digits.');
  }
  if (known.account !== null && known.account.identifier !== creditor.identifier) {
    return faultOf('BE05', 'The creditor identifier is not that of the account.');
  }
  if (isRefusedAddress(creditor.address, known)) {
    return faultOf('RR03', 'The address of the creditor needs TwnNm and Ctry.');
  }
  return totalsFault(batch, batch.debits) ?? dateFault(batch.executionOn, known);
}

function dateFault(executionOn: Day, { receivedOn, receivedAt }: Knowledge): Fault | null {
  if (!isTargetDay(executionOn)) return faultOf('DT01', `${executionOn} is not a TARGET day.`);
  const isLate = isTargetDay(receivedOn) && receivedAt >= CUT_OFF;
  const counted = isLate ? addTargetDays(receivedOn, 1) : targetDayFrom(receivedOn);
  const first = addTargetDays(counted, 1);
  if (executionOn < first) return faultOf('DT01', `The first possible day is ${first}, not ${executionOn}.`);
  const last = addDays(receivedOn, LONGEST_LEAD_DAYS);
  if (executionOn > last) return faultOf('DT01', `The last possible day is ${last}, not ${executionOn}.`);
  return null;
}

function decide(
  debit: Debit,
  { sequenceType, creditor }: Batch,
  mandates: Map<string, Batch['sequenceType']>,
  known: Knowledge,
): DebitDecision {
  const outcome = collectionOutcome(debit.payer.iban);
  const earlier = mandates.get(debit.mandate.reference);
  const fault =
    debitFault(debit, creditor.iban, known) ??
    sequenceFault(sequenceType, earlier, debit.mandate.isAmended) ??
    (outcome.kind === 'REFUSED' ? faultOf(outcome.reason, 'The bank of the payer refuses the debit.') : null);
  if (fault === null) mandates.set(debit.mandate.reference, sequenceType);
  return { debit, fault, outcome };
}

function debitFault({ currency, payer }: Debit, creditorIban: string, known: Knowledge): Fault | null {
  if (currency !== 'EUR') return faultOf('AM03', `The currency must be EUR, not ${currency}.`);
  if (findIbanFault(payer.iban, 'SEPA') !== null) return faultOf('AC01', 'The IBAN of the payer is wrong.');
  const needsAddress = [payer.iban, creditorIban].some((iban) => needsDebtorAddress(iban.slice(0, 2)));
  if (isRefusedAddress(payer.address, known) || (needsAddress && payer.address === 'NONE')) {
    return faultOf('RR02', 'The address of the payer needs TwnNm and Ctry.');
  }
  return null;
}

/** Since 2016, banks take a following debit (RCUR) without a first one, but not two first ones. */
function sequenceFault(
  sequenceType: Batch['sequenceType'],
  earlier: Batch['sequenceType'] | undefined,
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

const isRefusedAddress = (address: Debit['payer']['address'], { receivedOn }: Knowledge): boolean =>
  address === 'UNSTRUCTURED' && receivedOn >= STRUCTURED_ADDRESSES_FROM;

/** Checks the check digits (ISO 7064, MOD 97-10), which do not cover the three characters of the business code. */
function isCreditorIdentifier(identifier: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(identifier)) return false;
  const digits = Array.from(identifier.slice(7) + identifier.slice(0, 4), (one) => parseInt(one, 36)).join(
    '',
  );
  return BigInt(digits) % 97n === 1n;
}

export const faultOf = (reason: string, text: string): Fault => ({ reason, text });
