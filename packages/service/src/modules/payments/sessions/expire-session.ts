import { and, eq, inArray } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../../core/context.js';
import { recordEvent } from '../../../core/events.js';
import { markCancelled } from '../attempts/cancellation.js';
import { releasePayment } from '../attempts/release.js';
import { resolvePayment } from '../attempts/resolution.js';
import { findLivePayment, isUndecided } from '../payments.js';
import { payments } from '../payments.tables.js';
import { lockSession } from './sessions.js';
import { paymentSessions } from './sessions.tables.js';

/**
 * Ends a session that is past its time: no usage can take its token from here on, then what the provider
 * holds is cancelled or refunded. A session whose token is being used is left alone. What cannot be finished
 * now, because the provider does not answer, is finished when it is called again.
 *
 * @returns whether nothing is left to do.
 */
export async function expireSession(context: Context, sessionId: string, traceId: string): Promise<boolean> {
  if (!(await reserveExpiry(context, sessionId))) return true;
  await context.step('expiry.reserved');
  const live = await findLivePayment(context.db, sessionId);
  if (live && isUndecided(live.status)) await resolvePayment(context, live.id, traceId);
  const isCancelled = await context.db.transaction(async (tx) => {
    await lockSession(tx, sessionId);
    const current = await findLivePayment(tx, sessionId);
    if (!current) return true;
    if (isUndecided(current.status)) return false;
    await markCancelled({ context, tx, traceId }, current, 'EXPIRED');
    return true;
  });
  if (!isCancelled) return false;
  const attempts = await context.db.select().from(payments).where(eq(payments.sessionId, sessionId));
  for (const attempt of attempts) {
    if (!(await releasePayment(context, attempt.id, traceId))) return false;
  }
  await context.db.transaction(async (tx) => {
    const { status } = await lockSession(tx, sessionId);
    if (status !== 'EXPIRING') return;
    await tx.update(paymentSessions).set({ status: 'EXPIRED' }).where(eq(paymentSessions.id, sessionId));
    await recordEvent(context, tx, { kind: 'SESSION_EXPIRED', detail: '', traceId, sessionId });
  });
  await context.step('expiry.committed');
  return true;
}

/** Under the session's lock, so that a usage and the expiry cannot both win. */
async function reserveExpiry({ db, clock }: Context, sessionId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (session.status === 'EXPIRING') return true;
    if (session.status !== 'OPEN' || session.validUntil > clock.now()) return false;
    await tx.update(paymentSessions).set({ status: 'EXPIRING' }).where(eq(paymentSessions.id, sessionId));
    return true;
  });
}

/**
 * Ends the sessions of a person, which are locked, before their time: none of their tokens is good any more, no payment of
 * theirs keeps an instrument, and the jobs give back what providers hold.
 *
 * @returns false when a token is being used or the outcome of a payment is unknown: then some may be left.
 */
export async function endSessions(unit: UnitOfWork, paymentCustomerId: string): Promise<boolean> {
  const { context, tx } = unit;
  const ofPerson = eq(paymentSessions.paymentCustomerId, paymentCustomerId);
  const unfinished = await tx
    .select({ id: paymentSessions.id, status: paymentSessions.status })
    .from(paymentSessions)
    .where(and(ofPerson, inArray(paymentSessions.status, ['OPEN', 'USING', 'EXPIRING'])));
  for (const { id, status } of unfinished) {
    const live = await findLivePayment(tx, id);
    if (status === 'USING' || (live && isUndecided(live.status))) return false;
    if (live) await markCancelled(unit, live, 'EXPIRED');
  }
  // From here on it is as if their time were over.
  const now = context.clock.now();
  const isOpen = and(ofPerson, eq(paymentSessions.status, 'OPEN'));
  await tx.update(paymentSessions).set({ status: 'EXPIRING', validUntil: now }).where(isOpen);
  return true;
}
