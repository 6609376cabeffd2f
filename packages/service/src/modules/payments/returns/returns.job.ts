import { and, asc, eq, gt, inArray, lt, lte, notExists, or, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { instantBefore } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { jobMarks, jobTries } from '../../../core/jobs/jobs.tables.js';
import { waitAfter } from '../../../core/jobs/tries.js';
import { accountTransactions } from '../account/account.tables.js';
import { charges } from '../charges/charges.tables.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { payments } from '../payments.tables.js';
import type { ProviderName } from '../providers/provider.js';
import { usages } from '../usages/usages.tables.js';
import { DEBITED_METHODS, RETURNS_FOR_DAYS, RETURNS_WAIT } from './return-window.js';

interface Search {
  readonly provider: ProviderName;
  readonly now: Date;
}

/**
 * A bank decides soon after a debit at the earliest. What is finished at a time is committed by then as a rule, and seen by
 * a search that looks up to that time.
 */
const RETURNS_AFTER_MS = 10 * 60_000;

/** The time that a search looks through at least. */
const SEARCHED_MS = 60_000;

/** Interval, and number of days, of looking further back than the mark, for what was committed late. */
const AGAIN_MS = 3600_000;
const DAYS_AGAIN = 1;

/** Clocks of several hosts differ a little; by more, one of them is wrong. */
const CLOCKS_APART_MS = 5 * 60_000;

/**
 * Gives whatever a debit has paid its place among the tries, so that a round reads those whose time has come, and not
 * every debit that may still come back. Cards are told of by the provider alone.
 *
 * Looks through what was finished since the last search of any process, however long ago that was and whichever process
 * finished it; without a search before, through all that may still come back. Once an hour, the day before is looked through
 * as well.
 *
 * @param isBehind whether it looks through the day before in any case.
 */
export async function queueReturnable(
  context: Pick<Context, 'db' | 'clock' | 'alert'>,
  provider: ProviderName,
  isBehind: boolean,
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const until = new Date(now.getTime() - RETURNS_AFTER_MS);
  const [name, again] = [`RETURNS ${provider}`, `RETURNS ${provider} AGAIN`];
  await forgetMarksAhead(context, [name, again], until);
  const marks = await db
    .select()
    .from(jobMarks)
    .where(inArray(jobMarks.name, [name, again]));
  const markOf = (wanted: string) => marks.find((mark) => mark.name === wanted)?.lookedUntil;
  const isDue = (mark: Date | undefined, pause: number) => !mark || until.getTime() - mark.getTime() >= pause;
  const looksAgain = isBehind || isDue(markOf(again), AGAIN_MS);
  const mark = markOf(name);
  if (!looksAgain && !isDue(mark, SEARCHED_MS)) return;
  const first = instantBefore(now, { days: RETURNS_FOR_DAYS });
  const next = mark ? instantBefore(mark, { days: looksAgain ? DAYS_AGAIN : 0 }) : first;
  await queueFinished(db, { provider, now }, { since: next > first ? next : first, until });
  await db
    .insert(jobMarks)
    .values((looksAgain ? [name, again] : [name]).map((each) => ({ name: each, lookedUntil: until })))
    .onConflictDoUpdate({
      target: jobMarks.name,
      set: { lookedUntil: until },
      // Another process may have looked further meanwhile.
      setWhere: lt(jobMarks.lookedUntil, until),
    });
}

/**
 * Takes marks for none that are ahead of this clock: the clock of the process that made them was wrong, or this one is.
 * Searches that continued from there would leave out what finishes until then.
 */
async function forgetMarksAhead(
  { db, clock, alert }: Pick<Context, 'db' | 'clock' | 'alert'>,
  names: readonly string[],
  until: Date,
): Promise<void> {
  const forgotten = await db
    .delete(jobMarks)
    .where(
      and(
        inArray(jobMarks.name, [...names]),
        gt(jobMarks.lookedUntil, new Date(until.getTime() + CLOCKS_APART_MS)),
      ),
    )
    .returning();
  if (forgotten.length === 0) return;
  const now = clock.now();
  const furthest = Math.max(...forgotten.map(({ lookedUntil }) => lookedUntil.getTime()));
  const minutes = Math.round((furthest - until.getTime()) / 60_000);
  alert({
    kind: 'CLOCKS_DIFFER',
    detail: `The search ${names[0]} was made by a clock that is ${minutes} minutes ahead of this one, and is made again. One of the two is wrong.`,
  });
  // Tries of that process wait by its clock.
  await db
    .update(jobTries)
    .set({ nextTryAt: now })
    .where(
      and(
        eq(jobTries.lane, 'RETURNS'),
        gt(
          jobTries.nextTryAt,
          new Date(now.getTime() + waitAfter(Infinity, RETURNS_WAIT) * 1000 + CLOCKS_APART_MS),
        ),
      ),
    );
}

/** After `since`, and up to `until`. */
interface Period {
  readonly since: Date;
  readonly until: Date;
}

async function queueFinished(
  db: Database,
  { provider, now }: Search,
  { since, until }: Period,
): Promise<void> {
  const isNew = (id: PgColumn, finishedAt: PgColumn): SQL | undefined =>
    and(
      lte(finishedAt, until),
      gt(finishedAt, since),
      notExists(
        db
          .select({ id: jobTries.subjectId })
          .from(jobTries)
          .where(and(eq(jobTries.lane, 'RETURNS'), eq(jobTries.subjectId, id))),
      ),
    );
  const row = (id: PgColumn) => ({
    lane: sql<string>`'RETURNS'`.as('lane'),
    subjectId: sql<string>`${id}`.as('subject_id'),
    tries: sql<number>`0`.as('tries'),
    nextTryAt: sql<Date>`${now.toISOString()}::timestamptz`.as('next_try_at'),
  });
  const reversal = alias(accountTransactions, 'reversal');
  const isReversed = db
    .select({ id: reversal.id })
    .from(reversal)
    .where(eq(reversal.reversesId, accountTransactions.id));
  await db
    .insert(jobTries)
    .select(
      db
        .select(row(charges.id))
        .from(charges)
        .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
        .where(
          and(
            eq(charges.status, 'DONE'),
            eq(paymentInstruments.provider, provider),
            inArray(paymentInstruments.paymentMethod, DEBITED_METHODS),
            isNew(charges.id, charges.finishedAt),
          ),
        ),
    )
    .onConflictDoNothing();
  await db
    .insert(jobTries)
    .select(
      db
        .select(row(usages.id))
        .from(usages)
        .innerJoin(payments, eq(payments.id, usages.paymentId))
        .innerJoin(accountTransactions, eq(accountTransactions.usageId, usages.id))
        .where(
          and(
            eq(usages.status, 'DONE'),
            eq(payments.provider, provider),
            inArray(payments.paymentMethod, DEBITED_METHODS),
            notExists(isReversed),
            isNew(usages.id, usages.finishedAt),
          ),
        ),
    )
    .onConflictDoNothing();
}

/** Usages and charges that a debit has paid, and whose time to ask for them has come. */
export async function findReturnable(
  db: Database,
  { provider, now }: Search,
  limit: number,
): Promise<{ id: string }[]> {
  const isOf = or(eq(paymentInstruments.provider, provider), eq(payments.provider, provider));
  // In the order of an index: however many of this provider are due after an outage, few are read. Of a provider that has less
  // than a round takes, those of the others are read as well, which in live there are none of.
  return db
    .select({ id: jobTries.subjectId })
    .from(jobTries)
    .leftJoin(charges, eq(charges.id, jobTries.subjectId))
    .leftJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .leftJoin(usages, eq(usages.id, jobTries.subjectId))
    .leftJoin(payments, eq(payments.id, usages.paymentId))
    .where(and(eq(jobTries.lane, 'RETURNS'), lte(jobTries.nextTryAt, now), isOf))
    .orderBy(asc(jobTries.nextTryAt))
    .limit(limit);
}
