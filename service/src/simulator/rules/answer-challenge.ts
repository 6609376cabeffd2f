import { newId } from '../bank/secrets.js';
import { hostedInstrument } from '../bank/hosted-instrument.js';
import type { SimulatorContext } from '../context.js';
import type { IntentEvent } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { decided } from './decide.js';
import { requireStatus } from './money-moves.js';

/** What a person can do on a page of the bank. */
export const OUTCOMES = ['approve', 'refuse', 'cancel', 'later', 'never'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * What follows from what the person did. `later`: the person is let go, and the bank approves after the time of
 * settlement. `never`: nothing at all happens.
 *
 * @throws Refusal when the intent does not wait for the person (any more)
 */
export function answerChallenge(
  intent: Intent,
  outcome: Outcome,
  { secrets, settlementMs }: Pick<SimulatorContext, 'secrets' | 'settlementMs'>,
  now: Date,
): IntentEvent | null {
  requireStatus(intent, now, 'act on the page', 'requires_action');
  const { challenge, id } = intent;
  const instrument = intent.instrument ?? hostedInstrument(intent, newId('ins'), secrets);
  const verdict = challenge?.verdict ?? 'approved';
  switch (outcome) {
    case 'approve':
      return decided(intent, instrument, verdict, now, settlementMs);
    case 'later':
      if (verdict !== 'approved') return decided(intent, instrument, verdict, now, settlementMs);
      return {
        type: 'intent.submitted',
        intent: id,
        instrument,
        settlesAt: new Date(now.getTime() + settlementMs).toISOString(),
      };
    case 'refuse':
      return {
        type: 'intent.declined',
        intent: id,
        code: challenge?.kind === 'authentication' ? 'authentication_failed' : 'declined',
      };
    case 'cancel':
      return { type: 'intent.declined', intent: id, code: 'cancelled_by_payer' };
    case 'never':
      return null;
  }
}
