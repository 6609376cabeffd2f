import { hostedInstrument, type PageDetails } from '../bank/hosted-instrument.js';
import type { SimulatorContext } from '../context.js';
import type { BankAnswer, IntentEvent } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { decided } from './decide.js';
import { requireStatus } from './money-moves.js';

/** Actions that a payer can take on a page of the bank. */
export const OUTCOMES = ['approve', 'refuse', 'cancel', 'later', 'never'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The payer's choice of a button, with the details typed on the page. */
export interface PageAnswer {
  readonly outcome: Outcome;
  readonly details: PageDetails;
}

/**
 * Returns the event that follows from the payer's action. With `later`, the payer may leave, and the bank approves
 * after the settlement time. With `never`, nothing happens at all.
 *
 * @throws Refusal when the intent does not wait for the payer (any more), or a detail is invalid
 */
export function answerChallenge(
  intent: Intent,
  { outcome, details }: PageAnswer,
  { secrets, settlementMs }: Pick<SimulatorContext, 'secrets' | 'settlementMs'>,
  now: Date,
): IntentEvent | null {
  requireStatus(intent, now, 'act on the page', 'requires_action');
  const { challenge, id } = intent;
  switch (outcome) {
    case 'approve':
    case 'later': {
      const answer = agreed(intent) ?? hostedInstrument(intent, details, secrets);
      if (outcome === 'approve' || answer.verdict !== 'approved') {
        return decided(intent, answer, now, settlementMs);
      }
      const settlesAt = new Date(now.getTime() + settlementMs).toISOString();
      return { type: 'intent.submitted', intent: id, instrument: answer.instrument, settlesAt };
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

/**
 * Returns the instrument and verdict of a payer who agrees, if the instrument was given before the page was shown (3-D
 * Secure).
 */
function agreed({ instrument, challenge }: Intent): BankAnswer | undefined {
  return instrument && challenge && { instrument, verdict: challenge.verdict };
}
