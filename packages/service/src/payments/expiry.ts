import { eq } from 'drizzle-orm';
import type { Context } from '../context.js';
import { payments, paymentSessions } from '../store/schema.js';
import { markCancelled } from './cancellation.js';
import { recordEvent } from './events.js';
import { findLivePayment, isUndecided } from './payments.js';
import { releasePayment } from './release.js';
import { resolvePayment } from './resolution.js';
import { lockSession } from './sessions.js';

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
