import type { ValidationError } from './form.js';
import { lineOf } from './text-validate.js';

/** Countries whose postal codes are digits only, and written so by everybody: of four digits, and of five. */
const four = 'AL AT BE BG CH CY DK HU LI LU MK NO SI'.split(' ');
const five = 'DE EE ES FI FR HR IT LT MC ME RS SM VA'.split(' ');

/** `SW1A 1AA`: the area and district, and three more, with a space or without (Royal Mail). */
const british = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i;

/**
 * A postal code as far as it can be told wrong: the number of digits where the country has a fixed one, with the
 * country's sign allowed before it (`D-10115`); the British form; elsewhere only that it has a letter or digit.
 */
export function validatePostalCode(value: string, country: string): ValidationError | null {
  const line = lineOf(20)(value);
  if (line) return line;
  const length = four.includes(country) ? 4 : five.includes(country) ? 5 : 0;
  const hasForm = country === 'GB' ? british : /[\p{L}\d]/u;
  if (length === 0) return hasForm.test(value) ? null : { code: 'error.postalCode' };
  const given = value.replace(/^[A-Z]{1,3}[- ]/i, '').replace(/ /g, '');
  return /^\d+$/.test(given) && given.length === length
    ? null
    : { code: 'error.postalCode.digits', params: { country, length } };
}
