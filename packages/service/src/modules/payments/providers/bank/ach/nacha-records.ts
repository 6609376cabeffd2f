import { constant, type Layout, number, recordWriter, rightText, text } from '../fixed-width.js';

export const RECORD_SIZE = 94;

/**
 * Writes a record of 94 characters.
 *
 * @throws StaffError when a value is longer than its field, such as the total of too many debits.
 */
export const writeRecord = recordWriter(RECORD_SIZE);

/** Records of a block. The last block is filled with records of nines. */
export const BLOCKING_FACTOR = 10;

export const FILLER = '9'.repeat(RECORD_SIZE);

// Nacha Operating Rules, appendix three, part 3.2: ACH record format specifications. Optional numbers are texts here.

export const FILE_HEADER = {
  recordType: constant(1, '1'),
  priorityCode: constant(2, '01'),
  immediateDestination: rightText(4, 13),
  immediateOrigin: rightText(14, 23),
  creationDate: number(24, 29),
  creationTime: text(30, 33),
  fileIdModifier: text(34),
  recordSize: constant(35, '094'),
  blockingFactor: constant(38, '10'),
  formatCode: constant(40, '1'),
  immediateDestinationName: text(41, 63),
  immediateOriginName: text(64, 86),
  referenceCode: text(87, 94),
} as const satisfies Layout;

export const BATCH_HEADER = {
  recordType: constant(1, '5'),
  serviceClass: number(2, 4),
  companyName: text(5, 20),
  companyDiscretionaryData: text(21, 40),
  companyId: text(41, 50),
  entryClass: text(51, 53),
  entryDescription: text(54, 63),
  descriptiveDate: text(64, 69),
  effectiveEntryDate: text(70, 75),
  /** Day of the year, which the operator of the network inserts. */
  settlementDate: text(76, 78),
  originatorStatus: text(79),
  originatingBank: number(80, 87),
  batchNumber: number(88, 94),
} as const satisfies Layout;

export const ENTRY_DETAIL = {
  recordType: constant(1, '6'),
  transactionCode: number(2, 3),
  receivingBank: number(4, 11),
  checkDigit: number(12),
  accountNumber: text(13, 29),
  amount: number(30, 39),
  individualId: text(40, 54),
  individualName: text(55, 76),
  /** In WEB entries, the payment type: R (recurring) or S (single). */
  discretionaryData: text(77, 78),
  addendaIndicator: number(79),
  traceNumber: number(80, 94),
} as const satisfies Layout;

/** What returns (99) and notifications of change (98) have in common, and the corrected data of the latter. */
export const ADDENDA = {
  recordType: constant(1, '7'),
  addendaType: number(2, 3),
  code: text(4, 6),
  correctedData: text(36, 64),
} as const satisfies Layout;

export const BATCH_CONTROL = {
  recordType: constant(1, '8'),
  serviceClass: number(2, 4),
  entryCount: number(5, 10),
  entryHash: number(11, 20),
  totalDebits: number(21, 32),
  totalCredits: number(33, 44),
  companyId: text(45, 54),
  originatingBank: number(80, 87),
  batchNumber: number(88, 94),
} as const satisfies Layout;

export const FILE_CONTROL = {
  recordType: constant(1, '9'),
  batchCount: number(2, 7),
  blockCount: number(8, 13),
  entryCount: number(14, 21),
  entryHash: number(22, 31),
  totalDebits: number(32, 43),
  totalCredits: number(44, 55),
} as const satisfies Layout;

/** Entry hashes have ten digits; those in front are cut off. */
const HASH_LIMIT = 10_000_000_000;

/** What a control record says about entries. */
export interface Totals {
  /** Number of entries and addenda. */
  readonly entryCount: number;
  /** Sum of the receiving banks' routing numbers without check digits. */
  readonly entryHash: number;
  /** Minor units. */
  readonly totalDebits: number;
  readonly totalCredits: number;
}

/** Adds up totals, for example those of a file's batches. */
export function sumOf(totals: readonly Totals[]): Totals {
  return totals.reduce(
    (sum, each) => ({
      entryCount: sum.entryCount + each.entryCount,
      entryHash: (sum.entryHash + each.entryHash) % HASH_LIMIT,
      totalDebits: sum.totalDebits + each.totalDebits,
      totalCredits: sum.totalCredits + each.totalCredits,
    }),
    { entryCount: 0, entryHash: 0, totalDebits: 0, totalCredits: 0 },
  );
}
