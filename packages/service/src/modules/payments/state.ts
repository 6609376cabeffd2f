import type { FailureCode } from '@upc/contract/gateway';
import { and, eq } from 'drizzle-orm';
import type { UnitOfWork } from '../../core/context.js';
import { alongside, type Write } from '../../core/database/alongside.js';
import type { DeclineCode } from '../../core/errors/api-error.js';
import { type EventKind, eventWrite, recordEvent, recordEventOnce } from '../../core/events.js';
import { emit } from '../webhooks/webhook-events.js';
import { paymentInstruments } from './instruments/instruments.tables.js';
import { paymentContent } from './payment-events.js';
import { isLive } from './payments.js';
import { payments, type PaymentStatus } from './payments.tables.js';
import type { IntentStatus } from './providers/provider.js';
import { issueRequestToken } from './sessions/request-token.js';
import type { LockedPayment, LockedSession } from './sessions/sessions.js';
import { paymentSessions, type SessionStatus } from './sessions/sessions.tables.js';
import { type UsageStatus, usages } from './usages/usages.tables.js';

/*
 * Only this file changes the status of sessions, payments and usages. The tables below define the effect of each event.
 * Every change is a compare-and-set in a transaction that holds the session's lock.
 */

/**
 * Events of a payment. CANCEL and FAIL are our own decisions; the others are reports. The person or the provider's
 * frames report CONFIRMED, and the provider reports an `IntentStatus`. SILENT: the provider did not respond. REFUSED:
 * it refused the request itself.
 */
export type PaymentEvent = IntentStatus | 'CONFIRMED' | 'SILENT' | 'REFUSED' | 'CANCEL' | 'FAIL';
/** USE and FREE reserve and return the session's token. EXPIRE and CLOSE begin and complete the session's expiry. */
export type SessionEvent = 'USE' | 'FREE' | 'COMPLETE' | 'EXPIRE' | 'CLOSE';
export type UsageEvent = 'COMPLETE' | 'DECLINE';

interface Transition<Status> {
  readonly from: readonly Status[];
  readonly to: Status;
  /**
   * The event reports something that happened elsewhere. If it does not fit the status, it arrived too late and is not
   * an error.
   */
  readonly isReport?: true;
}
type Transitions<Event extends string, Status> = { readonly [E in Event]: Transition<Status> };

/** Statuses that only the provider, or a person at the provider, can resolve. */
const AT_PROVIDER = ['ACTION_REQUIRED', 'AUTHENTICATED', 'UNKNOWN'] as const;
/** CREATED may also change: a concurrent request can commit first. */
const UNDECIDED = ['CREATED', ...AT_PROVIDER] as const;

const report = <const To extends PaymentStatus>(from: readonly PaymentStatus[], to: To) =>
  ({ from, to, isReport: true }) as const;

const PAYMENT_TRANSITIONS: Transitions<PaymentEvent, PaymentStatus> = {
  CONFIRMED: report(['CREATED'], 'AUTHENTICATED'),
  SILENT: report(AT_PROVIDER, 'UNKNOWN'),
  REFUSED: report(AT_PROVIDER, 'FAILED'),
  REQUIRES_CONFIRMATION: report(UNDECIDED, 'CREATED'),
  ACTION_REQUIRED: report(UNDECIDED, 'ACTION_REQUIRED'),
  PROCESSING: report(UNDECIDED, 'UNKNOWN'),
  AUTHORIZED: report(UNDECIDED, 'PREAUTHED'),
  SUCCEEDED: report(UNDECIDED, 'PREAUTHED'),
  DECLINED: report(UNDECIDED, 'FAILED'),
  CANCELLED: report(UNDECIDED, 'CANCELLED'),
  // A payment whose outcome is unknown is never cancelled: money may be on its way.
  CANCEL: { from: ['CREATED', 'ACTION_REQUIRED', 'PREAUTHED'], to: 'CANCELLED' },
  FAIL: { from: ['PREAUTHED'], to: 'FAILED' },
};

const SESSION_TRANSITIONS: Transitions<SessionEvent, SessionStatus> = {
  USE: { from: ['OPEN'], to: 'USING' },
  FREE: { from: ['USING'], to: 'OPEN' },
  COMPLETE: { from: ['USING'], to: 'USED' },
  EXPIRE: { from: ['OPEN'], to: 'EXPIRING' },
  CLOSE: { from: ['EXPIRING'], to: 'EXPIRED' },
};

export const USAGE_TRANSITIONS: Transitions<UsageEvent, UsageStatus> = {
  COMPLETE: { from: ['RESERVED'], to: 'DONE' },
  DECLINE: { from: ['RESERVED'], to: 'DECLINED' },
};

/**
 * Finds the status that an event leads to. Returns null if it changes nothing because the row already has that status
 * or the report arrived too late.
 *
 * @param what names the row in the error.
 * @throws Error naming both statuses when one of our own events is impossible.
 */
export function statusAfter<Event extends string, Status extends string>(
  transitions: Transitions<Event, Status>,
  event: Event,
  status: Status,
  what: string,
): Status | null {
  const { from, to, isReport } = transitions[event];
  if (status === to) return null;
  if (from.includes(status)) return to;
  if (isReport) return null;
  throw new Error(`${event} cannot take ${what} from ${status} to ${to}.`);
}

export interface PaymentChange {
  readonly event: PaymentEvent;
  /** Reason given to the member for the end of the payment. */
  readonly failureCode?: FailureCode | null;
  /** Whether the provider holds, or may hold, something that must be released once the payment has ended. */
  readonly isHeld: boolean;
  readonly instrumentDetails?: typeof payments.$inferInsert.instrumentDetails;
  /** The collected instrument, which is stored with a payment that becomes PREAUTHED. */
  readonly instrument?: typeof paymentInstruments.$inferInsert | null;
  /** Recorded for the studio; null if the caller records something more specific. */
  readonly record: { readonly kind: EventKind; readonly detail: string } | null;
}

/**
 * Applies an event to a payment. A report that changes nothing is recorded once. If it arrives after the payment has
 * ended, what the provider still holds becomes due for release. The caller or the jobs then release it
 * (`releasePayment`).
 *
 * @returns the payment afterwards.
 * @throws Error when the transition is impossible, or the payment was changed without the session's lock.
 */
export async function changePayment(
  unit: UnitOfWork,
  { payment, session }: LockedPayment,
  { event, failureCode = null, isHeld, instrumentDetails, instrument, record }: PaymentChange,
): Promise<LockedPayment['payment']> {
  const { context, tx, traceId } = unit;
  const { id, status } = payment;
  const about = { traceId, sessionId: session.id, paymentId: id };
  const isUnchanged = and(eq(payments.id, id), eq(payments.status, status));
  const next = statusAfter(PAYMENT_TRANSITIONS, event, status, `payment ${id}`);
  if (next === null) {
    if (record) {
      const isLate = status !== PAYMENT_TRANSITIONS[event].to;
      const detail = isLate ? `${record.detail}; the payment stays ${status}` : record.detail;
      await recordEventOnce(context, tx, { ...about, kind: record.kind, detail });
    }
    if (!isHeld || isLive(status) || payment.releaseStatus === 'DUE') return payment;
    const due = await tx.update(payments).set({ releaseStatus: 'DUE' }).where(isUnchanged).returning();
    return changedRow(due, `payment ${id}`);
  }
  const collected = next === 'PREAUTHED' ? instrument : null;
  const writes: Write[] = [];
  if (collected) writes.push(tx.insert(paymentInstruments).values(collected));
  if (!isLive(next) && payment.instrumentId !== null && payment.hold !== 'STORED') {
    // Only an instrument that was waiting for its token to be used is discarded; a saved one stays saved.
    const isWaiting = eq(paymentInstruments.status, 'COLLECTED');
    writes.push(
      tx
        .update(paymentInstruments)
        .set({ status: 'DISCARDED' })
        .where(and(eq(paymentInstruments.id, payment.instrumentId), isWaiting)),
    );
  }
  if (record) writes.push(eventWrite(context, tx, { ...about, ...record }));
  const changed = await alongside(tx, writes)
    .update(payments)
    .set({
      instrumentDetails,
      ...(collected && { instrumentId: collected.id }),
      status: next,
      failureCode,
      ...(next === 'PREAUTHED' && issueRequestToken(context, id)),
      releaseStatus: isHeld && !isLive(next) ? 'DUE' : null,
      updatedAt: context.clock.now(),
    })
    .where(isUnchanged)
    .returning();
  return changedRow(changed, `payment ${id}`);
}

/** Records that the person has confirmed. Only a payment that is CREATED changes. @returns the payment afterwards */
export async function confirmPayment(
  unit: UnitOfWork,
  locked: LockedPayment,
): Promise<LockedPayment['payment']> {
  return changePayment(unit, locked, { event: 'CONFIRMED', isHeld: false, record: null });
}

/** The reason that the person and the host receive, in this tab and in every other one. */
type CancelReason = Extract<FailureCode, 'CANCELLED_BY_PAYER' | 'CANCELLED_ELSEWHERE' | 'EXPIRED'>;

const CANCEL_EVENTS: Readonly<Record<CancelReason, { kind: EventKind; detail: string }>> = {
  CANCELLED_BY_PAYER: { kind: 'ATTEMPT_CANCELLED', detail: 'cancelled by the payer' },
  CANCELLED_ELSEWHERE: { kind: 'ATTEMPT_REPLACED', detail: 'replaced by another attempt' },
  EXPIRED: { kind: 'ATTEMPT_CANCELLED', detail: 'the session has expired' },
};

/**
 * Cancels a payment and marks the provider's hold as due for release; `releasePayment` releases it after the commit. If
 * an intent is just being created at the provider, `ensureIntent` takes care of it.
 */
export async function markCancelled(
  unit: UnitOfWork,
  locked: LockedPayment,
  failureCode: CancelReason,
): Promise<void> {
  const isHeld = locked.payment.providerReference !== null;
  await changePayment(unit, locked, {
    event: 'CANCEL',
    failureCode,
    isHeld,
    record: CANCEL_EVENTS[failureCode],
  });
}

/**
 * Applies an event to a session.
 *
 * @returns the session afterwards.
 * @throws Error like `changePayment`.
 */
export async function changeSession(
  { tx }: Pick<UnitOfWork, 'tx'>,
  session: LockedSession,
  event: SessionEvent,
  values: Partial<Pick<typeof paymentSessions.$inferInsert, 'validUntil'>> = {},
): Promise<LockedSession> {
  const { id, status } = session;
  const next = statusAfter(SESSION_TRANSITIONS, event, status, `session ${id}`);
  if (next === null) return session;
  const changed = await tx
    .update(paymentSessions)
    .set({ ...values, status: next })
    .where(and(eq(paymentSessions.id, id), eq(paymentSessions.status, status)))
    .returning();
  return { ...changedRow(changed, `session ${id}`), isLocked: true };
}

/** Columns of a usage that its request determines. */
export type NewUsage = Pick<typeof usages.$inferInsert, 'id' | 'kind' | 'customerId' | 'amount'> &
  Partial<Pick<typeof usages.$inferInsert, 'saleId' | 'debtClaimIds' | 'requestHash'>>;

/** Reserves a usable token (`requireUsable`) for a usage. */
export async function reserveUsage(
  { context, tx, traceId }: UnitOfWork,
  { payment, session }: LockedPayment,
  usage: NewUsage,
): Promise<void> {
  const status: UsageStatus = 'RESERVED';
  await tx
    .insert(usages)
    .values({ ...usage, paymentId: payment.id, status, createdAt: context.clock.now(), traceId });
  await changeSession({ tx }, session, 'USE');
  await recordEvent(context, tx, {
    kind: 'USAGE_RESERVED',
    detail: usage.kind,
    traceId,
    sessionId: session.id,
    paymentId: payment.id,
  });
}

/** A usage with its payment and session, read under the session's lock. */
export interface LockedUsage extends LockedPayment {
  readonly usage: typeof usages.$inferSelect;
}

/**
 * The result of a reserved usage. `reference` is the provider's reference of the money taken; null if nothing was
 * taken.
 */
export type UsageOutcome =
  | { readonly kind: 'TAKEN'; readonly reference: string | null }
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode; readonly tokenIsGone: boolean }
  /** Another token of its sale was refused. */
  | { readonly kind: 'UNDONE'; readonly reference: string | null };

/**
 * Ends a reserved usage. TAKEN: the session becomes used, and a collected instrument is stored if that was requested.
 * Otherwise nothing is booked, and the token can be used again, unless the provider reports that it is gone or the
 * money had already been taken. In those cases the payment fails, and what the provider holds is released.
 */
export async function settleUsage(
  unit: UnitOfWork,
  { usage, payment, session }: LockedUsage,
  outcome: UsageOutcome,
): Promise<void> {
  const { context, tx, traceId } = unit;
  const isTaken = outcome.kind === 'TAKEN';
  const next = statusAfter(
    USAGE_TRANSITIONS,
    isTaken ? 'COMPLETE' : 'DECLINE',
    usage.status,
    `usage ${usage.id}`,
  );
  if (next === null) return;
  const changed = await tx
    .update(usages)
    .set({
      status: next,
      finishedAt: context.clock.now(),
      ...(outcome.kind === 'DECLINED'
        ? { failureCode: outcome.code }
        : { providerReference: outcome.reference }),
    })
    .where(and(eq(usages.id, usage.id), eq(usages.status, usage.status)))
    .returning({ id: usages.id });
  changedRow(changed, `usage ${usage.id}`);
  await changeSession({ tx }, session, isTaken ? 'COMPLETE' : 'FREE');
  if (isTaken && payment.instrumentId !== null && payment.hold !== 'STORED') {
    await tx
      .update(paymentInstruments)
      .set({ status: payment.saveInstrument ? 'ACTIVE' : 'DISCARDED' })
      .where(eq(paymentInstruments.id, payment.instrumentId));
  }
  if (outcome.kind === 'DECLINED') await notifyOfDecline(unit, { usage, payment, session }, outcome.code);
  const failed = failureOf(outcome, payment);
  if (failed) await changePayment(unit, { payment, session }, { event: 'FAIL', ...failed, record: null });
  await recordEvent(context, tx, {
    kind: isTaken ? 'USAGE_DONE' : 'USAGE_DECLINED',
    detail: isTaken ? usage.kind : detailOf(outcome),
    traceId,
    sessionId: session.id,
    paymentId: payment.id,
  });
}

/** Notifies partners of a declined usage, unless it pays nothing or the person is not a customer yet. */
async function notifyOfDecline(
  { context, tx }: UnitOfWork,
  { usage, payment, session }: LockedUsage,
  failureCode: DeclineCode,
): Promise<void> {
  const { customerId, amount, debtClaimIds } = usage;
  if (customerId === null || amount === 0) return;
  const { paymentMethod } = payment;
  await emit(context, tx, session.studioId, {
    type: 'PAYMENT_FAILED',
    entityId: customerId,
    content: {
      ...paymentContent({ kind: 'USAGE', paymentMethod, amount, currency: session.currency }),
      failureCode,
      ...(debtClaimIds && { debtClaimIds }),
    },
  });
}

/** Returns how the payment fails, or null if the token can be used again. */
function failureOf(
  outcome: UsageOutcome,
  { providerReference }: LockedPayment['payment'],
): Pick<PaymentChange, 'failureCode' | 'isHeld'> | null {
  if (outcome.kind === 'DECLINED' && outcome.tokenIsGone) {
    // A refusal does not prove that nothing is held, so the release queries the provider and returns what it holds.
    return { failureCode: outcome.code, isHeld: providerReference !== null };
  }
  // Another token was refused, so this does not count as a failed attempt of this one.
  const isTakenInVain = outcome.kind === 'UNDONE' && outcome.reference !== null;
  return isTakenInVain ? { failureCode: 'PROCESSING_ERROR', isHeld: true } : null;
}

function detailOf(outcome: Exclude<UsageOutcome, { kind: 'TAKEN' }>): string {
  if (outcome.kind === 'DECLINED') return outcome.code;
  return outcome.reference === null
    ? 'another token was refused'
    : 'another token was refused; it is given back';
}

/**
 * Returns the row changed by a compare-and-set.
 *
 * @throws Error when it found another status, which means that the status was written without the lock.
 */
function changedRow<Row>([row]: readonly Row[], what: string): Row {
  if (!row) throw new Error(`The status of ${what} was changed without the session's lock.`);
  return row;
}
