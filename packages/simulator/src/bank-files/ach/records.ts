/** Number of characters in each record of a Nacha file, and of records in a block. */
export const RECORD_LENGTH = 94;
export const BLOCKING_FACTOR = 10;

/** Fills the last block. */
export const FILLER = '9'.repeat(RECORD_LENGTH);

/** Kind of a record, its first character. */
export const FILE_HEADER = '1';
export const BATCH_HEADER = '5';
export const ENTRY_DETAIL = '6';
export const BATCH_CONTROL = '8';
export const FILE_CONTROL = '9';

/** Transaction codes of live debits and of pre-notes, by the kind of account. */
export const LIVE_DEBITS = ['27', '37'];
export const PRE_NOTES = ['28', '38'];

/** Returns whether a routing number has the right check digit (weights 3-7-1, modulo 10). */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits)) return false;
  const weights = [3, 7, 1];
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (weights[at % weights.length] ?? 0),
    0,
  );
  return sum % 10 === 0;
}

/** Adds up the first eight digits of the entries' routing numbers; only the last ten digits of the sum count. */
export const entryHash = (entries: readonly { readonly routingNumber: string }[]): number =>
  entries.reduce((sum, { routingNumber }) => sum + Number(routingNumber.slice(0, 8)), 0) % 10_000_000_000;
