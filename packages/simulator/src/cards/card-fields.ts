import { brandOf, type CardBrand } from './brands.js';
import { digitsOf, keepCaret, type Typed } from './digits.js';

export const CARD_FIELDS = ['number', 'expiry', 'cvc'] as const;
export type CardFieldName = (typeof CARD_FIELDS)[number];

/** Error of a field; the widget and the frame have texts for it. */
export type CardError =
  | 'number.incomplete'
  | 'number.wrong'
  | 'expiry.incomplete'
  | 'expiry.past'
  | 'cvc.incomplete'
  | 'cvc.wrong';

/** Values that the check of a field depends on. */
interface CardContext {
  readonly brand: CardBrand | undefined;
  readonly now: Date;
}

export interface CardField {
  /** Formats typed or pasted text; `grown` is false while text is being deleted. */
  readonly format: (typed: Typed, grown: boolean, brand: CardBrand | undefined) => Typed;
  /** Returns the error of the text; null if it is valid. */
  readonly check: (text: string, context: CardContext) => CardError | null;
}

const LONGEST_NUMBER = 19;

const number: CardField = {
  format: (typed) => {
    const all = digitsOf(typed.text);
    const brand = brandOf(all);
    const digits = all.slice(0, Math.max(...(brand?.lengths ?? [LONGEST_NUMBER])));
    return keepCaret(typed, digits, (shown) => withGaps(shown, brand?.gaps ?? [4, 8, 12, 16]));
  },
  check: (text) => {
    const digits = digitsOf(text);
    const lengths = brandOf(digits)?.lengths ?? [LONGEST_NUMBER];
    if (brandOf(digits) === undefined && digits.length >= 4) return 'number.wrong';
    if (digits.length < Math.min(...lengths)) return 'number.incomplete';
    if (!lengths.includes(digits.length)) return 'number.incomplete';
    return passesLuhn(digits) ? null : 'number.wrong';
  },
};

const expiry: CardField = {
  format: (typed, grown) => {
    const digits = expiryDigits(typed.text, grown);
    const show = (shown: string): string =>
      shown.length > 2 || (shown.length === 2 && grown) ? `${shown.slice(0, 2)}/${shown.slice(2)}` : shown;
    const text = show(digits);
    // If the caret is at the end, it stays behind an added zero or slash.
    return typed.caret >= typed.text.length ? { text, caret: text.length } : keepCaret(typed, digits, show);
  },
  check: (text, { now }) => {
    const date = parseExpiry(text);
    if (date === undefined) return 'expiry.incomplete';
    return isExpired(date, now) ? 'expiry.past' : null;
  },
};

const cvc: CardField = {
  format: (typed, _, brand) => {
    const digits = digitsOf(typed.text).slice(0, brand?.cvcLength ?? 4);
    return keepCaret(typed, digits, (shown) => shown);
  },
  check: (text, { brand }) => {
    const { length } = digitsOf(text);
    const right = brand === undefined ? length === 3 || length === 4 : length === brand.cvcLength;
    return right ? null : 'cvc.incomplete';
  },
};

export const CARD_FIELD_RULES: Readonly<Record<CardFieldName, CardField>> = { number, expiry, cvc };

export interface Expiry {
  /** Month from 1 to 12. */
  readonly month: number;
  /** Year with four digits. */
  readonly year: number;
}

/** Reads MM/YY and MM/YYYY; returns undefined for anything else. */
export function parseExpiry(text: string): Expiry | undefined {
  const match = /^(0[1-9]|1[0-2])(?:20)?(\d{2})$/.exec(digitsOf(text));
  return match?.[1] && match[2] ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined;
}

/** Milliseconds by which the last time zone is behind UTC. */
const LAST_ZONE_MS = 12 * 3600_000;

/** Returns whether a card has expired; it is valid until its month has ended in every time zone. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  const last = new Date(now.getTime() - LAST_ZONE_MS);
  return year * 12 + month < last.getUTCFullYear() * 12 + last.getUTCMonth() + 1;
}

/** Checks the check digit of a card number (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((total, value) => total + value, 0);
  return sum % 10 === 0;
}

/**
 * Returns the digits of an expiry date. The leading zero of a month may be missing: `3/28`, or a first digit above 1.
 * Up to four digits of the year are returned, because people also type MM/YYYY; the field finally shows two.
 */
function expiryDigits(text: string, grown: boolean): string {
  const digits = digitsOf(text);
  const short = /^\D*[1-9]\s*[/.-]/.test(text) || (grown && /^[2-9]/.test(digits));
  return (short ? `0${digits}` : digits).slice(0, 6);
}

function withGaps(digits: string, gaps: readonly number[]): string {
  return Array.from(digits, (digit, at) => (gaps.includes(at) ? ` ${digit}` : digit)).join('');
}
