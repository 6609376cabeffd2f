import { isOfFlow } from '@upc/contract/catalogue';
import { readCard, type CardDetails } from '../bank/card.js';
import { newId } from '../bank/secrets.js';
import { readWallet, type WalletDetails } from '../bank/wallets.js';
import type { SimulatorContext } from '../context.js';
import type { Instrument, IntentEvent } from '../ledger/events.js';
import type { IntentOfAccount } from '../ledger/intent.js';
import { Refusal } from '../refusal.js';
import { requireReturn } from './create-intent.js';
import { decided } from './decide.js';
import { requireStatus } from './money-moves.js';

export interface CardConfirmation {
  /** A card that was typed, or one from a wallet. */
  readonly source: { readonly card: CardDetails } | { readonly wallet: WalletDetails };
  /** Address that a redirect leads back to; the intent's own if absent. */
  readonly returnUrl?: string;
  /** Amount due according to the page; the confirmation is refused if the intent has another amount. */
  readonly expected?: { readonly amount: number; readonly currency: string };
}

type Tools = Pick<SimulatorContext, 'secrets' | 'settlementMs' | 'challengeMs'>;

/**
 * Confirms an intent with a card. The bank decides, or first requires the payer's authentication (3-D Secure).
 *
 * @throws Refusal when it was confirmed before, the amount differs, or the card cannot be valid
 */
export function confirmCard(
  { intent, account }: IntentOfAccount,
  { source, returnUrl, expected }: CardConfirmation,
  { secrets, settlementMs, challengeMs }: Tools,
  now: Date,
): IntentEvent {
  requireStatus(intent, now, 'confirm', 'requires_confirmation');
  if (!isOfFlow(intent.paymentMethod, 'frames')) {
    throw Refusal.invalid(
      'payment_method_mismatch',
      `The intent is of ${intent.paymentMethod}, not of a card.`,
    );
  }
  if (expected && (expected.amount !== intent.amount || expected.currency !== intent.currency)) {
    throw Refusal.invalid(
      'amount_mismatch',
      'What the page says is paid is not what the intent says.',
      'expected',
    );
  }
  if (returnUrl !== undefined) requireReturn(returnUrl, account);
  const card = 'wallet' in source ? readWallet(source.wallet, intent) : readCard(source.card, now);
  const instrument: Instrument = {
    id: newId('ins'),
    paymentMethod: intent.paymentMethod,
    reusable: intent.saveInstrument,
    card: card.shown,
    fingerprint: secrets.fingerprint(card.number),
    onCharge: card.bank.onCharge,
  };
  if (card.bank.challenge === undefined) {
    return decided(intent, { instrument, verdict: card.bank.verdict }, now, settlementMs);
  }
  if (card.bank.challenge === 'redirect' && (returnUrl ?? intent.returnUrl) === undefined) {
    throw Refusal.invalid(
      'return_url_missing',
      'The bank sends the person to its page: say where back to.',
      'returnUrl',
    );
  }
  const challenge = {
    id: newId('chl'),
    kind: 'authentication',
    display: card.bank.challenge,
    verdict: card.bank.verdict,
    expiresAt: new Date(now.getTime() + challengeMs).toISOString(),
    ...(returnUrl !== undefined && { returnUrl }),
  } as const;
  return { type: 'intent.challenged', intent: intent.id, challenge, instrument };
}
