import { isExpired, parseExpiry } from '../cards/card-fields.js';
import type { SimulatorContext } from '../context.js';
import type { Account, Instrument, IntentEvent } from '../ledger/events.js';
import { Refusal } from '../refusal.js';
import { createIntent, type IntentTerms } from './create-intent.js';
import { decided } from './decide.js';
import { requireStatus } from './money-moves.js';

/**
 * Charges a stored instrument without the payer: creates an intent and lets the bank decide it in one step.
 *
 * @throws Refusal when the instrument belongs to another account, customer or method, or was not collected for later
 * use
 */
export function chargeInstrument(
  { ledger, settlementMs }: Pick<SimulatorContext, 'ledger' | 'settlementMs'>,
  account: Account,
  { instrument: id, ...terms }: IntentTerms & { readonly instrument: string },
  now: Date,
): readonly IntentEvent[] {
  const found = ledger.instrument(id);
  if (found?.intent.account !== account.publicKey) throw Refusal.missing('instrument', 'instrument');
  if (ledger.isDetached(id)) throw Refusal.missing('instrument', 'instrument');
  const { instrument, intent: origin } = found;
  requireStatus(origin, now, 'charge its instrument', 'succeeded', 'authorized', 'processing');
  if (terms.mode !== 'payment') {
    throw Refusal.invalid('mode_unsupported', 'An instrument is charged with mode payment.', 'mode');
  }
  if (origin.customer !== terms.customer) {
    throw Refusal.invalid('customer_mismatch', 'The instrument belongs to another customer.', 'customer');
  }
  if (instrument.paymentMethod !== terms.paymentMethod) {
    throw Refusal.invalid(
      'payment_method_mismatch',
      `The instrument is of ${instrument.paymentMethod}, not of ${terms.paymentMethod}.`,
      'paymentMethod',
    );
  }
  if (!instrument.reusable) {
    throw Refusal.invalid(
      'instrument_not_reusable',
      'The instrument was not collected for later charges.',
      'instrument',
    );
  }
  const created = createIntent(account, { ...terms, saveInstrument: false });
  const charge = { id: created.intent, mode: created.mode, paymentMethod: created.paymentMethod };
  const verdict = hasExpired(instrument, now) ? 'expired_card' : instrument.onCharge;
  return [created, decided(charge, { instrument, verdict }, now, settlementMs)];
}

/** Returns whether an instrument is a card that has expired since it was collected. */
function hasExpired({ paymentMethod, card }: Instrument, now: Date): boolean {
  const expiry = paymentMethod === 'CREDIT_CARD' && card ? parseExpiry(card.expiry) : undefined;
  return expiry !== undefined && isExpired(expiry, now);
}
