import type { BankAnswer, IntentEvent } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { isDebited } from './method-rules.js';

/** Facts about an intent on which the decision depends. */
export type Decidable = Pick<Intent, 'id' | 'mode' | 'paymentMethod'>;

/**
 * Returns the event that follows from the bank's verdict. A debit that moves money is only submitted: the bank decides
 * after `settlementMs`, and the debit can be cancelled for the first half of that time.
 */
export function decided(
  intent: Decidable,
  { instrument, verdict }: BankAnswer,
  now: Date,
  settlementMs: number,
): IntentEvent {
  if (verdict !== 'approved') return { type: 'intent.declined', intent: intent.id, code: verdict };
  if (intent.mode === 'payment' && isDebited(intent.paymentMethod)) {
    const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
    return {
      type: 'intent.submitted',
      intent: intent.id,
      instrument,
      settlesAt: after(settlementMs),
      cutOffAt: after(settlementMs / 2),
      ...(instrument.onReturn && { returnsAt: after(2 * settlementMs) }),
    };
  }
  return { type: 'intent.approved', intent: intent.id, instrument };
}
