import { addTerm, type CalendarDate, daysBetween } from '../../../../../core/calendar.js';
import { capitalText } from '../capital-text.js';
import type { Collection, CollectionBatch, CollectionDebit } from '../collection.js';
import { messageIdOf, messageIdParts } from '../message-id.js';
import {
  DEBIT,
  DESCRIPTIVE_RECORD,
  DETAIL_RECORD,
  TOTAL_RECORD,
  writeRecord,
} from './direct-entry-records.js';

/** Banks take CR and LF, or one of them. */
const LINE_END = '\r\n';

/**
 * Writes a batch of a collection that was checked (`becs.write`) as a direct entry file. It contains no credit of the
 * studio's account: the bank credits the total to the account of the traces.
 */
export function directEntryFile(
  { messageId, creditor, bank }: Collection<'BECS'>,
  { executionOn, debits }: CollectionBatch,
): string {
  const ofStudio = {
    traceBsb: withHyphen(bank.bsb),
    traceAccountNumber: bank.accountNumber,
    remitterName: capitalText(creditor.statementName ?? creditor.name, 16),
  };
  const total = debits.reduce((sum, { amount }) => sum + amount, 0);
  const records = [
    writeRecord(DESCRIPTIVE_RECORD, {
      reelSequence: 1,
      bankAbbreviation: bank.bankAbbreviation,
      userName: capitalText(bank.userName, 26),
      userId: bank.userId,
      description: descriptionOf(messageId, executionOn) ?? '',
      processingDate: executionOn.replace(/^\d\d(\d\d)-(\d\d)-(\d\d)$/, '$3$2$1'),
    }),
    ...debits.map((debit) => writeRecord(DETAIL_RECORD, { ...detailOf(debit), ...ofStudio })),
    writeRecord(TOTAL_RECORD, {
      netTotal: total,
      creditTotal: 0,
      debitTotal: total,
      recordCount: debits.length,
    }),
  ];
  return records.map((record) => `${record}${LINE_END}`).join('');
}

function detailOf({ endToEndId, amount, payer }: CollectionDebit) {
  const { accountHolder = '', bankLocationId = '', accountNumber = '' } = payer;
  return {
    bsb: withHyphen(bankLocationId),
    accountNumber,
    // Blank: no tax is withheld.
    indicator: '',
    withholdingTax: 0,
    transactionCode: DEBIT,
    amount,
    accountTitle: capitalText(accountHolder, 32),
    lodgementReference: endToEndId,
  };
}

const withHyphen = (bsb: string): string => `${bsb.slice(0, 3)}-${bsb.slice(3)}`;

/** Digits of twelve hexadecimal ones in base 36. */
const MESSAGE_DIGITS = 10;

/** Days between writing and processing, which two digits of the description tell. */
export const MAX_DAYS_AHEAD = 99;

/**
 * Returns the description of the entries, from which the message id can be read again: its random digits in base 36, and
 * the number of days from writing the file to its processing date. The studio's bank statement shows it. Null if a
 * description cannot tell the message id.
 */
export function descriptionOf(messageId: string, processingDate: CalendarDate): string | null {
  const parts = messageIdParts(messageId);
  if (parts === null) return null;
  const daysAhead = daysBetween(parts.day, processingDate);
  if (daysAhead < 0 || daysAhead > MAX_DAYS_AHEAD) return null;
  const digits = Number.parseInt(parts.digits, 16).toString(36).toUpperCase();
  return `${digits.padStart(MESSAGE_DIGITS, '0')}${String(daysAhead).padStart(2, '0')}`;
}

/** Returns the message id of the file that was written here; null if it was not. */
export function messageIdIn(description: string, processingDate: CalendarDate): string | null {
  const [, digits, daysAhead] = /^([0-9A-Z]{10})(\d\d)$/.exec(description) ?? [];
  if (digits === undefined) return null;
  const value = Number.parseInt(digits, 36);
  if (value >= 2 ** 48) return null;
  const day = addTerm(processingDate, { value: 1, unit: 'DAY' }, -Number(daysAhead));
  return messageIdOf({ day, digits: value.toString(16).padStart(12, '0') });
}
