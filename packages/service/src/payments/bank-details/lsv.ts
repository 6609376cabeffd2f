import type { DirectDebit } from './direct-debit.js';
import { maskBankAccount } from './bank-account.js';
import { requiredAddress, requiredText } from './details.js';
import { requireSwissIban } from './swiss-iban.js';

/** LSV+: from accounts of Swiss and Liechtenstein banks other than PostFinance; it ends in September 2028. */
export const lsv: DirectDebit = {
  requiredFields: ['address'],
  isSigned: true,
  check: ({ accountHolder, iban, address }) => ({
    accountHolder: requiredText(accountHolder, 'accountHolder'),
    iban: requireSwissIban(requiredText(iban, 'iban'), 'LSV'),
    address: requiredAddress(address),
  }),
  mask: (details, mandate) => ({ lsvDD: maskBankAccount(details, mandate) }),
};
