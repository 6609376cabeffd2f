import { isRoutingNumber } from '../../../bank-details/ach.js';
import { BankFileError } from '../bank-file-error.js';
import { type Read, type Reader, readerOf, rowsIn } from '../fixed-width.js';
import {
  ADDENDA,
  BATCH_CONTROL,
  BATCH_HEADER,
  BLOCKING_FACTOR,
  ENTRY_DETAIL,
  FILE_CONTROL,
  FILE_HEADER,
  FILLER,
  RECORD_SIZE,
  sumOf,
  type Totals,
} from './nacha-records.js';

export interface NachaFile {
  readonly header: Read<typeof FILE_HEADER>;
  readonly batches: readonly NachaBatch[];
}

export interface NachaBatch {
  readonly header: Read<typeof BATCH_HEADER>;
  readonly entries: readonly NachaEntry[];
}

export interface NachaEntry {
  readonly detail: Read<typeof ENTRY_DETAIL>;
  readonly isCredit: boolean;
  /** Minor units. */
  readonly amount: number;
  readonly addenda: readonly Read<typeof ADDENDA>[];
}

/**
 * Reads the records of a Nacha file, and checks what they say about each other: numbers, sums and hashes.
 *
 * @throws BankFileError naming the number of the record when the file is truncated or contradicts itself.
 */
export function parseNacha(content: Uint8Array): NachaFile {
  const rows = rowsIn(RECORD_SIZE, content);
  const last = rows.findLastIndex(({ text }) => text !== FILLER);
  const reader = readerOf(rows.slice(0, last + 1));
  const header = reader.take(FILE_HEADER, '1');
  const batches: (NachaBatch & { readonly totals: Totals })[] = [];
  while (reader.nextType() === '5') batches.push(takeBatch(reader));
  const control = reader.take(FILE_CONTROL, '9', '5');
  const { line } = control;
  if (reader.nextType() !== '') {
    throw new BankFileError(
      'After the file control, only records of nines may follow. If the bank has sent several files in one, split them.',
      line + 1,
    );
  }
  mustCount(Number(control.batchCount), batches.length, 'batches', line);
  mustCount(
    Number(control.blockCount),
    Math.ceil(rows.length / BLOCKING_FACTOR),
    'blocks of ten records',
    line,
  );
  checkTotals(control, sumOf(batches.map(({ totals }) => totals)));
  return { header, batches };
}

function takeBatch(reader: Reader): NachaBatch & { readonly totals: Totals } {
  const header = reader.take(BATCH_HEADER, '5');
  const entries: NachaEntry[] = [];
  do entries.push(takeEntry(reader));
  while (reader.nextType() === '6');
  const control = reader.take(BATCH_CONTROL, '8', '6');
  for (const name of ['serviceClass', 'companyId', 'originatingBank', 'batchNumber'] as const) {
    if (control[name].trim() === header[name].trim()) continue;
    throw new BankFileError(`The ${CONTROL_FIELDS[name]} is not that of the batch header.`, control.line);
  }
  const totals = sumOf(
    entries.map(({ detail, isCredit, amount, addenda }) => ({
      entryCount: 1 + addenda.length,
      entryHash: Number(detail.receivingBank),
      totalDebits: isCredit ? 0 : amount,
      totalCredits: isCredit ? amount : 0,
    })),
  );
  checkTotals(control, totals);
  return { header, entries, totals };
}

const CONTROL_FIELDS = {
  serviceClass: 'service class',
  companyId: 'company id',
  originatingBank: 'originating bank',
  batchNumber: 'batch number',
} as const;

function takeEntry(reader: Reader): NachaEntry {
  const detail = reader.take(ENTRY_DETAIL, '6');
  const { line, transactionCode, receivingBank, checkDigit, addendaIndicator } = detail;
  // The first digit tells the kind of account; the second one that is lower than 5 is a credit.
  if (!/^[2-5][1-9]$/.test(transactionCode)) {
    throw new BankFileError(`The transaction code ${transactionCode} is unknown.`, line);
  }
  if (!isRoutingNumber(`${receivingBank}${checkDigit}`)) {
    throw new BankFileError("The check digit of the receiving bank's routing number is wrong.", line);
  }
  const addenda: Read<typeof ADDENDA>[] = [];
  while (reader.nextType() === '7') addenda.push(reader.take(ADDENDA, '7'));
  if (Number(addendaIndicator) !== Math.min(addenda.length, 1)) {
    throw new BankFileError(
      `The addenda indicator is ${addendaIndicator}, but ${addenda.length} addenda follow.`,
      line,
    );
  }
  return { detail, isCredit: Number(transactionCode.charAt(1)) < 5, amount: Number(detail.amount), addenda };
}

function checkTotals(control: Read<typeof BATCH_CONTROL | typeof FILE_CONTROL>, totals: Totals): void {
  const { line } = control;
  mustCount(Number(control.entryCount), totals.entryCount, 'entries and addenda', line);
  if (Number(control.entryHash) !== totals.entryHash) {
    throw new BankFileError('The entry hash is not the sum of the routing numbers.', line);
  }
  if (Number(control.totalDebits) !== totals.totalDebits) {
    throw new BankFileError('The debits do not add up to their total.', line);
  }
  if (Number(control.totalCredits) !== totals.totalCredits) {
    throw new BankFileError('The credits do not add up to their total.', line);
  }
}

function mustCount(stated: number, found: number, what: string, line: number): void {
  if (stated === found) return;
  throw new BankFileError(`The control record counts ${stated} ${what}, but there are ${found}.`, line);
}
