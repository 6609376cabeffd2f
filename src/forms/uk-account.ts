import { toPlainAscii } from '@upc/contract/ascii';
import { digitsOf } from './digits.js';
import type { Formatter, Validator } from './form.js';

/** `10-88-00`, with the caret behind the digit that was typed. */
export const formatSortCode: Formatter = ({ text, caret }) => ({
  text: group(toPlainAscii(text)),
  caret: group(toPlainAscii(text.slice(0, caret))).length,
});

/** Six digits; only the service can check whether bank and account match (modulus check). */
export const validateSortCode: Validator = digitsOf([6, 6], 'error.sortCode');

/** Eight digits; banks that print six or seven leave zeros out in front (Pay.UK, standardised account numbers). */
export const validateUkAccountNumber: Validator = digitsOf([6, 8], 'error.accountNumber.uk');

/** The account number with all its eight digits. */
export function toUkAccountNumber(digits: string): string {
  return digits.padStart(8, '0');
}

function group(digits: string): string {
  return digits.replace(/(..)(?=.)/gsu, '$1-');
}
