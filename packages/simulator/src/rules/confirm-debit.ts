import type { DebitedMethod } from '@upc/contract/catalogue';
import { debitAccount, type DebitDetails } from '../bank/debit-account.js';
import { debitInstrument } from '../bank/debit-instrument.js';
import type { SimulatorContext } from '../context.js';
import type { IntentEvent } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { Refusal } from '../refusal.js';
import { decided } from './decide.js';

export interface DebitConfirmation {
  readonly details?: DebitDetails & { readonly email?: string };
  readonly mandate?: { readonly reference: string };
}

/**
 * Returns the bank's decision on a mandate, or on a debit under it when the intent has an amount.
 *
 * @throws Refusal `parameter_missing` or `parameter_invalid` naming the detail
 */
export function confirmDebit(
  intent: Intent & { readonly paymentMethod: DebitedMethod },
  { details, mandate }: DebitConfirmation,
  { secrets, settlementMs }: Pick<SimulatorContext, 'secrets' | 'settlementMs'>,
  now: Date,
): IntentEvent {
  if (mandate === undefined) {
    throw Refusal.invalid('parameter_missing', 'mandate is required: a debit needs one.', 'mandate');
  }
  const account = debitAccount(intent.paymentMethod, details ?? {});
  const given = { mandate: mandate.reference, email: details?.email };
  const instrument = debitInstrument(intent, account, given, secrets);
  const refusedAtOnce = account.onSetup !== 'approved' || intent.mode === 'setup';
  const verdict = refusedAtOnce ? account.onSetup : account.onCharge;
  return decided(intent, { instrument, verdict }, now, settlementMs);
}
