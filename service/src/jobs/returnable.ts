import { and, asc, eq, gt, inArray, lte, notExists, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { instantBefore } from '../domain/calendar.js';
import { DEBITED_METHODS } from '../domain/debited-methods.js';
import type { ProviderName } from '../ports/provider.js';
import type { Database } from '../store/database.js';
import {
  accountTransactions,
  charges,
  jobTries,
  paymentInstruments,
  payments,
  usages,
} from '../store/schema.js';

interface Search {
  readonly provider: ProviderName;
  readonly now: Date;
}

/** A bank decides soon after a debit at the earliest. */
const RETURNS_AFTER_MS = 10 * 60_000;

/**
 * Gives whatever a debit has paid its place among the tries, so that a round reads those whose time has come, and not
 * every debit that may still come back. Cards are told of by the provider alone.
 *
 * @param days how far back it looks for what has no place yet.
 */
export async function queueReturnable(db: Database, { provider, now }: Search, days: number): Promise<void> {
  const isNew = (id: PgColumn, finishedAt: PgColumn): SQL | undefined =>
    and(
      lte(finishedAt, new Date(now.getTime() - RETURNS_AFTER_MS)),
      gt(finishedAt, instantBefore(now, { days })),
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
  const isDue = and(eq(jobTries.lane, 'RETURNS'), lte(jobTries.nextTryAt, now));
  const found = { id: jobTries.subjectId, at: jobTries.nextTryAt };
  const byRun = db
    .select(found)
    .from(jobTries)
    .innerJoin(charges, eq(charges.id, jobTries.subjectId))
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .where(and(isDue, eq(paymentInstruments.provider, provider)));
  const byToken = db
    .select(found)
    .from(jobTries)
    .innerJoin(usages, eq(usages.id, jobTries.subjectId))
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .where(and(isDue, eq(payments.provider, provider)));
  return unionAll(byRun, byToken)
    .orderBy(asc(sql`next_try_at`))
    .limit(limit);
}
