import type { Schemas } from '@upc/contract/gateway';
import { bankOfIban } from './bank-of-iban.js';
import type { AcceptedMandate, PaymentDetails } from './details.js';
import { maskIban } from './iban.js';

/** Masks an account identified by its IBAN, and adds the bank if the tables contain it. */
export function maskBankAccount(
  { accountHolder = '', iban = '' }: PaymentDetails,
  { signature }: AcceptedMandate,
): Schemas['BankAccountInstrument'] {
  return {
    bankAccountDetails: {
      accountHolder,
      ...bankOfIban(iban),
      iban: maskIban(iban),
      ...(signature === null ? {} : { signature }),
    },
  };
}
