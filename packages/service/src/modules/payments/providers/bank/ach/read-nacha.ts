import { createHash } from 'node:crypto';
import { addTerm, type CalendarDate, daysBetween, yearOf } from '../../../../../core/calendar.js';
import { isRoutingNumber } from '../../../bank-details/ach.js';
import { BankFileError } from '../bank-file-error.js';
import type {
  AccountEntry,
  AccountReport,
  BankResponse,
  DebitReport,
  NewAccount,
  SentCollection,
} from '../bank-response.js';
import { ENTRY_CLASSES, type EntryClass } from '../collection.js';
import { readDate } from '../fixed-width.js';
import { DEBIT, messageIdIn, PRE_NOTE, SERVICE_CLASS } from './nacha-file.js';
import { type NachaBatch, type NachaEntry, type NachaFile, parseNacha } from './parse-nacha.js';

const MESSAGE_TYPE = 'NACHA';

const NOTIFICATION_OF_CHANGE = '98';
const RETURN = '99';

/**
 * Reads a Nacha file with returns and notifications of change, or one that was written here.
 *
 * @throws BankFileError naming the number of the record when the file is truncated, contradicts itself or contains
 * neither.
 */
export function readNacha(content: Uint8Array): BankResponse {
  const file = parseNacha(content);
  const [first] = file.batches;
  if (!first) throw new BankFileError('The file contains no batches.');
  if (file.batches.some(({ entries }) => entries.some((entry) => reportIn(entry) !== null))) {
    return readReport(file, createHash('sha256').update(content).digest('hex').slice(0, 8));
  }
  const messageId = messageIdIn(first.header.companyDiscretionaryData);
  if (messageId !== null) return readSent(messageId, first, file);
  throw new BankFileError(
    'The file contains no returns or notifications of change, and was not written here.',
  );
}

type Addenda = NachaEntry['addenda'][number];

/** Finds what makes an entry a return or a notification of change. */
function reportIn({ addenda }: NachaEntry): Addenda | null {
  const isReport = ({ addendaType }: Addenda): boolean =>
    [NOTIFICATION_OF_CHANGE, RETURN].includes(addendaType);
  return addenda.find(isReport) ?? null;
}

/** @param digest of the content, because some banks give several files of a day the same header */
function readReport({ header, batches }: NachaFile, digest: string): AccountReport {
  const { immediateOrigin, creationDate, creationTime, fileIdModifier } = header;
  const created = readDate(creationDate, 'YYMMDD', { name: 'creation date', line: header.line });
  return {
    kind: 'ACCOUNT_REPORT',
    messageType: MESSAGE_TYPE,
    messageId: [immediateOrigin, creationDate, creationTime, fileIdModifier, digest]
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('-'),
    statements: Array.from(new Set(batches.map(companyOf)), (account) => {
      const own = batches.filter((batch) => companyOf(batch) === account);
      const all = own.flatMap((batch) => batch.entries.map((entry) => readEntry(entry, batch, created)));
      const entries = all.filter((entry) => entry !== null);
      const line = own[0]?.header.line ?? header.line;
      return { statementId: account, account, line, entries, others: all.length - entries.length };
    }),
  };
}

const companyOf = ({ header }: NachaBatch): string => header.companyId.trim();

/** Reads a return or a notification of change; null if the entry is neither. */
function readEntry(entry: NachaEntry, { header }: NachaBatch, created: CalendarDate): AccountEntry | null {
  const report = reportIn(entry);
  if (report === null) return null;
  const isReturn = report.addendaType === RETURN;
  // A credit that comes back is none of the debits that were sent.
  const isCredit = isReturn && entry.isCredit;
  return {
    line: entry.detail.line,
    isCredit,
    amount: entry.amount,
    currency: 'USD',
    bookedOn: settlementDay(header.settlementDate, created),
    batchId: null,
    bankReference: entry.detail.traceNumber,
    debits: isCredit ? [] : [isReturn ? returnOf(entry, report) : changeOf(entry, report)],
  };
}

/**
 * Codes with which banks argue about a return: the originating bank dishonours it, and the receiving one contests that.
 * They say nothing about the payer, so the debit is left to staff.
 */
const DISHONOURED = /^R[67]\d$/;

/** Codes with which the originating bank refuses a notification of change. */
const REFUSED_CHANGE = /^C6\d$/;

function returnOf({ detail, amount }: NachaEntry, { code, line }: Addenda): DebitReport {
  must(/^R\d\d$/.test(code), 'The return reason code is not R and two digits.', line);
  return {
    line: detail.line,
    endToEndId: detail.individualId.trim() || null,
    mandateReference: null,
    amount,
    status: DISHONOURED.test(code) ? 'DISPUTED' : 'RETURNED',
    reason: code,
    newAccount: null,
  };
}

function changeOf({ detail }: NachaEntry, { code, correctedData, line }: Addenda): DebitReport {
  must(/^C\d\d$/.test(code), 'The change code is not C and two digits.', line);
  return {
    line: detail.line,
    endToEndId: detail.individualId.trim() || null,
    mandateReference: null,
    // Nothing is booked.
    amount: null,
    status: REFUSED_CHANGE.test(code) ? 'DISPUTED' : 'CHANGED',
    reason: code,
    newAccount: newAccountIn(code, correctedData),
  };
}

/** Corrected data by change code (Nacha Operating Rules, appendix five). Other codes do not change the account. */
const CORRECTED_DATA: Readonly<Record<string, RegExp>> = {
  C01: /^(?<number>\d{4,17})$/,
  C02: /^(?<bank>\d{9})$/,
  C03: /^(?<bank>\d{9}) {3}(?<number>\d{4,17})$/,
  C05: /^(?<type>[23])\d$/,
  C06: /^(?=.{17} {3}..$)(?<number>\d{4,17}) +(?<type>[23])\d$/,
  C07: /^(?<bank>\d{9})(?=.{17}..$)(?<number>\d{4,17}) *(?<type>[23])\d$/,
};

/**
 * Reads the payer's new account. Null if the corrected data cannot be used: Nacha lets a creditor refuse a notification
 * alone (C65), so it is no reason to refuse the file with its returns.
 */
function newAccountIn(code: string, correctedData: string): NewAccount | null {
  const { bank, number, type } = CORRECTED_DATA[code]?.exec(correctedData)?.groups ?? {};
  if (bank !== undefined && !isRoutingNumber(bank)) return null;
  if ((bank ?? number ?? type) === undefined) return null;
  return {
    ...(bank !== undefined && { bankLocationId: bank }),
    ...(number !== undefined && { accountNumber: number }),
    ...(type !== undefined && { accountType: type === '2' ? 'CHECKING' : 'SAVINGS' }),
  };
}

/** Returns the day of the year on which a return was settled; the day of the file if the bank does not state it. */
function settlementDay(dayOfYear: string, created: CalendarDate): CalendarDate {
  const days = Number(dayOfYear);
  if (!Number.isInteger(days) || days < 1 || days > 366) return created;
  const distance = (day: CalendarDate): number => Math.abs(daysBetween(day, created));
  // The file is written some days before or after, perhaps in another year.
  return [-1, 0, 1]
    .map((years) => addTerm(`${yearOf(created) + years}-01-01`, { value: 1, unit: 'DAY' }, days - 1))
    .reduce((nearest, day) => (distance(day) < distance(nearest) ? day : nearest));
}

function readSent(messageId: string, first: NachaBatch, { header, batches }: NachaFile): SentCollection {
  const { companyDiscretionaryData } = first.header;
  const account = companyOf(first);
  let trace = '';
  return {
    kind: 'COLLECTION',
    messageType: MESSAGE_TYPE,
    messageId,
    line: header.line,
    method: 'ACH',
    account,
    batches: batches.map((batch, at) => {
      const { line, serviceClass, entryClass, effectiveEntryDate, batchNumber } = batch.header;
      must(
        batch.header.companyDiscretionaryData === companyDiscretionaryData,
        'The company discretionary data is not that of the first batch.',
        line,
      );
      must(companyOf(batch) === account, 'The company id is not that of the first batch.', line);
      must(
        serviceClass === SERVICE_CLASS,
        `The service class is ${serviceClass}, not ${SERVICE_CLASS}.`,
        line,
      );
      must(
        Number(batchNumber) === at + 1,
        `The batch number is ${Number(batchNumber)}, not ${at + 1}.`,
        line,
      );
      return {
        id: `${messageId}-${at + 1}`,
        line,
        executionOn: readDate(effectiveEntryDate, 'YYMMDD', { name: 'effective entry date', line }),
        type: entryClassOf(entryClass, line),
        debits: batch.entries.map((entry) => {
          const { traceNumber, line: lineOfEntry } = entry.detail;
          must(traceNumber > trace, 'The trace numbers do not ascend.', lineOfEntry);
          trace = traceNumber;
          return readDebit(entry);
        }),
      };
    }),
  };
}

function readDebit({
  detail,
  amount,
  addenda,
}: NachaEntry): SentCollection['batches'][number]['debits'][number] {
  const { line, transactionCode, individualId } = detail;
  must(addenda.length === 0, 'The debit has addenda, which are not written here.', line);
  must(
    /^[23]/.test(transactionCode) && transactionCode.endsWith(amount === 0 ? PRE_NOTE : DEBIT),
    `The transaction code is ${transactionCode}; allowed are 27 and 37, or 28 and 38 with the amount 0.`,
    line,
  );
  must(
    /^[0-9A-Z]{15}$/.test(individualId),
    'The individual id does not have 15 capital letters and digits.',
    line,
  );
  return { line, endToEndId: individualId, mandateReference: null, amount };
}

function must(isMet: boolean, problem: string, line: number): void {
  if (!isMet) throw new BankFileError(problem, line);
}

function entryClassOf(text: string, line: number): EntryClass {
  const found = ENTRY_CLASSES.find((each) => each === text);
  if (found) return found;
  throw new BankFileError(`The entry class is "${text}"; allowed are ${ENTRY_CLASSES.join(', ')}.`, line);
}
