import { type CalendarDate, calendarDateIn, timeOfDayIn } from '../../../../../core/calendar.js';
import { capitalText } from '../capital-text.js';
import type { Collection, CollectionBatch, CollectionDebit } from '../collection.js';
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  BLOCKING_FACTOR,
  ENTRY_DETAIL,
  FILE_CONTROL,
  FILE_HEADER,
  FILLER,
  sumOf,
  type Totals,
  writeRecord,
} from './nacha-records.js';

/** Distinguishes the files of one day. */
export const FILE_ID_MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Debits only. */
export const SERVICE_CLASS = '225';

/**
 * The purpose on the payer's bank statement. Since March 2026 Nacha prescribes PURCHASE for goods that were bought
 * online, but leaves open the word for services, such as memberships.
 */
const ENTRY_DESCRIPTION = 'MEMBERSHIP';

/** Records end with CR and LF, because some banks' portals take nothing else. */
const LINE_END = '\r\n';

/** Writes a collection that was checked (`ach.write`) as a Nacha file. */
export function nachaFile(collection: Collection<'ACH'>): string {
  const { messageId, createdAt, timeZone, earlierToday, creditor, bank, batches } = collection;
  let entriesBefore = 0;
  const written = batches.map((batch, at) => {
    const place = { collection, batchNumber: at + 1, entriesBefore };
    entriesBefore += batch.debits.length;
    return writeBatch(batch, place);
  });
  const records = [
    writeRecord(FILE_HEADER, {
      immediateDestination: bank.routingNumber,
      immediateOrigin: bank.originId,
      creationDate: shortDate(calendarDateIn(createdAt, timeZone)),
      creationTime: timeOfDayIn(createdAt, timeZone).replace(':', ''),
      fileIdModifier: FILE_ID_MODIFIERS.charAt(earlierToday),
      immediateDestinationName: capitalText(bank.bankName, 23),
      immediateOriginName: capitalText(creditor.name, 23),
      referenceCode: capitalText(messageId.slice(-8), 8),
    }),
    ...written.flatMap((batch) => batch.records),
  ];
  const blockCount = Math.ceil((records.length + 1) / BLOCKING_FACTOR);
  const totals = sumOf(written.map((batch) => batch.totals));
  records.push(writeRecord(FILE_CONTROL, { batchCount: batches.length, blockCount, ...totals }));
  const fillers = Array<string>(blockCount * BLOCKING_FACTOR - records.length).fill(FILLER);
  return [...records, ...fillers].map((record) => `${record}${LINE_END}`).join('');
}

interface Place {
  readonly collection: Collection<'ACH'>;
  readonly batchNumber: number;
  /** Number of entries in the file's earlier batches. */
  readonly entriesBefore: number;
}

function writeBatch(
  { executionOn, type, debits }: CollectionBatch,
  { collection: { messageId, creditor, bank }, batchNumber, entriesBefore }: Place,
): { readonly records: readonly string[]; readonly totals: Totals } {
  const day = shortDate(executionOn);
  const ofBatch = {
    serviceClass: SERVICE_CLASS,
    companyId: bank.companyId,
    originatingBank: bank.routingNumber.slice(0, 8),
    batchNumber,
  };
  const header = writeRecord(BATCH_HEADER, {
    ...ofBatch,
    companyName: capitalText(creditor.statementName ?? creditor.name, 16),
    companyDiscretionaryData: discretionaryDataOf(messageId),
    entryClass: type ?? '',
    entryDescription: ENTRY_DESCRIPTION,
    descriptiveDate: day,
    effectiveEntryDate: day,
    settlementDate: '',
    originatorStatus: '1',
  });
  const entries = debits.map((debit, at) =>
    writeRecord(ENTRY_DETAIL, {
      ...entryOf(debit),
      discretionaryData: type === 'WEB' ? paymentTypeOf(debit) : '',
      traceNumber: `${ofBatch.originatingBank}${String(entriesBefore + at + 1).padStart(7, '0')}`,
    }),
  );
  const totals = sumOf(
    debits.map(({ amount, payer }) => ({
      entryCount: 1,
      entryHash: Number(payer.bankLocationId?.slice(0, 8)),
      totalDebits: amount,
      totalCredits: 0,
    })),
  );
  return {
    records: [header, ...entries, writeRecord(BATCH_CONTROL, { ...ofBatch, ...totals })],
    totals,
  };
}

function entryOf({ endToEndId, amount, payer }: CollectionDebit) {
  const { accountHolder = '', bankLocationId = '', accountNumber = '', accountType } = payer;
  const account = accountType === 'SAVINGS' ? 3 : 2;
  return {
    transactionCode: `${account}${amount === 0 ? PRE_NOTE : DEBIT}`,
    receivingBank: bankLocationId.slice(0, 8),
    checkDigit: bankLocationId.slice(8),
    accountNumber,
    amount,
    individualId: endToEndId,
    individualName: capitalText(accountHolder, 22),
    addendaIndicator: 0,
  };
}

/** Second digits of transaction codes. The first is 2 for checking accounts and 3 for savings accounts. */
export const DEBIT = '7';
export const PRE_NOTE = '8';

function paymentTypeOf({ mandate }: CollectionDebit): 'R' | 'S' {
  return mandate.isRecurrent ? 'R' : 'S';
}

/** Returns what names the file in its batch headers, so that its message id can be read from the file again. */
function discretionaryDataOf(messageId: string): string {
  return messageId.replaceAll(/^UPC|-/g, '').toUpperCase();
}

/** Returns the message id of the file that was written here; null if it was not. */
export function messageIdIn(companyDiscretionaryData: string): string | null {
  const [, day, digits] = /^(\d{8})([0-9A-F]{12})$/.exec(companyDiscretionaryData) ?? [];
  return day === undefined || digits === undefined ? null : `UPC-${day}-${digits.toLowerCase()}`;
}

/** Returns a date as YYMMDD. */
function shortDate(day: CalendarDate): string {
  return day.slice(2).replaceAll('-', '');
}
