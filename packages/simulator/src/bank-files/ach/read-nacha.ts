import { createHash } from 'node:crypto';
import type { Day } from '../bank-days.js';
import type { BankFile, Batch, Debit } from '../bank-format.js';
import { recordsOf, type FixedRecord, type Records } from '../fixed-width.js';
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  BLOCKING_FACTOR,
  ENTRY_DETAIL,
  entryHash,
  FILE_CONTROL,
  FILE_HEADER,
  FILLER,
  RECORD_LENGTH,
} from './records.js';

/** A Nacha file of debits, as far as the bank uses it. */
export interface AchFile extends BankFile {
  readonly header: FileHeader;
  /** Hash of all that follows the file header. */
  readonly digest: string;
  readonly batches: readonly AchBatch[];
}

interface FileHeader {
  /** Routing number of the bank. */
  readonly destination: string;
  /** The sender, ten characters. */
  readonly origin: string;
  readonly createdOn: Day;
  /** Tells the sender's files of a day apart. */
  readonly modifier: string;
}

export interface AchBatch extends Batch {
  readonly header: FileHeader;
  readonly companyName: string;
  readonly discretionaryData: string;
  readonly companyId: string;
  readonly entryClass: string;
  readonly description: string;
  readonly debits: readonly AchEntry[];
}

export interface AchEntry extends Debit {
  readonly transactionCode: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly name: string;
  readonly discretionaryData: string;
  readonly trace: string;
}

/** Returns whether a file is text rather than XML. What is no direct entry file can only be a Nacha file. */
export const isNacha = (content: string): boolean => !/^[\s\uFEFF]*(<|$)/.test(content);

/**
 * Reads a file and checks its form: the records and their order, numbers, counts, hashes and totals.
 *
 * @throws FormatError naming the record, never a value
 */
export function readNacha(content: string): AchFile {
  const records = recordsOf(content, RECORD_LENGTH);
  const header = fileHeaderOf(records.next(FILE_HEADER));
  const batches: AchBatch[] = [];
  while (records.isNext(BATCH_HEADER)) batches.push(batchOf(records, header, batches.length + 1));
  const control = records.next(FILE_CONTROL);
  const [first] = batches;
  if (first === undefined) return control.fail('there is no batch');
  requireFullBlocks(records);
  const entries = batches.flatMap((batch) => batch.debits);
  control.total(2, 7, batches.length, 'number of batches');
  control.total(8, 13, records.count / BLOCKING_FACTOR, 'number of blocks');
  control.total(14, 21, entries.length, 'number of entries');
  control.total(22, 31, entryHash(entries), 'entry hash');
  control.total(32, 43, sumOf(entries), 'total of debits');
  control.total(44, 55, 0, 'total of credits');
  control.blank(56, 94);
  return {
    messageId: `${header.origin.trim()}-${header.createdOn}-${header.modifier}`,
    account: `${header.destination}/${first.companyId}`,
    header,
    digest: createHash('sha256').update(records.afterFirst()).digest('hex'),
    batches,
  };
}

/** Checks that the file ends with a full block. */
function requireFullBlocks(records: Records): void {
  const rest = records.rest();
  if (rest.some((line) => line !== FILLER)) records.fail('only records of nines may follow');
  if (records.count % BLOCKING_FACTOR !== 0 || rest.length >= BLOCKING_FACTOR) {
    records.fail('records of nines must fill the last block of ten');
  }
}

const sumOf = (entries: readonly AchEntry[]): number => entries.reduce((sum, { amount }) => sum + amount, 0);

function fileHeaderOf(record: FixedRecord): FileHeader {
  record.exactly(2, 3, '01', 'priority code');
  record.exactly(4, 4, ' ', 'immediate destination');
  record.exactly(35, 40, '094101', 'format of the records');
  record.matching(30, 33, /^( {4}|([01]\d|2[0-3])[0-5]\d)$/, 'creation time');
  return {
    destination: record.digits(5, 13, 'immediate destination'),
    origin: record.filled(14, 23, 'immediate origin'),
    createdOn: record.day(24, 29, 'creation date', 'YYMMDD'),
    modifier: record.matching(34, 34, /^[A-Z0-9]$/, 'file id modifier'),
  };
}

function batchOf(records: Records, file: FileHeader, number: number): AchBatch {
  const header = records.next(BATCH_HEADER);
  const serviceClass = header.matching(2, 4, /^2(00|25)$/, 'service class code (debits)');
  const companyId = header.filled(41, 50, 'company identification');
  header.blank(76, 78);
  header.exactly(79, 79, '1', 'originator status code');
  const odfi = header.digits(80, 87, 'ODFI identification');
  if (Number(header.digits(88, 94, 'batch number')) !== number) {
    header.fail('the batch numbers must ascend from 1');
  }
  const debits: AchEntry[] = [];
  while (records.isNext(ENTRY_DETAIL)) {
    const record = records.next(ENTRY_DETAIL);
    const entry = entryOf(record, odfi);
    if (entry.trace <= (debits.at(-1)?.trace ?? '')) record.fail('the trace numbers must ascend');
    debits.push(entry);
  }
  const control = records.next(BATCH_CONTROL);
  if (debits.length === 0) control.fail('the batch has no entry');
  control.exactly(2, 4, serviceClass, 'service class code');
  control.total(5, 10, debits.length, 'number of entries');
  control.total(11, 20, entryHash(debits), 'entry hash');
  control.total(21, 32, sumOf(debits), 'total of debits');
  control.total(33, 44, 0, 'total of credits');
  control.exactly(45, 54, companyId, 'company identification');
  control.blank(55, 79);
  control.exactly(80, 87, odfi, 'ODFI identification');
  control.total(88, 94, number, 'batch number');
  return {
    id: String(number),
    isBooked: true,
    header: file,
    executionOn: header.day(70, 75, 'effective entry date', 'YYMMDD'),
    companyName: header.filled(5, 20, 'company name'),
    discretionaryData: header.text(21, 40),
    companyId,
    entryClass: header.text(51, 53),
    description: header.filled(54, 63, 'company entry description'),
    debits,
  };
}

function entryOf(record: FixedRecord, odfi: string): AchEntry {
  record.exactly(79, 79, '0', 'addenda record indicator');
  record.exactly(80, 87, odfi, 'trace number');
  return {
    transactionCode: record.digits(2, 3, 'transaction code'),
    routingNumber: record.digits(4, 12, 'routing number'),
    accountNumber: record.matching(13, 29, /^[A-Z0-9-][A-Z0-9 -]*$/i, 'account number').trim(),
    amount: Number(record.digits(30, 39, 'amount')),
    endToEndId: record.filled(40, 54, 'individual identification').trim(),
    name: record.filled(55, 76, 'name'),
    discretionaryData: record.text(77, 78),
    trace: record.digits(80, 94, 'trace number'),
  };
}
