import type { IntentEvent } from '../ledger/events.js';
import { isAtBank, moneyOf, statusOf, type Intent } from '../ledger/intent.js';
import { Refusal } from '../refusal.js';

/**
 * Requires that an intent has one of the given statuses.
 *
 * @throws Refusal `intent_unexpected_state`, which names the current status and the required ones
 */
export function requireStatus(intent: Intent, now: Date, doing: string, ...allowed: string[]): void {
  const status = statusOf(intent, now);
  if (!allowed.includes(status)) {
    throw Refusal.invalid(
      'intent_unexpected_state',
      `The intent is ${status}; to ${doing} it must be ${allowed.join(' or ')}.`,
      'intent',
    );
  }
}

/** Captures `amount` minor units of the authorised amount; the rest is released. */
export function captureIntent(intent: Intent, amount: number, now: Date): IntentEvent {
  requireStatus(intent, now, 'capture', 'authorized');
  atMost(amount, moneyOf(intent, now).authorized, 'authorised');
  return { type: 'intent.captured', intent: intent.id, amount };
}

/** Cancels an intent before money has moved. A debit must not have been sent to the bank yet. */
export function cancelIntent(intent: Intent, now: Date): IntentEvent {
  requireStatus(
    intent,
    now,
    'cancel',
    'requires_confirmation',
    'requires_action',
    'processing',
    'authorized',
  );
  if (isAtBank(intent, now)) {
    throw Refusal.invalid(
      'intent_unexpected_state',
      'The debit has been sent to the bank; refund it once it has settled.',
      'intent',
    );
  }
  return { type: 'intent.cancelled', intent: intent.id };
}

/** Refunds `amount` minor units; all refunds together may not exceed the captured amount. */
export function refundIntent(intent: Intent, amount: number, now: Date): IntentEvent {
  requireStatus(intent, now, 'refund', 'succeeded');
  const { captured, refunded, returned } = moneyOf(intent, now);
  atMost(amount, captured - refunded - returned, 'captured, and neither refunded nor returned yet');
  return { type: 'intent.refunded', intent: intent.id, amount };
}

function atMost(amount: number, limit: number, what: string): void {
  if (amount > limit) {
    throw Refusal.invalid(
      'amount_too_large',
      `amount is ${amount}; at most ${limit} minor units are ${what}.`,
      'amount',
    );
  }
}
