import { hostedInstrument, type PageDetails } from '../bank/hosted-instrument.js';
import type { SimulatorContext } from '../context.js';
import type { Instrument, IntentEvent, Verdict } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { decided } from './decide.js';
import { requireStatus } from './money-moves.js';

/** Actions of a person on a page of the bank. */
export const OUTCOMES = ['approve', 'refuse', 'cancel', 'later', 'never'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * The events that follow from the person's action. `later`: the person is let go, and the bank approves after the time of
 * settlement. `never`: nothing at all happens.
 *
 * @param details what was typed on the page
 * @throws Refusal when the intent does not wait for the person (any more), or a detail is wrong
 */
export function answerChallenge(
  intent: Intent,
  outcome: Outcome,
  details: PageDetails,
  { secrets, settlementMs }: Pick<SimulatorContext, 'secrets' | 'settlementMs'>,
  now: Date,
): IntentEvent | null {
  requireStatus(intent, now, 'act on the page', 'requires_action');
  const { challenge, id } = intent;
  switch (outcome) {
    case 'approve':
    case 'later': {
      const { instrument, verdict } = agreed(intent) ?? hostedInstrument(intent, details, secrets);
      if (outcome === 'approve' || verdict !== 'approved') {
        return decided(intent, instrument, verdict, now, settlementMs);
      }
      const settlesAt = new Date(now.getTime() + settlementMs).toISOString();
      return { type: 'intent.submitted', intent: id, instrument, settlesAt };
    }
    case 'refuse': {
      const code = challenge?.kind === 'authentication' ? 'authentication_failed' : 'declined';
      return { type: 'intent.declined', intent: id, code };
    }
    case 'cancel':
      return { type: 'intent.declined', intent: id, code: 'cancelled_by_payer' };
    case 'never':
      return null;
  }
}

/** The instrument was given before the page was shown (3-D Secure), and the bank knows what it will say. */
function agreed({
  instrument,
  challenge,
}: Intent): { readonly instrument: Instrument; readonly verdict: Verdict } | undefined {
  return instrument && challenge && { instrument, verdict: challenge.verdict };
}
