import { between, eq, type SQL } from 'drizzle-orm';
import { bankDebits } from './bank.tables.js';

type Attempt = Pick<typeof bankDebits.$inferSelect, 'id' | 'attempt'>;

/** A debit as a bank or staff name it. */
export interface NamedDebit {
  readonly which: SQL;
  /** Number of the file in which it had that name. */
  readonly attempt: number;
}

/** Builds an end-to-end id of at most 35 characters from the debit's id and attempt. */
export function longEndToEndId({ id, attempt }: Attempt): string {
  return `${id.replaceAll('-', '')}-${attempt}`;
}

/** Digits of the first half of a UUID in base 36. */
const HALF_DIGITS = 13;

/**
 * Builds an end-to-end id of 15 capital letters and digits, for formats without space for more: the first half of the
 * debit's id, which has 60 random bits, and the attempt, both in base 36.
 */
export function shortEndToEndId({ id, attempt }: Attempt): string {
  const half = BigInt(`0x${id.replaceAll('-', '').slice(0, 16)}`).toString(36);
  return `${half.padStart(HALF_DIGITS, '0')}${attempt.toString(36).padStart(2, '0')}`.toUpperCase();
}

/** Reads an end-to-end id that was made here. */
export function debitNamed(text: string): NamedDebit | null {
  return byLongId(text) ?? byShortId(text);
}

function byLongId(text: string): NamedDebit | null {
  const [, hex, attempt] = /^([0-9a-f]{32})-([1-9]\d?)$/i.exec(text) ?? [];
  if (hex === undefined) return null;
  return { which: eq(bankDebits.id, uuidOf(hex.toLowerCase())), attempt: Number(attempt) };
}

function byShortId(text: string): NamedDebit | null {
  const [, digits, attempt] = /^([0-9A-Z]{13})([0-9A-Z]{2})$/.exec(text) ?? [];
  if (digits === undefined || attempt === undefined) return null;
  const half = Array.from(digits).reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  if (half >= 1n << 64n) return null;
  const hex = half.toString(16).padStart(16, '0');
  const which = between(bankDebits.id, uuidOf(hex.padEnd(32, '0')), uuidOf(hex.padEnd(32, 'f')));
  return which && { which, attempt: parseInt(attempt, 36) };
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
