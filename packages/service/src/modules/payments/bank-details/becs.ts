import { ApiError } from '../../../core/errors/api-error.js';
import { maskAccountNumber, requiredDigits } from './account-number.js';
import { type DirectDebit, requiredEmail, requiredText } from './details.js';

/** Longest name of an account in direct entry. */
export const LONGEST_HOLDER = 32;

/**
 * Checks of the fields of a Direct Debit Request. Each returns the value as it is stored.
 *
 * @throws ApiError 400 with `details.<field>` as reference.
 */
export const BECS_FIELDS = {
  accountHolder(value?: string): string {
    const name = requiredText(value, 'accountHolder');
    // Direct entry has no other letters than Latin ones; others are transliterated, but signs alone are no name.
    if (name.length <= LONGEST_HOLDER && /[\p{L}\p{N}]/u.test(name)) return name;
    throw new ApiError('errormessage.payment.details.invalid', 'details.accountHolder', {
      field: 'accountHolder',
    });
  },
  bankLocationId: (value?: string): string => requiredDigits(value, 'bankLocationId', { min: 6, max: 6 }),
  accountNumber(value?: string): string {
    const digits = requiredDigits(value, 'accountNumber', { min: 1, max: 9 });
    if (/[1-9]/.test(digits)) return digits;
    throw new ApiError('errormessage.payment.details.invalid', 'details.accountNumber', {
      field: 'accountNumber',
    });
  },
  email: requiredEmail,
} satisfies Readonly<Record<string, (value?: string) => string>>;

export type BecsField = keyof typeof BECS_FIELDS;

/** BECS Direct Debit, from Australian accounts. The payer gives the details on a page of the service. */
export const becs: DirectDebit = {
  requiredFields: ['email'],
  isSigned: false,
  // The specification has no address of the document among the details of BECS.
  handOver: (details) => details,
  check: (details) => ({
    accountHolder: BECS_FIELDS.accountHolder(details.accountHolder),
    bankLocationId: BECS_FIELDS.bankLocationId(details.bankLocationId),
    accountNumber: BECS_FIELDS.accountNumber(details.accountNumber),
    email: BECS_FIELDS.email(details.email),
  }),
  mask: ({ accountHolder = '', bankLocationId = '', accountNumber = '', email = '' }, { reference }) => ({
    becs: {
      accountHolder,
      bankAccountNumber: maskAccountNumber(accountNumber),
      bankLocationId: formatBsb(bankLocationId),
      mandateId: reference,
      shopperEmail: email,
    },
  }),
};

/** Formats a BSB as it is printed in Australia: `123456` -> `123-456`. */
export function formatBsb(digits: string): string {
  return digits.replace(/^(\d{3})(?=\d{3}$)/, '$1-');
}
