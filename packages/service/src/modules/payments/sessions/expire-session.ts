import { and, eq, inArray } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { recordEvent } from '../../../core/events.js';
import { releasePayment } from '../attempts/release.js';
import { resolvePayment } from '../attempts/resolution.js';
import { findLivePayment, isUndecided } from '../payments.js';
import { payments } from '../payments.tables.js';
import { changeSession, markCancelled } from '../state.js';
import { lockSession } from './sessions.js';
import { paymentSessions } from './sessions.tables.js';

/**
 * Ends an expired session. From then on no usage can take its token, and whatever the provider holds is cancelled or
 * refunded. A session whose token is being used is left alone. If the provider does not respond, a later call finishes
 * the rest.
 *
 * @returns whether nothing is left to do.
 */
export async function expireSession(context: Context, sessionId: string, traceId: string): Promise<boolean> {
  if (!(await reserveExpiry(context, sessionId))) return true;
  await context.step('expiry.reserved');
  const live = await findLivePayment(context.db, sessionId);
  if (live && isUndecided(live.status)) await resolvePayment(context, live.id, traceId);
  const isCancelled = await context.db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    const payment = await findLivePayment(tx, sessionId);
    if (!payment) return true;
    if (isUndecided(payment.status)) return false;
    await markCancelled({ context, tx, traceId }, { session, payment }, 'EXPIRED');
    return true;
  });
  if (!isCancelled) return false;
  const attempts = await context.db.select().from(payments).where(eq(payments.sessionId, sessionId));
  for (const attempt of attempts) {
    if (!(await releasePayment(context, attempt.id, traceId))) return false;
  }
  await context.db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (session.status !== 'EXPIRING') return;
    await changeSession({ tx }, session, 'CLOSE');
    await recordEvent(context, tx, { kind: 'SESSION_EXPIRED', detail: '', traceId, sessionId });
  });
  await context.step('expiry.committed');
  return true;
}

/**
 * Marks a session as expiring. This happens under the session's lock, so that a usage and the expiry cannot both win.
 */
async function reserveExpiry({ db, clock }: Context, sessionId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (session.status === 'EXPIRING') return true;
    if (session.status !== 'OPEN' || session.validUntil > clock.now()) return false;
    await changeSession({ tx }, session, 'EXPIRE');
    return true;
  });
}

/**
 * Ends all sessions of a person before they expire; the caller holds their locks. Their tokens become invalid, their
 * payments store no instrument, and the jobs release what providers hold.
 *
 * @returns false when a token is being used or a payment's outcome is unknown; some sessions may then remain.
 */
export async function endSessions(unit: UnitOfWork, paymentCustomerId: string): Promise<boolean> {
  const { context, tx } = unit;
  const ofPerson = eq(paymentSessions.paymentCustomerId, paymentCustomerId);
  const unfinished = await tx
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(ofPerson, inArray(paymentSessions.status, ['OPEN', 'USING', 'EXPIRING'])));
  // From now on the sessions count as expired.
  const validUntil = context.clock.now();
  for (const { id } of unfinished) {
    const session = await lockSession(tx, id);
    const payment = await findLivePayment(tx, id);
    if (session.status === 'USING' || (payment && isUndecided(payment.status))) return false;
    if (payment) await markCancelled(unit, { session, payment }, 'EXPIRED');
    if (session.status === 'OPEN') await changeSession(unit, session, 'EXPIRE', { validUntil });
  }
  return true;
}

/**
 * Closes the open sessions of persons immediately. Their payments must have ended, so that providers hold nothing for
 * them.
 */
export async function closeSessions(tx: Database, paymentCustomerIds: readonly string[]): Promise<void> {
  const isTheirs = inArray(paymentSessions.paymentCustomerId, [...paymentCustomerIds]);
  const open = await tx
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(isTheirs, eq(paymentSessions.status, 'OPEN')));
  for (const { id } of open) {
    await changeSession({ tx }, await changeSession({ tx }, await lockSession(tx, id), 'EXPIRE'), 'CLOSE');
  }
}
