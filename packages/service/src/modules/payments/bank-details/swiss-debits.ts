import { maskBankAccount } from './bank-account.js';
import { type DirectDebit, requiredAddress, requiredText } from './details.js';
import { requiredIban } from './iban.js';

/** PostFinance's Swiss direct debit, from PostFinance accounts only. */
export const chDd: DirectDebit = {
  requiredFields: ['address'],
  isSigned: true,
  check: ({ accountHolder, iban, address }) => ({
    accountHolder: requiredText(accountHolder, 'accountHolder'),
    iban: requiredIban(iban, 'CH_DD'),
    address: requiredAddress(address),
  }),
  mask: (details, mandate) => ({ chDD: maskBankAccount(details, mandate) }),
};

/** LSV+, from accounts of Swiss and Liechtenstein banks other than PostFinance. The scheme ends in September 2028. */
export const lsv: DirectDebit = {
  requiredFields: ['address'],
  isSigned: true,
  check: ({ accountHolder, iban, address }) => ({
    accountHolder: requiredText(accountHolder, 'accountHolder'),
    iban: requiredIban(iban, 'LSV'),
    address: requiredAddress(address),
  }),
  mask: (details, mandate) => ({ lsvDD: maskBankAccount(details, mandate) }),
};
