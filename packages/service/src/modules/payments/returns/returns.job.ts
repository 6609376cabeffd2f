import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { jobRetries } from '../../../core/jobs/jobs.tables.js';
import type { Search } from '../../../core/jobs/retries.js';
import { charges } from '../charges/charges.tables.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { payments } from '../payments.tables.js';
import type { ProviderName } from '../providers/provider.js';
import { usages } from '../usages/usages.tables.js';
import { DEBITED_METHODS } from './return-window.js';

/** Delay of the first check; no bank returns a debit sooner. */
const FIRST_CHECK_AFTER_MS = 10 * 60_000;

/**
 * Queues a debit for return checks, in the transaction that books it. A debit that is already queued starts again with
 * its first check. Card payments are not queued, because their provider reports disputes by webhook.
 *
 * @param paidBy the id of a usage or of a charge
 */
export async function queueReturnChecks(tx: Database, paidBy: string, bookedAt: Date): Promise<void> {
  const byToken = tx
    .select({ id: usages.id })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .where(and(eq(usages.id, paidBy), inArray(payments.paymentMethod, DEBITED_METHODS)));
  const byRun = tx
    .select({ id: charges.id })
    .from(charges)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .where(and(eq(charges.id, paidBy), inArray(paymentInstruments.paymentMethod, DEBITED_METHODS)));
  const [debit] = await byToken.unionAll(byRun);
  if (!debit) return;
  const firstCheck = { retries: 0, nextRetryAt: new Date(bookedAt.getTime() + FIRST_CHECK_AFTER_MS) };
  await tx
    .insert(jobRetries)
    .values({ queue: 'RETURNS', subjectId: debit.id, ...firstCheck })
    .onConflictDoUpdate({ target: [jobRetries.queue, jobRetries.subjectId], set: firstCheck });
}

/** Queues debits for a check now, because their bank has just reported that it took the money back. */
export async function queueReturnChecksNow(
  tx: Database,
  paidBy: readonly string[],
  now: Date,
): Promise<void> {
  if (paidBy.length === 0) return;
  const check = { retries: 0, nextRetryAt: now };
  await tx
    .insert(jobRetries)
    .values(paidBy.map((subjectId) => ({ queue: 'RETURNS', subjectId, ...check })))
    .onConflictDoUpdate({ target: [jobRetries.queue, jobRetries.subjectId], set: check });
}

/** Finds usages and charges that were paid by debit and are due for a check, longest due first. */
export function findReturnChecks(db: Database, { provider, now, limit }: Search<ProviderName>) {
  const isOf =
    provider === null
      ? sql`false`
      : or(eq(paymentInstruments.provider, provider), eq(payments.provider, provider));
  // Rows are read in index order, so that few are read even if an outage has left many checks of this provider due. If
  // this provider has fewer due than a batch takes, the rows of other providers are read too. In the live environment
  // there are none.
  return db
    .select({ id: jobRetries.subjectId })
    .from(jobRetries)
    .leftJoin(charges, eq(charges.id, jobRetries.subjectId))
    .leftJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .leftJoin(usages, eq(usages.id, jobRetries.subjectId))
    .leftJoin(payments, eq(payments.id, usages.paymentId))
    .where(and(eq(jobRetries.queue, 'RETURNS'), lte(jobRetries.nextRetryAt, now), isOf))
    .orderBy(asc(jobRetries.nextRetryAt))
    .limit(limit);
}
