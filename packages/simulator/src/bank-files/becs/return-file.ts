import type { Day } from '../bank-days.js';
import type { Booking as AnyBooking, ReturnContent } from '../bank-format.js';
import type { BecsFile } from './read-direct-entry.js';

type Booking = AnyBooking<BecsFile>;

/** An entry that comes back. */
interface Returned {
  readonly content: ReturnContent<BecsFile>;
}

export const isReturned = (booking: Booking): booking is Booking & Returned =>
  booking.content.kind === 'RETURN';

/**
 * Writes a file of returns as NAB does (Consolidated File Format Specifications, part 4.2): the account is that of the
 * user, and the trace that of the payer.
 */
export function returnFile(returned: readonly Returned[], createdOn: Day): string {
  const [first] = returned;
  if (first === undefined) throw new Error('A file of returns needs a return.');
  const { user, bank } = first.content.batch;
  const total = returned.reduce((sum, { content }) => sum + content.debit.amount, 0);
  const records = [
    `0${' '.repeat(17)}01${bank}${' '.repeat(7)}${user.name}${user.id}${' '.repeat(12)}${short(createdOn)}${' '.repeat(40)}`,
    ...returned.map(({ content: { batch, debit, reason } }) =>
      [
        `2${debit.trace}${reason}13${number(debit.amount, 10)}${debit.title}${debit.endToEndId.padEnd(18)}`,
        `${debit.account}${debit.remitter}${batch.executionOn.slice(8)}${user.id}`,
      ].join(''),
    ),
    `7999-999${' '.repeat(12)}${number(total, 10)}${number(0, 10)}${number(total, 10)}${' '.repeat(24)}${number(returned.length, 6)}${' '.repeat(40)}`,
  ];
  return records.map((record) => `${record}\r\n`).join('');
}

const number = (value: number, width: number): string => String(value).padStart(width, '0');

const short = (day: Day): string => day.replace(/^..(..)-(..)-(..)$/, '$3$2$1');
