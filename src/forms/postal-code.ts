import type { ValidationError } from './form.js';
import { lineOf } from './text-validate.js';

/** Countries whose postal codes always consist of exactly four digits, and of five digits. */
const four = 'AL AT BE BG CH CY DK HU LI LU MK NO SI'.split(' ');
const five = 'DE EE ES FI FR HR IT LT MC ME RS SM VA'.split(' ');

/** Further countries whose postal codes consist of digits. Some of them write a space or an optional suffix. */
const digits = 'AU CZ GR RO RU SE SK TR UA US'.split(' ');

/** Returns whether a keyboard with digits suffices for the postal codes of a country. */
export function hasDigitsOnly(country: string): boolean {
  return [...four, ...five, ...digits].includes(country);
}

/** `SW1A 1AA`: area and district, then three more characters, with or without a space (Royal Mail). */
const british = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i;

/**
 * Checks a postal code as far as possible: the number of digits in countries with a fixed one, optionally after the
 * country's prefix (`D-10115`), and the British format. Elsewhere it must only contain a letter or digit.
 */
export function validatePostalCode(value: string, country: string): ValidationError | null {
  const line = lineOf(20)(value);
  if (line) return line;
  const length = four.includes(country) ? 4 : five.includes(country) ? 5 : 0;
  if (country === 'GB') return british.test(value) ? null : { code: 'error.postalCode.uk' };
  if (length === 0) return /[\p{L}\d]/u.test(value) ? null : { code: 'error.postalCode' };
  const given = value.replace(/^[A-Z]{1,3}[- ]/i, '').replace(/ /g, '');
  return /^\d+$/.test(given) && given.length === length
    ? null
    : { code: 'error.postalCode.digits', params: { country, length } };
}
