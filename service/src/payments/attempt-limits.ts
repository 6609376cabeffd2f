import { and, desc, eq, gte, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Context } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import type { Database } from '../store/database.js';
import { payments, paymentSessions, usages } from '../store/schema.js';
import { findAttack } from './attack-watch.js';
import { hasFailed, isDeclinedSince, isOpenWithSecret } from './failed-attempts.js';
import type { SessionOfStudio } from './sessions.js';

/** Number of attempts that may fail, and the wait until the next one. */
interface AttemptRule {
  /** Failures after which nobody waits. */
  readonly free: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
}

/** The waits of a session, of all sessions of a person within a day, and of a session opened during an attack. */
const WAITS = {
  session: { firstWaitSeconds: 15, longestWaitSeconds: 15 * 60 },
  person: { firstWaitSeconds: 60, longestWaitSeconds: 6 * 3600 },
  underAttack: { free: 0, firstWaitSeconds: 60, longestWaitSeconds: 15 * 60 },
} as const;

const DAY_MS = 24 * 3600_000;
/** Nobody fills a form in faster; a program tries a card in a fraction of it. */
const OPENING_SECONDS = 10;
/** More failures than that make no wait longer. */
const MOST_COUNTED = 50;

/**
 * Time of the next attempt: after each failure beyond the free ones, the wait is twice as long as after the one before.
 *
 * @param failures when attempts failed, the last one first.
 * @returns null: at once.
 */
export function nextAttemptAt(failures: readonly Date[], rule: AttemptRule): Date | null {
  const [last] = failures;
  const beyond = failures.length - rule.free;
  if (!last || beyond <= 0) return null;
  const seconds = Math.min(rule.longestWaitSeconds, rule.firstWaitSeconds * 2 ** (beyond - 1));
  return new Date(last.getTime() + seconds * 1000);
}

/**
 * Lets nobody try out cards or accounts: failed attempts of a session and of a person are followed by waits that grow.
 * A charge that is declined when the token is used counts for the person, since the token itself was given.
 * In a transaction that holds the session's lock. Attempts of one person in several sessions are looked at one after
 * the other; no lock of a row is taken after that.
 *
 * @throws ApiError 429 with the seconds until the next attempt is possible.
 */
export async function requirePatience(
  { clock, freeFailures: free }: Pick<Context, 'clock' | 'freeFailures'>,
  tx: Database,
  { session, studio }: SessionOfStudio,
): Promise<void> {
  const now = clock.now();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${session.paymentCustomerId}, 0))`);
  const since = new Date(now.getTime() - DAY_MS);
  const refused = tx
    .select({ sessionId: sql<string | null>`${payments.sessionId}`.as('session_id'), at: payments.updatedAt })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(
      and(
        eq(paymentSessions.paymentCustomerId, session.paymentCustomerId),
        gte(payments.updatedAt, since),
        or(hasFailed(), isOpenWithSecret()),
      ),
    )
    .orderBy(desc(payments.updatedAt))
    .limit(MOST_COUNTED + free.person);
  const declined = tx
    .select({
      sessionId: sql<string | null>`null::uuid`.as('session_id'),
      at: sql<Date>`${usages.finishedAt}`,
    })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(eq(paymentSessions.paymentCustomerId, session.paymentCustomerId), isDeclinedSince(since)))
    .orderBy(desc(usages.finishedAt))
    .limit(MOST_COUNTED + free.person);
  const failures = await unionAll(refused, declined);
  failures.sort((a, b) => b.at.getTime() - a.at.getTime());
  const times = failures.map(({ at }) => at);
  const ofSession = failures.filter(({ sessionId }) => sessionId === session.id).map(({ at }) => at);
  const attack = await findAttack(tx, studio.id, now);
  const isSlowed = attack !== null && session.createdAt > attack.since;
  const opening = new Date(session.createdAt.getTime() + OPENING_SECONDS * 1000);
  const possible = [
    nextAttemptAt(times, { ...WAITS.person, free: free.person }),
    nextAttemptAt(ofSession, isSlowed ? WAITS.underAttack : { ...WAITS.session, free: free.session }),
    isSlowed ? opening : null,
  ].map((time) => time?.getTime() ?? 0);
  const left = Math.max(...possible) - now.getTime();
  if (left > 0) throw new AttemptsExceededError(Math.ceil(left / 1000));
}

/** Too many attempts have failed: nothing was made. */
class AttemptsExceededError extends ApiError {
  constructor(override readonly retryAfterSeconds: number) {
    super('errormessage.payment.attempts.exceeded');
  }
}
