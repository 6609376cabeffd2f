import { and, count, eq, gte, notExists, type SQL, sql } from 'drizzle-orm';
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
/** Longest period that is searched for alerts. Every session that is still open was opened within it. */
const LONGEST_MINUTES = 24 * 60;

/** A current attack. `enforceAttemptLimits` describes how attempts are treated during one. */
export interface Attack {
  readonly since: Date;
}

/** Matches the alerts of a studio from which `attackOf` derives the current attack. */
export function isAlertOf(studioId: number, now: Date, minutes = LONGEST_MINUTES): SQL | undefined {
  return and(
    eq(events.kind, 'STUDIO_UNDER_ATTACK'),
    eq(events.studioId, studioId),
    gte(events.createdAt, minutesBefore(now, minutes)),
  );
}

/**
 * Derives the attack that a studio is currently under: one with an alert within the window. It begins with its first
 * alert.
 *
 * @param alerts times of the studio's alerts, latest first.
 * @returns null when there is no such attack.
 */
export function attackOf(alerts: readonly Date[], now: Date): Attack | null {
  let since: Date | null = null;
  let earliest = minutesBefore(now, WINDOW_MINUTES);
  for (const at of alerts) {
    if (at < earliest) break;
    since = at;
    // Alerts this close together belong to the same attack, because the windows that they counted touch.
    earliest = minutesBefore(at, 2 * WINDOW_MINUTES);
  }
  return since && { since };
}

/**
 * Alerts a studio and the operator when too many of its payments fail, at most once per window. It must not run in the
 * request's transaction, because the request may be refused and rolled back.
 */
export async function watchForAttack(context: Context, studioId: number, traceId: string): Promise<void> {
  const now = context.clock.now();
  const isAlert = isAlertOf(studioId, now, WINDOW_MINUTES);
  const failures = await failuresWithin(context.db, studioId, now, isAlert);
  if (failures <= context.attemptLimits.studio) return;
  const detail =
    `${failures} payments failed within ${WINDOW_MINUTES} minutes. ` +
    'New sessions are slowed down, addresses get fewer attempts, and the studio accepts ' +
    `${context.attemptLimits.attemptsUnderAttack} attempts per minute. Members with a contract are not affected.`;
  const isFirst = await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attack ${studioId}`}, 0))`);
    if ((await tx.$count(events, isAlert)) > 0) return false;
    await recordEvent(context, tx, { kind: 'STUDIO_UNDER_ATTACK', detail, traceId, studioId });
    return true;
  });
  if (isFirst) context.alert({ kind: 'STUDIO_UNDER_ATTACK', studioId, traceId, detail });
}

/**
 * Counts failed payments and declined charges within the window. Too many mean an attack, such as card testing. If the
 * alert has already been given, nothing is counted.
 */
async function failuresWithin(
  db: Database,
  studioId: number,
  now: Date,
  isAlert: SQL | undefined,
): Promise<number> {
  const isNotAlerted = notExists(db.select({ id: events.id }).from(events).where(isAlert));
  const since = minutesBefore(now, WINDOW_MINUTES);
  const ofStudio = eq(paymentSessions.studioId, studioId);
  const refused = db
    .select({ number: count().as('number') })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(gte(payments.updatedAt, since), ofStudio, isNotAlerted, hasFailed()));
  const declined = db
    .select({ number: count().as('number') })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(isDeclinedSince(since), ofStudio, isNotAlerted));
  const counts = await unionAll(refused, declined);
  return counts.reduce((sum, { number }) => sum + number, 0);
}

function minutesBefore(time: Date, minutes: number): Date {
  return new Date(time.getTime() - minutes * 60_000);
}
