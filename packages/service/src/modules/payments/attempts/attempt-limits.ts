import { and, desc, eq, gt, gte, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { NETWORK_DAY_MS } from '../../../core/http/networks.js';
import { recentNetworks } from '../../../core/http/rate-limit.tables.js';
import { payments } from '../payments.tables.js';
import type { SessionOfStudio } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { usages } from '../usages/usages.tables.js';
import { type Attack, findAttack } from './attack-watch.js';
import { hasFailed, isDeclinedSince, isOpenWithSecret } from './failed-attempts.js';

/** Number of attempts that may fail, and the wait until the next one. */
interface AttemptRule {
  /** Failures after which nobody waits. */
  readonly free: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
}

/** The waits of a session, of all sessions of a person or an address within a day, and of a session opened during an attack. */
const WAITS = {
  session: { firstWaitSeconds: 15, longestWaitSeconds: 15 * 60 },
  person: { firstWaitSeconds: 60, longestWaitSeconds: 6 * 3600 },
  address: { firstWaitSeconds: 60, longestWaitSeconds: 3600 },
  underAttack: { free: 0, firstWaitSeconds: 60, longestWaitSeconds: 15 * 60 },
} as const;

const DAY_MS = NETWORK_DAY_MS;
const MINUTE_MS = 60_000;
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

/** The session in which an attempt is made, and where it comes from. */
interface Attempter extends SessionOfStudio {
  /** See `networkKey`. */
  readonly network: string;
}

/**
 * Lets nobody try out cards or accounts: failed attempts of a session, of a person and of an address are followed by waits
 * that grow, and a studio under attack takes few attempts, whoever makes them. A charge that is declined when the token
 * is used counts for person and address, since the token itself was given.
 * In a transaction that holds the session's lock. Attempts of one person in several sessions are looked at one after
 * the other, and so are those at a studio under attack; no lock of a row is taken after that.
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
  );
  const ofSession = failures.person.filter(({ sessionId }) => sessionId === session.id);
  const attack = await findAttack(tx, studio.id, now);
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
  /** null: a charge, when the token was used. */
  readonly sessionId: string | null;
  readonly at: Date;
}

type Group = 'person' | 'network';

/** Failed attempts and declined charges, the last one first. One statement: it is asked before each attempt. */
async function failuresBy(
  tx: Database,
  groups: Readonly<Record<Group, { readonly which: SQL; readonly most: number }>>,
  since: Date,
): Promise<Readonly<Record<Group, Failure[]>>> {
  const refusedOf = (group: Group) =>
    tx
      .select({
        group: sql<Group>`${group}::text`.as('failed_by'),
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
        group: sql<Group>`${group}::text`.as('failed_by'),
        sessionId: sql<string | null>`null::uuid`.as('session_id'),
        at: sql<Date>`${usages.finishedAt}`,
      })
      .from(usages)
      .innerJoin(payments, eq(payments.id, usages.paymentId))
      .where(and(groups[group].which, isDeclinedSince(since)))
      .orderBy(desc(usages.finishedAt))
      .limit(groups[group].most);
  const found = await unionAll(
    refusedOf('person'),
    declinedOf('person'),
    refusedOf('network'),
    declinedOf('network'),
  );
  found.sort((a, b) => b.at.getTime() - a.at.getTime());
  const of = (wanted: Group) => found.filter(({ group }) => group === wanted);
  return { person: of('person'), network: of('network') };
}

function timesOf(failures: readonly Failure[]): Date[] {
  return failures.map(({ at }) => at);
}

/**
 * The time at which a studio under attack takes an attempt again; null: now. However many sessions and addresses somebody has,
 * cards are tried out slowly. A member with a contract never waits for strangers.
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
        // With a stored instrument, or without a provider, nothing is tried out.
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

/** Too many attempts have failed: nothing was made. */
class AttemptsExceededError extends ApiError {
  constructor(override readonly retryAfterSeconds: number) {
    super('errormessage.payment.attempts.exceeded');
  }
}
