import type { DirectDebit } from './direct-debit.js';
import { maskBankAccount } from './bank-account.js';
import { requiredAddress, requiredText } from './details.js';
import { requireSwissIban } from './swiss-iban.js';

/** Swiss direct debit of PostFinance: from its accounts only. */
export const chDd: DirectDebit = {
  requiredFields: ['address'],
  isSigned: true,
  check: ({ accountHolder, iban, address }) => ({
    accountHolder: requiredText(accountHolder, 'accountHolder'),
    iban: requireSwissIban(requiredText(iban, 'iban'), 'CH_DD'),
    address: requiredAddress(address),
  }),
  mask: (details, mandate) => ({ chDD: maskBankAccount(details, mandate) }),
};
