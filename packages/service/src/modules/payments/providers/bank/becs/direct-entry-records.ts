import { constant, type Layout, number, recordWriter, rightText, text } from '../fixed-width.js';

export const RECORD_SIZE = 120;

/**
 * Writes a record of 120 characters.
 *
 * @throws StaffError when a value is longer than its field, such as the total of too many debits.
 */
export const writeRecord = recordWriter(RECORD_SIZE);

/*
 * Records of direct entry files, which are named after the Australian Bankers' Association. Westpac, Australian Direct
 * Entry file format; NAB Connect, Consolidated File Format Specifications, parts 3.2 (payments) and 4.2 (returns).
 */

/** The first record, of which a file has one. */
export const DESCRIPTIVE_RECORD = {
  recordType: constant(1, '0'),
  reelSequence: number(19, 20),
  bankAbbreviation: text(21, 23),
  userName: text(31, 56),
  userId: number(57, 62),
  description: text(63, 74),
  processingDate: number(75, 80),
} as const satisfies Layout;

export const DETAIL_RECORD = {
  recordType: constant(1, '1'),
  bsb: text(2, 8),
  accountNumber: rightText(9, 17),
  indicator: text(18),
  transactionCode: number(19, 20),
  amount: number(21, 30),
  accountTitle: text(31, 62),
  lodgementReference: text(63, 80),
  traceBsb: text(81, 87),
  traceAccountNumber: rightText(88, 96),
  remitterName: text(97, 112),
  withholdingTax: number(113, 120),
} as const satisfies Layout;

/** A detail record that comes back. Its account is that of the user; the one that was debited is in the trace. */
export const RETURN_RECORD = {
  recordType: constant(1, '2'),
  bsb: text(2, 8),
  accountNumber: rightText(9, 17),
  returnCode: number(18),
  transactionCode: number(19, 20),
  amount: number(21, 30),
  accountTitle: text(31, 62),
  lodgementReference: text(63, 80),
  traceBsb: text(81, 87),
  traceAccountNumber: rightText(88, 96),
  remitterName: text(97, 112),
  /** Day of the month. */
  originalProcessingDay: number(113, 114),
  originalUserId: number(115, 120),
} as const satisfies Layout;

export const TOTAL_RECORD = {
  recordType: constant(1, '7'),
  bsb: constant(2, '999-999'),
  netTotal: number(21, 30),
  creditTotal: number(31, 40),
  debitTotal: number(41, 50),
  recordCount: number(75, 80),
} as const satisfies Layout;

/** The only transaction code of debits. */
export const DEBIT = '13';
