import { createHash } from 'node:crypto';
import type { CalendarDate } from '../../../../../core/calendar.js';
import { BankFileError } from '../bank-file-error.js';
import type { AccountEntry, AccountReport, BankResponse, SentCollection } from '../bank-response.js';
import { type Read, readDate, type Reader, readerOf, rowsIn } from '../fixed-width.js';
import { messageIdIn } from './direct-entry-file.js';
import {
  DEBIT,
  DESCRIPTIVE_RECORD,
  DETAIL_RECORD,
  RECORD_SIZE,
  RETURN_RECORD,
  TOTAL_RECORD,
} from './direct-entry-records.js';
import { reasonOf } from './return-codes.js';

const MESSAGE_TYPE = 'ABA';

type Detail = Read<typeof DETAIL_RECORD>;
type Return = Read<typeof RETURN_RECORD>;

interface Header extends Read<typeof DESCRIPTIVE_RECORD> {
  readonly processedOn: CalendarDate;
}

/**
 * Reads a direct entry file with returns, or one that was written here.
 *
 * @throws BankFileError naming the number of the record when the file is truncated, contradicts itself or is neither.
 */
export function readDirectEntry(content: Uint8Array): BankResponse {
  const rows = rowsIn(RECORD_SIZE, content);
  const reader = readerOf(rows);
  const record = reader.take(DESCRIPTIVE_RECORD, '0');
  const processedOn = readDate(record.processingDate, 'DDMMYY', {
    name: 'processing date',
    line: record.line,
  });
  const header = { ...record, processedOn };
  if (reader.nextType() === '1') {
    const details = takeAll(reader, DETAIL_RECORD, '1');
    takeTotals(reader, '1', details);
    return readSent(header, details);
  }
  const returns = takeAll(reader, RETURN_RECORD, '2');
  takeTotals(reader, '2', returns);
  // The file has no id of its own, and a bank may send several on one day.
  const digest = createHash('sha256').update(rows.map(({ text }) => text).join('\n'));
  return readReport(header, returns, digest.digest('hex').slice(0, 12));
}

function takeAll<L extends typeof DETAIL_RECORD | typeof RETURN_RECORD>(
  reader: Reader,
  layout: L,
  type: string,
): readonly Read<L>[] {
  const records: Read<L>[] = [];
  while (reader.nextType() === type) records.push(reader.take(layout, type));
  return records;
}

/** Reads the last record and checks the others against it. */
function takeTotals(reader: Reader, type: string, records: readonly (Detail | Return)[]): void {
  let credits = 0;
  let debits = 0;
  for (const { transactionCode, amount, bsb, traceBsb, line } of records) {
    must(/^(13|5[0-7])$/.test(transactionCode), `The transaction code ${transactionCode} is unknown.`, line);
    must(BSB.test(bsb) && BSB.test(traceBsb), 'A BSB does not have the form 123-456.', line);
    if (transactionCode === DEBIT) debits += Number(amount);
    else credits += Number(amount);
  }
  const { netTotal, creditTotal, debitTotal, recordCount, line } = reader.take(TOTAL_RECORD, '7', type);
  must(reader.nextType() === '', 'After the file total record, nothing may follow.', line + 1);
  must(
    Number(recordCount) === records.length,
    `The file total record counts ${Number(recordCount)} records, but there are ${records.length}.`,
    line,
  );
  must(Number(debitTotal) === debits, 'The debits do not add up to their total.', line);
  must(Number(creditTotal) === credits, 'The credits do not add up to their total.', line);
  must(
    Number(netTotal) === Math.abs(credits - debits),
    'The net total is not the difference between credits and debits.',
    line,
  );
}

const BSB = /^\d{3}-\d{3}$/;

function readReport(
  { userId, processedOn, line }: Header,
  returns: readonly Return[],
  digest: string,
): AccountReport {
  const users = new Set(returns.map(({ originalUserId }) => originalUserId));
  return {
    kind: 'ACCOUNT_REPORT',
    messageType: MESSAGE_TYPE,
    messageId: `${userId}-${processedOn.replaceAll('-', '')}-${digest}`,
    // On a day without returns, the file has only its first and last record.
    statements: Array.from(users.size === 0 ? [userId] : users, (account) => {
      const own = returns.filter(({ originalUserId }) => originalUserId === account);
      const debits = own.filter(({ transactionCode }) => transactionCode === DEBIT);
      return {
        statementId: account,
        account,
        line: own[0]?.line ?? line,
        entries: debits.map((each) => readReturn(each, processedOn)),
        // Credits that come back, such as wages.
        others: own.length - debits.length,
      };
    }),
  };
}

function readReturn(
  { line, returnCode, amount: digits, lodgementReference }: Return,
  bookedOn: CalendarDate,
): AccountEntry {
  must(/^[1-9]$/.test(returnCode), `The return code is ${returnCode}; allowed are 1 to 9.`, line);
  const amount = Number(digits);
  return {
    line,
    isCredit: false,
    amount,
    currency: 'AUD',
    bookedOn,
    batchId: null,
    bankReference: null,
    debits: [
      {
        line,
        endToEndId: lodgementReference.trim() || null,
        mandateReference: null,
        amount,
        status: 'RETURNED',
        reason: reasonOf(returnCode),
        newAccount: null,
      },
    ],
  };
}

function readSent(
  { userId, description, processedOn, line }: Header,
  details: readonly Detail[],
): SentCollection {
  const messageId = messageIdIn(description, processedOn);
  if (messageId === null) {
    throw new BankFileError('The file contains no returns, and was not written here.', line);
  }
  return {
    kind: 'COLLECTION',
    messageType: MESSAGE_TYPE,
    messageId,
    line,
    method: 'BECS',
    account: userId,
    batches: [
      { id: `${messageId}-1`, line, executionOn: processedOn, type: null, debits: details.map(readDebit) },
    ],
  };
}

function readDebit({
  line,
  transactionCode,
  amount,
  lodgementReference,
}: Detail): SentCollection['batches'][number]['debits'][number] {
  must(transactionCode === DEBIT, `The transaction code is ${transactionCode}, not ${DEBIT}.`, line);
  must(Number(amount) > 0, 'The amount is 0.', line);
  must(
    /^[0-9A-Z]{15}$/.test(lodgementReference),
    'The lodgement reference does not have 15 capital letters and digits.',
    line,
  );
  return { line, endToEndId: lodgementReference, mandateReference: null, amount: Number(amount) };
}

function must(isMet: boolean, problem: string, line: number): void {
  if (!isMet) throw new BankFileError(problem, line);
}
