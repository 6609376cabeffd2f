import type { ValidationError } from './form.js';
import { lineOf } from './text-validate.js';

/** Countries whose postal codes are digits only, and written so by everybody: of four digits, and of five. */
const four = 'AL AT BE BG CH CY DK HU LI LU MK NO SI'.split(' ');
const five = 'DE EE ES FI FR HR IT LT MC ME RS SM VA'.split(' ');

/**
 * A postal code as far as it can be told wrong: the number of digits where the country has a fixed one, with the
 * country's sign allowed before it (`D-10115`); elsewhere only that it has a letter or digit.
 */
export function validatePostalCode(value: string, country: string): ValidationError | null {
  const line = lineOf(20)(value);
  if (line) return line;
  const length = four.includes(country) ? 4 : five.includes(country) ? 5 : 0;
  if (length === 0) return /[\p{L}\d]/u.test(value) ? null : { code: 'error.postalCode' };
  const given = value.replace(/^[A-Z]{1,3}[- ]/i, '').replace(/ /g, '');
  return /^\d+$/.test(given) && given.length === length
    ? null
    : { code: 'error.postalCode.digits', params: { country, length } };
}
