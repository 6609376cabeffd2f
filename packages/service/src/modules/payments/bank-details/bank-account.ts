import type { Schemas } from '@upc/contract/gateway';
import { bankOfIban } from './bank-of-iban.js';
import type { AcceptedMandate, PaymentDetails } from './details.js';
import { maskIban } from './iban.js';

/** An account known by its IBAN as it may be shown, with the bank where its country's table knows it. */
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
