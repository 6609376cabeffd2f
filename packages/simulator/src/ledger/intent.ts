import type { FailureCode, Status } from '@upc/contract/simulator-api';
import type { Account, Challenge, Instrument, IntentCreated, IntentEvent } from './events.js';

/**
 * State of an intent after its events. Values that depend on the present time or can be computed are not part of it.
 */
export interface Intent extends Omit<IntentCreated, 'type' | 'intent'> {
  readonly id: string;
  readonly createdAt: string;
  /** Status last decided; see `intentAt` for the status at a moment. */
  readonly decided: Status;
  readonly settlesAt?: string;
  readonly cutOffAt?: string;
  readonly returnsAt?: string;
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly challenge?: Challenge;
  readonly instrument?: Instrument;
  readonly failureCode?: FailureCode;
}

export interface IntentOfAccount {
  readonly intent: Intent;
  readonly account: Account;
}

/**
 * Applies one event. It is a pure function, so replaying the journal restores the state.
 *
 * @param before the previous state; undefined for `intent.created` only
 * @throws Error when the event cannot follow the state, which means that the journal is damaged
 */
export function reduceIntent(before: Intent | undefined, event: IntentEvent, at: string): Intent {
  const intent = before && intentAt(before, new Date(at));
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
        ...(event.cutOffAt && { cutOffAt: event.cutOffAt }),
        ...(event.returnsAt && { returnsAt: event.returnsAt }),
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

/**
 * Returns an intent at a moment. Pending bank decisions are made once their time has passed, and an expired challenge
 * is declined. Nothing is recorded for this, because it follows from the recorded events.
 */
export function intentAt(intent: Intent, now: Date): Intent {
  const { decided, settlesAt, instrument, challenge } = intent;
  if (decided === 'processing' && instrument !== undefined && isPast(settlesAt, now)) {
    return approved(intent, instrument);
  }
  if (decided === 'requires_action' && isPast(challenge?.expiresAt, now)) {
    return { ...intent, decided: 'declined', failureCode: 'expired' };
  }
  return intent;
}

/** Returns the reason for which the bank had returned the payment by a moment; undefined if it had not. */
export function returnOf(intent: Intent, now: Date): FailureCode | undefined {
  const { decided, returnsAt, instrument } = intentAt(intent, now);
  return decided === 'succeeded' && isPast(returnsAt, now) ? instrument?.onReturn : undefined;
}

export const statusOf = (intent: Intent, now: Date): Status => intentAt(intent, now).decided;

/** Amounts in minor units. `pending` is requested from the bank and undecided; `cancelled` was held and released. */
export interface Money {
  readonly authorized: number;
  readonly pending: number;
  readonly captured: number;
  readonly cancelled: number;
  readonly refunded: number;
  /** Amount taken back by the payer's bank: all that was captured, because the bank does not know of refunds. */
  readonly returned: number;
}

/** Returns the money movements of an intent up to a moment. */
export function moneyOf(intent: Intent, now: Date): Money {
  const { decided, amount, authorized, captured, refunded } = intentAt(intent, now);
  const ended = decided === 'succeeded' || decided === 'cancelled';
  return {
    authorized,
    pending: decided === 'processing' ? amount : 0,
    captured,
    cancelled: ended ? authorized - captured : 0,
    refunded,
    returned: returnOf(intent, now) === undefined ? 0 : captured,
  };
}

/** Returns whether it is too late to cancel a debit, because it has been sent to the bank. */
export const isAtBank = ({ cutOffAt }: Intent, now: Date): boolean => isPast(cutOffAt, now);

function isPast(moment: string | undefined, now: Date): boolean {
  return moment !== undefined && Date.parse(moment) <= now.getTime();
}
