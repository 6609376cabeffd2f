import { ApiError } from '../../../core/errors/api-error.js';
import { formatSortCode, maskAccountNumber, requiredDigits } from './account-number.js';
import { type DirectDebit, requiredAddress, requiredEmail, requiredText } from './details.js';
import { readModulusTable } from './uk-modulus-table.js';
import { modulusCheck } from './uk-modulus.js';

const belongTogether = modulusCheck(readModulusTable());

/** Bacs Direct Debit, from UK accounts. The sort code and the account number are checked against each other. */
export const bacs: DirectDebit = {
  requiredFields: ['address', 'email'],
  isSigned: false,
  handOver: ({ bacs }, url) => ({ bacs: { ...bacs, directDebitPdfFormUrl: url } }),
  check(details) {
    const accountHolder = requiredText(details.accountHolder, 'accountHolder');
    const bankLocationId = requiredDigits(details.bankLocationId, 'bankLocationId', { min: 6, max: 6 });
    // Banks that print six or seven digits omit leading zeros (Pay.UK, standardised account numbers).
    const typed = requiredDigits(details.accountNumber, 'accountNumber', { min: 6, max: 8 });
    const accountNumber = typed.padStart(8, '0');
    if (!belongTogether(bankLocationId, accountNumber)) {
      throw new ApiError('errormessage.payment.sort.code.mismatch', 'details.accountNumber');
    }
    const email = requiredEmail(details.email);
    return { accountHolder, bankLocationId, accountNumber, email, address: requiredAddress(details.address) };
  },
  mask: ({ accountHolder = '', bankLocationId = '', accountNumber = '', email = '' }, { reference }) => ({
    bacs: {
      accountHolder,
      bankAccountNumber: maskAccountNumber(accountNumber),
      bankLocationId: formatSortCode(bankLocationId),
      mandateId: reference,
      shopperEmail: email,
    },
  }),
};
