import { toPlainAscii } from '@upc/contract/ascii';
import { digitsOf } from './digits.js';
import type { Formatter, Validator } from './form.js';

/** Formats a sort code as `10-88-00`. The caret stays behind the digit typed. */
export const formatSortCode: Formatter = ({ text, caret }) => ({
  text: group(toPlainAscii(text)),
  caret: group(toPlainAscii(text.slice(0, caret))).length,
});

/** Checks for six digits. Only the service can check that the sort code matches the account (modulus check). */
export const validateSortCode: Validator = digitsOf([6, 6], 'error.sortCode');

/**
 * Checks for six to eight digits. Banks that print six or seven omit leading zeros (Pay.UK, standardised account
 * numbers).
 */
export const validateUkAccountNumber: Validator = digitsOf([6, 8], 'error.accountNumber.uk');

/** Pads an account number to eight digits. */
export function toUkAccountNumber(digits: string): string {
  return digits.padStart(8, '0');
}

function group(digits: string): string {
  return digits.replace(/(..)(?=.)/gsu, '$1-');
}
