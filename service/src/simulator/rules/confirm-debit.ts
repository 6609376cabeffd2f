import type { DebitMethod } from '../../providers/simulator/simulator-api.js';
import { debitAccount, type DebitDetails } from '../bank/debit-account.js';
import { newId, type Secrets } from '../bank/secrets.js';
import type { Instrument, IntentEvent } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { Refusal } from '../refusal.js';
import { decided } from './decide.js';

export interface DebitConfirmation {
  readonly details?: DebitDetails & { readonly email?: string };
  readonly mandate?: { readonly reference: string };
}

/**
 * The bank's answer to a mandate, or to a debit under it when the intent has an amount.
 *
 * @throws Refusal `parameter_missing` or `parameter_invalid` naming the detail
 */
export function confirmDebit(
  intent: Intent & { readonly paymentMethod: DebitMethod },
  { details, mandate }: DebitConfirmation,
  secrets: Secrets,
  now: Date,
  settlementMs: number,
): IntentEvent {
  if (mandate === undefined) {
    throw Refusal.invalid('parameter_missing', 'mandate is required: a debit needs one.', 'mandate');
  }
  const account = debitAccount(intent.paymentMethod, details ?? {});
  const instrument: Instrument = {
    id: newId('ins'),
    paymentMethod: intent.paymentMethod,
    reusable: intent.saveInstrument,
    bankAccount: {
      holder: account.holder,
      number: account.masked,
      ...(account.bankLocationId !== undefined && { bankLocationId: account.bankLocationId }),
      ...(details?.email !== undefined && { email: details.email }),
      mandate: mandate.reference,
    },
    fingerprint: secrets.fingerprint(account.number),
    onCharge: account.onCharge,
  };
  const refusedAtOnce = account.onSetup !== 'approved' || intent.mode === 'setup';
  const verdict = refusedAtOnce ? account.onSetup : account.onCharge;
  return decided(intent, instrument, verdict, now, settlementMs);
}
