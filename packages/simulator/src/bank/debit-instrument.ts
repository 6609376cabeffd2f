import type { DebitedMethod } from '@upc/contract/catalogue';
import type { Instrument } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import type { DebitAccount } from './debit-account.js';
import { newId, type Secrets } from './secrets.js';

/** Makes the stored form of an account that may be debited: masked, with a fingerprint in place of the number. */
export function debitInstrument(
  {
    paymentMethod,
    saveInstrument,
  }: Pick<Intent, 'saveInstrument'> & { readonly paymentMethod: DebitedMethod },
  account: DebitAccount,
  given: { readonly mandate: string; readonly email?: string | undefined },
  secrets: Secrets,
): Instrument {
  return {
    id: newId('ins'),
    paymentMethod,
    reusable: saveInstrument,
    bankAccount: {
      holder: account.holder,
      number: account.masked,
      ...(account.bankLocationId !== undefined && { bankLocationId: account.bankLocationId }),
      ...(given.email !== undefined && { email: given.email }),
      mandate: given.mandate,
    },
    fingerprint: secrets.fingerprint(account.number),
    onCharge: account.onCharge,
    ...(account.onReturn && { onReturn: account.onReturn }),
  };
}
