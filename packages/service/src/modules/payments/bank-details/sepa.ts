import { needsDebtorAddress } from '@upc/contract/iban';
import { maskBankAccount } from './bank-account.js';
import { type DirectDebit, requiredAddress, requiredText } from './details.js';
import { requiredIban } from './iban.js';

/** SEPA Core direct debit, from any account in the SEPA area. */
export const sepa: DirectDebit = {
  requiredFields: [],
  isSigned: true,
  check(details) {
    const accountHolder = requiredText(details.accountHolder, 'accountHolder');
    const iban = requiredIban(details.iban, 'SEPA');
    if (!needsDebtorAddress(iban.slice(0, 2))) return { accountHolder, iban };
    return { accountHolder, iban, address: requiredAddress(details.address) };
  },
  mask: (details, mandate) => ({ sepa: maskBankAccount(details, mandate) }),
};
