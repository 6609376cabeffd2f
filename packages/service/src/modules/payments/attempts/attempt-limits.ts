import { and, desc, eq, gt, gte, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { NETWORK_DAY_MS } from '../../../core/http/networks.js';
import { events } from '../../../core/events.tables.js';
import { recentNetworks } from '../../../core/http/rate-limit.tables.js';
import { payments } from '../payments.tables.js';
import type { SessionOfStudio } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { usages } from '../usages/usages.tables.js';
import { type Attack, attackOf, isAlertOf } from './attack-watch.js';
import { hasFailed, isDeclinedSince, isOpenWithSecret } from './failed-attempts.js';

/** Number of attempts that may fail without a wait, and the waits after that. */
interface AttemptRule {
  /** Number of failures that cause no wait. */
  readonly free: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
}

/**
 * Waits for a session, for all sessions of a person or an address within a day, and for a session opened during an
 * attack.
 */
const WAITS = {
  session: { firstWaitSeconds: 15, longestWaitSeconds: 15 * 60 },
  person: { firstWaitSeconds: 60, longestWaitSeconds: 6 * 3600 },
  address: { firstWaitSeconds: 60, longestWaitSeconds: 3600 },
  underAttack: { free: 0, firstWaitSeconds: 60, longestWaitSeconds: 15 * 60 },
} as const;

const DAY_MS = NETWORK_DAY_MS;
const MINUTE_MS = 60_000;
/**
 * Minimum age of a session at its first attempt during an attack. No person fills in the form faster, but a script
 * tries a card in a fraction of that time.
 */
const OPENING_SECONDS = 10;
/** Cap on counted failures; more do not lengthen the wait. */
const MOST_COUNTED = 50;

/**
 * Returns the time of the next attempt. After each failure beyond the free ones, the wait doubles.
 *
 * @param failures times of failed attempts, latest first.
 * @returns null if the next attempt may start immediately.
 */
export function nextAttemptAt(failures: readonly Date[], rule: AttemptRule): Date | null {
  const [last] = failures;
  const beyond = failures.length - rule.free;
  if (!last || beyond <= 0) return null;
  const seconds = Math.min(rule.longestWaitSeconds, rule.firstWaitSeconds * 2 ** (beyond - 1));
  return new Date(last.getTime() + seconds * 1000);
}

/** The session in which an attempt is made, and the network it comes from. */
interface Attempter extends SessionOfStudio {
  /** See `networkKey`. */
  readonly network: string;
}

/**
 * Prevents card and account testing. Failed attempts of a session, a person or an address are followed by growing
 * waits, and a studio under attack accepts few attempts from anyone. A charge that is declined when the token is used
 * counts for the person and the address, but not for the session, since the session did issue the token.
 *
 * Runs in a transaction that holds the session's lock. Concurrent attempts of one person are checked one after another,
 * and so are those at a studio under attack. No row lock may be taken after these locks.
 *
 * @throws ApiError 429 with the seconds until the next attempt is possible.
 */
export async function enforceAttemptLimits(
  context: Pick<Context, 'clock' | 'attemptLimits' | 'memberships'>,
  tx: Database,
  { session, studio, network }: Attempter,
): Promise<void> {
  const { clock, attemptLimits: free } = context;
  const now = clock.now();
  await lock(tx, session.paymentCustomerId);
  const since = new Date(now.getTime() - DAY_MS);
  const ofPerson = inArray(
    payments.sessionId,
    tx
      .select({ id: paymentSessions.id })
      .from(paymentSessions)
      .where(eq(paymentSessions.paymentCustomerId, session.paymentCustomerId)),
  );
  const fromThere = inArray(
    payments.id,
    tx
      .select({ id: recentNetworks.subjectId })
      .from(recentNetworks)
      .where(and(eq(recentNetworks.network, network), gte(recentNetworks.createdAt, since))),
  );
  const failures = await failuresBy(
    tx,
    {
      person: { which: ofPerson, most: MOST_COUNTED + free.person },
      network: { which: fromThere, most: MOST_COUNTED + free.address },
    },
    since,
    isAlertOf(studio.id, now),
  );
  const ofSession = failures.person.filter(({ sessionId }) => sessionId === session.id);
  const attack = attackOf(timesOf(failures.alert), now);
  const isSlowed = attack !== null && session.createdAt > attack.since;
  const opening = new Date(session.createdAt.getTime() + OPENING_SECONDS * 1000);
  const possible = [
    nextAttemptAt(timesOf(failures.person), { ...WAITS.person, free: free.person }),
    nextAttemptAt(
      timesOf(ofSession),
      isSlowed ? WAITS.underAttack : { ...WAITS.session, free: free.session },
    ),
    nextAttemptAt(timesOf(failures.network), {
      ...WAITS.address,
      free: attack ? free.session : free.address,
    }),
    isSlowed ? opening : null,
    attack && (await nextTurn(context, tx, { session, studio }, { now, attack })),
  ].map((time) => time?.getTime() ?? 0);
  const left = Math.max(...possible) - now.getTime();
  if (left > 0) throw new AttemptsExceededError(Math.ceil(left / 1000));
}

interface Failure {
  /** null for a charge that was declined when the token was used. */
  readonly sessionId: string | null;
  readonly at: Date;
}

type Group = 'person' | 'network';

/**
 * Finds failed attempts and declined charges, and the alerts of the studio, latest first. It uses a single statement
 * because it runs before each attempt.
 */
async function failuresBy(
  tx: Database,
  groups: Readonly<Record<Group, { readonly which: SQL; readonly most: number }>>,
  since: Date,
  isAlert: SQL | undefined,
): Promise<Readonly<Record<Group | 'alert', Failure[]>>> {
  const refusedOf = (group: Group) =>
    tx
      .select({
        group: sql<Group | 'alert'>`${group}::text`.as('failed_by'),
        sessionId: sql<string | null>`${payments.sessionId}`.as('session_id'),
        at: payments.updatedAt,
      })
      .from(payments)
      .where(and(groups[group].which, gte(payments.updatedAt, since), or(hasFailed(), isOpenWithSecret())))
      .orderBy(desc(payments.updatedAt))
      .limit(groups[group].most);
  const declinedOf = (group: Group) =>
    tx
      .select({
        group: sql<Group | 'alert'>`${group}::text`.as('failed_by'),
        sessionId: sql<string | null>`null::uuid`.as('session_id'),
        at: sql<Date>`${usages.finishedAt}`,
      })
      .from(usages)
      .innerJoin(payments, eq(payments.id, usages.paymentId))
      .where(and(groups[group].which, isDeclinedSince(since)))
      .orderBy(desc(usages.finishedAt))
      .limit(groups[group].most);
  const alerts = tx
    .select({
      group: sql<Group | 'alert'>`'alert'::text`.as('failed_by'),
      sessionId: sql<string | null>`null::uuid`.as('session_id'),
      at: events.createdAt,
    })
    .from(events)
    .where(isAlert);
  const found = await unionAll(
    refusedOf('person'),
    declinedOf('person'),
    refusedOf('network'),
    declinedOf('network'),
    alerts,
  );
  found.sort((a, b) => b.at.getTime() - a.at.getTime());
  const of = (wanted: Group | 'alert') => found.filter(({ group }) => group === wanted);
  return { person: of('person'), network: of('network'), alert: of('alert') };
}

function timesOf(failures: readonly Failure[]): Date[] {
  return failures.map(({ at }) => at);
}

/**
 * Returns the time at which a studio under attack accepts the next attempt, or null if it accepts one now. The limit
 * keeps card testing slow, however many sessions and addresses an attacker has. A member with a contract never waits
 * because of strangers.
 */
async function nextTurn(
  {
    memberships,
    attemptLimits: { attemptsUnderAttack: most },
  }: Pick<Context, 'attemptLimits' | 'memberships'>,
  tx: Database,
  { session, studio }: SessionOfStudio,
  { now, attack }: { readonly now: Date; readonly attack: Attack },
): Promise<Date | null> {
  if (await memberships.hasContract(tx, session.paymentCustomerId)) return null;
  await lock(tx, `attempts at ${studio.id}`);
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
  const tried = await tx
    .select({ at: payments.createdAt })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(
      and(
        eq(paymentSessions.studioId, studio.id),
        gt(payments.createdAt, attack.since > aMinuteAgo ? attack.since : aMinuteAgo),
        // Attempts with a stored instrument, or without a provider, cannot test cards.
        isNotNull(payments.provider),
        ne(payments.hold, 'STORED'),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(most);
  const first = tried[most - 1];
  return first ? new Date(first.at.getTime() + MINUTE_MS) : null;
}

async function lock(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Refuses a request because too many attempts have failed; no payment was created. */
class AttemptsExceededError extends ApiError {
  constructor(override readonly retryAfterSeconds: number) {
    super('errormessage.payment.attempts.exceeded');
  }
}
