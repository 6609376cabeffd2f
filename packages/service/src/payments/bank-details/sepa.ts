import { ApiError } from '../../errors/api-error.js';
import { maskBankAccount } from './bank-account.js';
import type { DirectDebit } from './direct-debit.js';
import { requiredAddress, requiredText } from './details.js';
import { ibanCountry, isIban, isSepaIban, needsAddress, normalizeIban } from './iban.js';
import { isQrIban } from './swiss-iban.js';

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
