import { createHash } from 'node:crypto';
import type { BankFile, Batch, Debit } from '../bank-format.js';
import { recordsOf, type FixedRecord } from '../fixed-width.js';

/** A direct entry file of debits, as far as the bank uses it. It has one processing date, so one batch. */
export interface BecsFile extends BankFile {
  readonly user: BecsUser;
  readonly digest: string;
  readonly batches: readonly [BecsBatch];
}

/** Who sends the file, as the bank has registered it for direct entry. */
interface BecsUser {
  readonly id: string;
  /** 26 characters. */
  readonly name: string;
}

interface BecsBatch extends Batch {
  readonly user: BecsUser;
  /** Abbreviation of the bank. */
  readonly bank: string;
  readonly debits: readonly BecsEntry[];
}

export interface BecsEntry extends Debit {
  /** BSB with its hyphen, and account number of nine characters. */
  readonly account: string;
  /** The same of the user. */
  readonly trace: string;
  /** 32 characters. */
  readonly title: string;
  /** 16 characters. */
  readonly remitter: string;
}

const RECORD_LENGTH = 120;

/** Returns whether a file begins as a direct entry file, with a record of type 0. */
export const isDirectEntry = (content: string): boolean => content.startsWith('0');

/**
 * Reads a file and checks its form: the records, their fields and the totals.
 *
 * @throws FormatError naming the record, never a value
 */
export function readDirectEntry(content: string): BecsFile {
  const records = recordsOf(content, RECORD_LENGTH);
  const header = records.next('0');
  header.blank(2, 18);
  header.exactly(19, 20, '01', 'reel sequence number');
  header.blank(24, 30);
  header.blank(81, 120);
  const user = {
    name: header.filled(31, 56, 'name of the user'),
    id: header.digits(57, 62, 'user identification number'),
  };
  const bank = header.matching(21, 23, /^[A-Z]{3}$/, 'abbreviation of the bank');
  const description = header.filled(63, 74, 'description').trim();
  const executionOn = header.day(75, 80, 'processing date', 'DDMMYY');
  const debits: BecsEntry[] = [];
  while (records.isNext('1')) debits.push(entryOf(records.next('1')));
  const total = records.next('7');
  const [first] = debits;
  if (first === undefined) return total.fail('the file has no entry');
  if (records.rest().length > 0) records.fail('nothing may follow the file total record');
  const sum = debits.reduce((all, { amount }) => all + amount, 0);
  total.exactly(2, 8, '999-999', 'BSB');
  total.blank(9, 20);
  total.total(21, 30, sum, 'net total');
  total.total(31, 40, 0, 'total of credits');
  total.total(41, 50, sum, 'total of debits');
  total.blank(51, 74);
  total.total(75, 80, debits.length, 'number of entries');
  total.blank(81, 120);
  return {
    messageId: `${user.id}-${executionOn}-${description}`,
    account: first.trace,
    user,
    digest: createHash('sha256').update(content.replaceAll('\r', '')).digest('hex'),
    batches: [{ id: description, isBooked: true, executionOn, user, bank, debits }],
  };
}

/** BSB, and an account number that follows blanks and is not all zeros. */
const ACCOUNT = /^\d{3}-\d{3} *(?!0+$)[\d-]+$/;

function entryOf(record: FixedRecord): BecsEntry {
  record.matching(18, 18, /^[ N]$/, 'indicator');
  record.exactly(19, 20, '13', 'transaction code (debits)');
  record.exactly(113, 120, '00000000', 'amount of withholding tax');
  return {
    account: record.matching(2, 17, ACCOUNT, 'account'),
    amount: Number(record.matching(21, 30, /^(?!0+$)\d+$/, 'amount')),
    title: record.matching(31, 62, /^\S/, 'title of the account'),
    endToEndId: record.matching(63, 80, /^\S/, 'lodgement reference').trim(),
    trace: record.matching(81, 96, ACCOUNT, 'trace'),
    remitter: record.filled(97, 112, 'name of the remitter'),
  };
}
