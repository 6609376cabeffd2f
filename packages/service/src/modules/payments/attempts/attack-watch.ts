import { and, count, desc, eq, gte, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { recordEvent } from '../../../core/events.js';
import { events } from '../../../core/events.tables.js';
import { payments } from '../payments.tables.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { usages } from '../usages/usages.tables.js';
import { hasFailed, isDeclinedSince } from './failed-attempts.js';

const WINDOW_MINUTES = 10;
/** No session that is still open was opened before that. */
const LONGEST_MINUTES = 24 * 60;

/** A current attack: see `enforceAttemptLimits` for what is different meanwhile. */
export interface Attack {
  readonly since: Date;
}

/** The attack that a studio was alerted of within the window, from its first alert on, or null. */
export async function findAttack(db: Database, studioId: number, now: Date): Promise<Attack | null> {
  const alerts = await db
    .select({ at: events.createdAt })
    .from(events)
    .where(
      and(
        eq(events.kind, 'STUDIO_UNDER_ATTACK'),
        eq(events.studioId, studioId),
        gte(events.createdAt, minutesBefore(now, LONGEST_MINUTES)),
      ),
    )
    .orderBy(desc(events.id));
  let since: Date | null = null;
  let earliest = minutesBefore(now, WINDOW_MINUTES);
  for (const { at } of alerts) {
    if (at < earliest) break;
    since = at;
    // The window that an alert has counted touches the one before: it is the same attack.
    earliest = minutesBefore(at, 2 * WINDOW_MINUTES);
  }
  return since && { since };
}

/**
 * Alerts a studio and the operator when too many of its payments fail, once in each window of it. Not in a
 * transaction of the request, which may be refused.
 */
export async function watchForAttack(context: Context, studioId: number, traceId: string): Promise<void> {
  const now = context.clock.now();
  if (await findAttack(context.db, studioId, now)) return;
  const failures = await failuresWithin(context.db, studioId, now);
  if (failures <= context.attemptLimits.studio) return;
  const detail =
    `${failures} payments have failed within ${WINDOW_MINUTES} minutes; ` +
    'sessions that are opened from now on are slowed down, addresses get fewer attempts, and the studio takes ' +
    `${context.attemptLimits.attemptsUnderAttack} attempts a minute; members with a contract pay as before`;
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
  const since = minutesBefore(now, WINDOW_MINUTES);
  const ofStudio = eq(paymentSessions.studioId, studioId);
  const refused = db
    .select({ number: count().as('number') })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(gte(payments.updatedAt, since), ofStudio, hasFailed()));
  const declined = db
    .select({ number: count().as('number') })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(isDeclinedSince(since), ofStudio));
  const counts = await unionAll(refused, declined);
  return counts.reduce((sum, { number }) => sum + number, 0);
}

function minutesBefore(time: Date, minutes: number): Date {
  return new Date(time.getTime() - minutes * 60_000);
}
