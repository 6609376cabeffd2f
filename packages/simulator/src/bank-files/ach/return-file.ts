import type { Day } from '../bank-days.js';
import type { Booking as AnyBooking, ChangeContent, ReturnContent } from '../bank-format.js';
import type { AchFile } from './read-nacha.js';
import { BLOCKING_FACTOR, entryHash, FILLER } from './records.js';

type Booking = AnyBooking<AchFile>;

/** An entry that comes back: a return, or a notification of change. */
export interface Returned extends Pick<Booking, 'on' | 'reference'> {
  readonly content: ReturnContent<AchFile> | ChangeContent<AchFile>;
}

export const isReturned = (booking: Booking): booking is Booking & Returned =>
  booking.content.kind === 'RETURN' || booking.content.kind === 'CHANGE';

/** Identification of a file of returns. */
export interface ReturnFileHead {
  readonly createdOn: Day;
  readonly modifier: string;
  readonly reference: string;
}

/**
 * Writes a file of returns and notifications of change, which the bank passes on to the company (Nacha Operating
 * Rules, appendices three to five). Entries of the same kind, class and bank of the payer share a batch.
 */
export function returnFile(returned: readonly Returned[], head: ReturnFileHead): string {
  const batches = batchesOf(returned);
  const [first] = returned;
  if (first === undefined) throw new Error('A file of returns needs a return.');
  const { header, companyName } = first.content.batch;
  const records = [
    '101' +
      header.origin.padStart(10) +
      ` ${header.destination}` +
      short(head.createdOn) +
      '0600' +
      head.modifier +
      '094101' +
      companyName.padEnd(23) +
      'SIMULATED BANK'.padEnd(23) +
      head.reference.slice(-8).padEnd(8),
    ...batches.flatMap(batchRecords),
  ];
  const blocks = Math.ceil((records.length + 1) / BLOCKING_FACTOR);
  records.push(
    '9' +
      number(batches.length, 6) +
      number(blocks, 6) +
      number(returned.length * 2, 8) +
      number(hashOf(returned), 10) +
      number(sumOf(returned), 12) +
      number(0, 12) +
      ' '.repeat(39),
  );
  while (records.length < blocks * BLOCKING_FACTOR) records.push(FILLER);
  return records.map((record) => `${record}\r\n`).join('');
}

function batchesOf(returned: readonly Returned[]): Returned[][] {
  const batches = new Map<string, Returned[]>();
  for (const one of returned) {
    const key = batchKey(one);
    batches.set(key, [...(batches.get(key) ?? []), one]);
  }
  return [...batches.values()];
}

const batchKey = ({ content: { kind, batch, debit } }: Returned): string =>
  [kind, batch.discretionaryData, batch.entryClass, batch.description, debit.routingNumber].join(' ');

function batchRecords(batch: readonly Returned[], at: number): string[] {
  const [first] = batch;
  if (first === undefined) return [];
  const { on, content } = first;
  const { companyName, companyId, discretionaryData, description } = content.batch;
  // Entries of returns come from the bank of the payer, which numbers them.
  const sender = content.debit.routingNumber.slice(0, 8);
  const end = sender + number(at + 1, 7);
  return [
    '5225' +
      companyName +
      discretionaryData +
      companyId +
      (content.kind === 'CHANGE' ? 'COR' : content.batch.entryClass) +
      description +
      ' '.repeat(6) +
      short(on) +
      dayOfYear(on) +
      '1' +
      end,
    ...batch.flatMap(entryRecords),
    '8225' +
      number(batch.length * 2, 6) +
      number(hashOf(batch), 10) +
      number(sumOf(batch), 12) +
      number(0, 12) +
      companyId +
      ' '.repeat(25) +
      end,
  ];
}

/** Transaction codes of returns by the kind of account, which is the first digit. */
const returnCode = (transactionCode: string): string => `${transactionCode.slice(0, 1)}6`;

function entryRecords({ content, reference }: Returned): string[] {
  const { debit, batch } = content;
  const original = debit.routingNumber.slice(0, 8);
  // References of the bank end with ascending digits, as trace numbers do.
  const trace = original + reference.slice(-6).padStart(7, '0');
  const addenda =
    content.kind === 'RETURN'
      ? `799${content.reason}${debit.trace}${' '.repeat(6)}${original}${' '.repeat(44)}`
      : `798${content.code}${debit.trace}${' '.repeat(6)}${original}${content.corrected.padEnd(29)}${' '.repeat(15)}`;
  return [
    '6' +
      returnCode(debit.transactionCode) +
      batch.header.destination +
      debit.accountNumber.padEnd(17) +
      number(amountOf(content), 10) +
      debit.endToEndId.padEnd(15) +
      debit.name +
      debit.discretionaryData +
      '1' +
      trace,
    addenda + trace,
  ];
}

/** A notification of change has no amount. */
const amountOf = ({ kind, debit }: Returned['content']): number => (kind === 'RETURN' ? debit.amount : 0);

const sumOf = (returned: readonly Returned[]): number =>
  returned.reduce((sum, { content }) => sum + amountOf(content), 0);

/** Returned entries go to the bank of the company. */
const hashOf = (returned: readonly Returned[]): number =>
  entryHash(returned.map(({ content }) => ({ routingNumber: content.batch.header.destination })));

const number = (value: number, width: number): string => String(value).padStart(width, '0');
const short = (day: Day): string => day.slice(2).replaceAll('-', '');

/** Writes the settlement date as the ACH operator does: the day of the year. */
function dayOfYear(day: Day): string {
  const start = Date.UTC(Number(day.slice(0, 4)), 0, 1);
  return number((Date.parse(`${day}T00:00:00Z`) - start) / 86_400_000 + 1, 3);
}
