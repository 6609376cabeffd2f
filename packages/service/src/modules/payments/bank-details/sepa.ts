import { ApiError } from '../../../core/errors/api-error.js';
import { maskBankAccount } from './bank-account.js';
import { type DirectDebit, requiredAddress, requiredText } from './details.js';
import { ibanCountry, isIban, isQrIban, isSepaIban, needsAddress, normalizeIban } from './iban.js';

/** SEPA Core direct debit, from any account of the SEPA area. */
export const sepa: DirectDebit = {
  requiredFields: [],
  isSigned: true,
  check(details) {
    const accountHolder = requiredText(details.accountHolder, 'accountHolder');
    const iban = normalizeIban(requiredText(details.iban, 'iban'));
    if (!isIban(iban)) throw new ApiError('errormessage.payment.iban.invalid', 'details.iban');
    if (!isSepaIban(iban)) {
      throw new ApiError('errormessage.payment.iban.country.unsupported', 'details.iban', {
        country: ibanCountry(iban),
      });
    }
    if (isQrIban(iban)) throw new ApiError('errormessage.payment.iban.qr', 'details.iban');
    if (!needsAddress(iban)) return { accountHolder, iban };
    return { accountHolder, iban, address: requiredAddress(details.address) };
  },
  mask: (details, mandate) => ({ sepa: maskBankAccount(details, mandate) }),
};
