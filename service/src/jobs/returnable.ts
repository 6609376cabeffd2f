import { and, asc, eq, gt, inArray, lt, lte, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { alias } from 'drizzle-orm/pg-core';
import { instantBefore } from '../domain/calendar.js';
import { DEBITED_METHODS, RETURNS_FOR_DAYS } from '../domain/debited-methods.js';
import type { ProviderName } from '../ports/provider.js';
import type { Database } from '../store/database.js';
import {
  accountTransactions,
  charges,
  jobMarks,
  jobTries,
  paymentInstruments,
  payments,
  usages,
} from '../store/schema.js';

interface Search {
  readonly provider: ProviderName;
  readonly now: Date;
}

/**
 * A bank decides soon after a debit at the earliest. What is finished at a time is committed by then, and seen by a search
 * that looks up to that time.
 */
const RETURNS_AFTER_MS = 10 * 60_000;

/** The time that a search looks through at least. */
const SEARCHED_MS = 60_000;

/** Days before the mark that a search looks through again when it is behind. */
const DAYS_AGAIN = 1;

/**
 * Gives whatever a debit has paid its place among the tries, so that a round reads those whose time has come, and not
 * every debit that may still come back. Cards are told of by the provider alone.
 *
 * Looks through what was finished since the last search of any process, however long ago that was and whichever process
 * finished it; without a search before, through all that may still come back.
 *
 * @param isBehind whether it looks through the day before as well, for what was committed late or by a wrong clock.
 */
export async function queueReturnable(db: Database, search: Search, isBehind: boolean): Promise<void> {
  const { provider, now } = search;
  const name = `RETURNS ${provider}`;
  const until = new Date(now.getTime() - RETURNS_AFTER_MS);
  const [mark] = await db.select().from(jobMarks).where(eq(jobMarks.name, name));
  if (mark && !isBehind && until.getTime() - mark.lookedUntil.getTime() < SEARCHED_MS) return;
  const first = instantBefore(now, { days: RETURNS_FOR_DAYS });
  const next = mark ? instantBefore(mark.lookedUntil, { days: isBehind ? DAYS_AGAIN : 0 }) : first;
  await queueFinished(db, search, { since: next > first ? next : first, until });
  await db
    .insert(jobMarks)
    .values({ name, lookedUntil: until })
    .onConflictDoUpdate({
      target: jobMarks.name,
      set: { lookedUntil: until },
      // Another process may have looked further meanwhile.
      setWhere: lt(jobMarks.lookedUntil, until),
    });
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
  // In the order of an index: however many are due after an outage, few are read.
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
