import type { FailureCode, Status } from '../../providers/simulator/simulator-api.js';
import type { Challenge, Instrument, IntentCreated, IntentEvent } from './events.js';

/** An intent after some events. What depends on the present time or can be computed is not in it. */
export interface Intent extends Omit<IntentCreated, 'type' | 'intent'> {
  readonly id: string;
  readonly createdAt: string;
  /** As last decided; see `statusOf` for the status at a moment. */
  readonly decided: Status;
  readonly settlesAt?: string;
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly challenge?: Challenge;
  readonly instrument?: Instrument;
  readonly failureCode?: FailureCode;
}

/**
 * Applies one event. Pure: replaying the journal gives the state.
 *
 * @param intent the state before; undefined for `intent.created` only
 * @throws Error when the event cannot follow the state, which means that the journal is damaged
 */
export function reduceIntent(intent: Intent | undefined, event: IntentEvent, at: string): Intent {
  if (event.type === 'intent.created') {
    if (intent !== undefined) throw new Error(`journal: intent ${event.intent} is created twice`);
    const { type: _, intent: id, ...terms } = event;
    return {
      ...terms,
      id,
      createdAt: at,
      decided: 'requires_confirmation',
      authorized: 0,
      captured: 0,
      refunded: 0,
    };
  }
  if (intent === undefined) throw new Error(`journal: ${event.type} of unknown intent ${event.intent}`);
  switch (event.type) {
    case 'intent.challenged':
      return {
        ...intent,
        decided: 'requires_action',
        challenge: event.challenge,
        ...(event.instrument && { instrument: event.instrument }),
      };
    case 'intent.approved':
      return approved(intent, event.instrument);
    case 'intent.submitted':
      return {
        ...intent,
        decided: 'processing',
        instrument: event.instrument,
        settlesAt: event.settlesAt,
      };
    case 'intent.declined':
      return { ...intent, decided: 'declined', failureCode: event.code };
    case 'intent.captured':
      return { ...intent, decided: 'succeeded', captured: event.amount };
    case 'intent.cancelled':
      return { ...intent, decided: 'cancelled' };
    case 'intent.refunded':
      return { ...intent, refunded: intent.refunded + event.amount };
  }
}

function approved(intent: Intent, instrument: Instrument): Intent {
  const paid = intent.mode === 'payment' ? intent.amount : 0;
  const held = intent.mode === 'payment' && intent.captureMethod === 'manual';
  return {
    ...intent,
    instrument,
    decided: held ? 'authorized' : 'succeeded',
    authorized: paid,
    captured: held ? 0 : paid,
  };
}

/** The status at a moment: what the bank was to decide later is decided when its time has come. */
export function statusOf(intent: Intent, now: Date): Status {
  return intent.decided === 'processing' && isSettled(intent, now) ? 'succeeded' : intent.decided;
}

/** Minor units. `pending` is asked of the bank and undecided; `cancelled` was held and let go. */
export interface Money {
  readonly authorized: number;
  readonly pending: number;
  readonly captured: number;
  readonly cancelled: number;
  readonly refunded: number;
}

/** What happened to the money of an intent, up to a moment. */
export function moneyOf(intent: Intent, now: Date): Money {
  const { authorized, captured, refunded } = intent;
  if (intent.decided === 'processing') {
    const settled = isSettled(intent, now);
    return {
      authorized: 0,
      pending: settled ? 0 : intent.amount,
      captured: settled ? intent.amount : 0,
      cancelled: 0,
      refunded,
    };
  }
  const ended = intent.decided === 'succeeded' || intent.decided === 'cancelled';
  return { authorized, pending: 0, captured, cancelled: ended ? authorized - captured : 0, refunded };
}

function isSettled(intent: Intent, now: Date): boolean {
  return intent.settlesAt !== undefined && Date.parse(intent.settlesAt) <= now.getTime();
}
