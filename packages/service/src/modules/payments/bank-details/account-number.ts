import { toPlainAscii } from '@upc/contract/ascii';
import { ApiError } from '../../../core/errors/api-error.js';
import { requiredText } from './details.js';

/**
 * A number of an account or a bank, as ASCII digits.
 *
 * @throws ApiError 400 naming the field when it is missing, or not of the length.
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

/** `•••• 3456`; of a short number at most half is shown, so that most of it is always hidden. */
export function maskAccountNumber(digits: string): string {
  return `•••• ${digits.slice(Math.max(digits.length - 4, Math.ceil(digits.length / 2)))}`;
}

/** `108800` -> `10-88-00`, as it is printed in the United Kingdom. */
export function formatSortCode(sortCode: string): string {
  return sortCode.replace(/(..)(?=.)/g, '$1-');
}
