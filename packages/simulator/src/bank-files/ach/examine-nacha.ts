import { collectionOutcome, type CollectionOutcome } from '../../bank/test-data.js';
import { addBankDays, type Day } from '../bank-days.js';
import { faultOf, type BatchDecision, type Decision, type Fault, type Knowledge } from '../bank-format.js';
import { executionFault, type ExecutionRules } from '../execution-days.js';
import type { AchBatch, AchEntry, AchFile } from './read-nacha.js';
import { isRoutingNumber, LIVE_DEBITS, PRE_NOTES } from './records.js';

/** What the bank remembers of the files of a company that it accepted. */
export interface AchMemory {
  /** The sender of the files; null before the first one. */
  origin: string | null;
  /** Creation dates with file id modifiers. */
  readonly files: Set<string>;
  readonly digests: Set<string>;
  /** Day of the last pre-note by account. */
  readonly preNotes: Map<string, Day>;
}

export const newMemory = (): AchMemory => ({
  origin: null,
  files: new Set(),
  digests: new Set(),
  preNotes: new Map(),
});

export const RULES: ExecutionRules = { calendar: 'FED', cutOff: '20:00', mostDaysAhead: 30 };

/** Classes of entries that the company may send: authorised online, in writing, and debits of businesses. */
const ENTRY_CLASSES = ['WEB', 'PPD', 'CCD'];
/** Banking days after a pre-note before which no live entry may come (Nacha Operating Rules, 2.6.2). */
const DAYS_AFTER_PRE_NOTE = 3;

/** Decides on a file whose form is right. Any fault refuses all of it. */
export function examineNacha(file: AchFile, known: Knowledge<AchMemory>): Decision<AchFile> {
  const fault = fileFault(file, known) ?? firstFault(file.batches, (batch) => batchFault(batch, file, known));
  if (fault !== null) return { fault, batches: [] };
  return { fault: null, batches: file.batches.map(accepted) };
}

/** Remembers an accepted file. */
export function remember(memory: AchMemory, file: AchFile): void {
  const { header, digest, batches } = file;
  memory.origin ??= header.origin;
  memory.files.add(fileKey(file));
  memory.digests.add(digest);
  for (const [account, day] of preNotesOf(batches)) memory.preNotes.set(account, day);
}

function fileFault(file: AchFile, { memory }: Knowledge<AchMemory>): Fault | null {
  const { header, digest, batches } = file;
  if (memory.digests.has(digest)) return faultOf('AM05', 'The bank has had these batches.');
  if (memory.files.has(fileKey(file))) {
    return faultOf('AM05', 'The bank has had a file with this creation date and file id modifier.');
  }
  if (!isRoutingNumber(header.destination)) {
    return faultOf('RC01', 'The immediate destination has a wrong check digit.');
  }
  if (memory.origin !== null && memory.origin !== header.origin) {
    return faultOf('BE05', 'The immediate origin is not that of the company.');
  }
  const [first] = batches;
  if (batches.some(({ companyId }) => companyId !== first?.companyId)) {
    return faultOf('BE05', 'All batches must have the same company identification.');
  }
  return null;
}

const fileKey = ({ header }: AchFile): string => `${header.createdOn}${header.modifier}`;

function batchFault(batch: AchBatch, { batches }: AchFile, known: Knowledge<AchMemory>): Fault | null {
  const { header, entryClass, executionOn, debits } = batch;
  if (!ENTRY_CLASSES.includes(entryClass)) {
    return faultOf('FF05', `The entry class code must be one of ${ENTRY_CLASSES.join(', ')}.`);
  }
  if (debits.some(({ trace }) => !trace.startsWith(header.destination.slice(0, 8)))) {
    return faultOf('RC01', 'The ODFI identification is not that of the bank.');
  }
  const preNotes = new Map([...known.memory.preNotes, ...preNotesOf(batches)]);
  return (
    executionFault(executionOn, known, RULES) ??
    firstFault(debits, (entry) => entryFault(entry) ?? preNoteFault(entry, executionOn, preNotes))
  );
}

function entryFault({ transactionCode, routingNumber, amount }: AchEntry): Fault | null {
  if (!isRoutingNumber(routingNumber)) {
    return faultOf('RC01', 'The routing number of an entry has a wrong check digit.');
  }
  if (LIVE_DEBITS.includes(transactionCode)) {
    return amount > 0 ? null : faultOf('AM01', 'The amount of a live entry is 0.');
  }
  if (PRE_NOTES.includes(transactionCode)) {
    return amount === 0 ? null : faultOf('AM01', 'The amount of a pre-note must be 0.');
  }
  return faultOf('AG03', 'A transaction code is not that of a debit (27, 37) or a pre-note (28, 38).');
}

function preNoteFault(
  { transactionCode, ...entry }: AchEntry,
  executionOn: Day,
  preNotes: ReadonlyMap<string, Day>,
): Fault | null {
  const preNotedOn = preNotes.get(accountOf(entry));
  if (preNotedOn === undefined || executionOn < preNotedOn || !LIVE_DEBITS.includes(transactionCode)) {
    return null;
  }
  const first = addBankDays(RULES.calendar, preNotedOn, DAYS_AFTER_PRE_NOTE);
  return executionOn >= first
    ? null
    : faultOf('DT01', `A live entry comes before the third banking day after its pre-note (${first}).`);
}

const preNotesOf = (batches: readonly AchBatch[]): [string, Day][] =>
  batches.flatMap(({ debits, executionOn }) =>
    debits
      .filter(({ transactionCode }) => PRE_NOTES.includes(transactionCode))
      .map((entry): [string, Day] => [accountOf(entry), executionOn]),
  );

const accepted = (batch: AchBatch): BatchDecision<AchFile> => ({
  batch,
  fault: null,
  debits: batch.debits.map((debit) => ({ debit, fault: null, outcome: outcomeOf(debit) })),
});

/** Codes with which a payer's bank also returns pre-notes, because they concern the account. */
const RETURNS_OF_PRE_NOTES = ['R02', 'R03'];

function outcomeOf(entry: AchEntry): CollectionOutcome {
  const outcome = collectionOutcome('ACH', accountOf(entry));
  const isPreNote = PRE_NOTES.includes(entry.transactionCode);
  return isPreNote && outcome.kind === 'RETURNED' && !RETURNS_OF_PRE_NOTES.includes(outcome.reason)
    ? { kind: 'PAID' }
    : outcome;
}

const accountOf = (entry: Pick<AchEntry, 'routingNumber' | 'accountNumber'>): string =>
  `${entry.routingNumber}/${entry.accountNumber}`;

function firstFault<T>(all: readonly T[], fault: (one: T) => Fault | null): Fault | null {
  for (const one of all) {
    const found = fault(one);
    if (found !== null) return found;
  }
  return null;
}
