import { toPlainAscii } from '@upc/contract/ascii';
import { ApiError } from '../../../core/errors/api-error.js';
import { requiredText } from './details.js';

/**
 * Returns an account or bank number as ASCII digits.
 *
 * @throws ApiError 400 naming the field when it is missing or has the wrong length.
 */
export function requiredDigits(
  value: string | undefined,
  field: 'accountNumber' | 'bankLocationId',
  { min, max }: { readonly min: number; readonly max: number },
): string {
  const digits = toPlainAscii(requiredText(value, field));
  if (!/^\d+$/.test(digits) || digits.length < min || digits.length > max) {
    const length = min === max ? `${min}` : `${min}–${max}`;
    throw new ApiError('errormessage.payment.digits.invalid', `details.${field}`, { field, length });
  }
  return digits;
}

/** Masks an account number: `•••• 3456`. Of a short number at most half the digits are shown. */
export function maskAccountNumber(digits: string): string {
  return `•••• ${digits.slice(Math.max(digits.length - 4, Math.ceil(digits.length / 2)))}`;
}

/** Formats a sort code as printed in the United Kingdom: `108800` -> `10-88-00`. */
export function formatSortCode(sortCode: string): string {
  return sortCode.replace(/(..)(?=.)/g, '$1-');
}
