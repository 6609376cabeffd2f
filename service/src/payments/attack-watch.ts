import { and, count, desc, eq, gte, sql } from 'drizzle-orm';
import type { Context } from '../context.js';
import type { Database } from '../store/database.js';
import { events, payments, paymentSessions, usages } from '../store/schema.js';
import { recordEvent } from './events.js';
import { hasFailed, isDeclinedSince } from './failed-attempts.js';

const WINDOW_MINUTES = 10;

/** A current attack: sessions that are opened since then are slowed down, and no others. */
export interface Attack {
  readonly since: Date;
}

/** The attack that a studio was alerted of within the window, or null. */
export async function findAttack(db: Database, studioId: number, now: Date): Promise<Attack | null> {
  const [alert] = await db
    .select({ since: events.createdAt })
    .from(events)
    .where(
      and(
        eq(events.kind, 'STUDIO_UNDER_ATTACK'),
        eq(events.studioId, studioId),
        gte(events.createdAt, startOfWindow(now)),
      ),
    )
    .orderBy(desc(events.id))
    .limit(1);
  return alert ?? null;
}

/**
 * Alerts a studio and the operator when too many of its payments fail, once in each window of it. Not in a
 * transaction of the request, which may be refused.
 */
export async function watchForAttack(context: Context, studioId: number, traceId: string): Promise<void> {
  const now = context.clock.now();
  if (await findAttack(context.db, studioId, now)) return;
  const failures = await failuresWithin(context.db, studioId, now);
  if (failures <= context.freeFailures.studio) return;
  const detail =
    `${failures} payments have failed within ${WINDOW_MINUTES} minutes; ` +
    'sessions that are opened from now on are slowed down';
  const isFirst = await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attack ${studioId}`}, 0))`);
    if (await findAttack(tx, studioId, now)) return false;
    await recordEvent(context, tx, { kind: 'STUDIO_UNDER_ATTACK', detail, traceId, studioId });
    return true;
  });
  if (isFirst) context.alert({ kind: 'STUDIO_UNDER_ATTACK', studioId, traceId, detail });
}

/** Too many of them are an attack, such as the trying out of stolen cards. */
async function failuresWithin(db: Database, studioId: number, now: Date): Promise<number> {
  const since = startOfWindow(now);
  const ofStudio = eq(paymentSessions.studioId, studioId);
  const [refused] = await db
    .select({ number: count() })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(gte(payments.updatedAt, since), ofStudio, hasFailed()));
  const [declined] = await db
    .select({ number: count() })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(isDeclinedSince(since), ofStudio));
  return (refused?.number ?? 0) + (declined?.number ?? 0);
}

function startOfWindow(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MINUTES * 60_000);
}
