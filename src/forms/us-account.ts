import { digitsOf } from './digits.js';
import type { Validator } from './form.js';

const weights = [3, 7, 1];
const validateNineDigits = digitsOf([9, 9], 'error.routingNumber.length');

/**
 * Checks for nine digits that are not all zero and whose sum, weighted 3-7-1, is a multiple of ten (ABA routing number
 * policy).
 */
export const validateRoutingNumber: Validator = (value) => {
  const wrong = validateNineDigits(value);
  if (wrong) return wrong;
  const sum = Array.from(value, Number).reduce(
    (total, digit, index) => total + digit * (weights[index % 3] ?? 0),
    0,
  );
  return sum > 0 && sum % 10 === 0 ? null : { code: 'error.routingNumber' };
};

/** Checks for 4 to 17 digits (Nacha operating rules, DFI account number). */
export const validateUsAccountNumber: Validator = digitsOf([4, 17], 'error.accountNumber.us');
