import { and, eq, gt, notExists, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import { jobRetries } from './jobs.tables.js';

/** Seconds between the retries of an item: the first delay, which doubles each time, and the longest. */
export interface RetryDelay {
  readonly first: number;
  readonly longest: number;
}

const USUAL_DELAY: RetryDelay = { first: 5, longest: 300 };

export function retryDelay(retries: number, { first, longest }: RetryDelay = USUAL_DELAY): number {
  return Math.min(longest, first * 2 ** (retries - 1));
}

/** The parts of a queue that its retries need. */
interface RetriedQueue {
  readonly name: string;
  readonly delay?: RetryDelay;
}

/** Returns a condition that excludes items waiting for a retry. */
export function isNotWaiting(db: Database, queue: string, id: PgColumn, now: Date): SQL {
  return notExists(
    db
      .select({ id: jobRetries.subjectId })
      .from(jobRetries)
      .where(and(eq(jobRetries.queue, queue), eq(jobRetries.subjectId, id), gt(jobRetries.nextRetryAt, now))),
  );
}

/**
 * Takes an item and stores when its next retry is due, before the work begins: no other process takes the item
 * meanwhile, and a process that is killed leaves nothing to be undone.
 *
 * @returns how often the item has been taken; null when another process has just taken it.
 */
export async function takeForRetry(
  { db, clock }: Context,
  { name: queue, delay }: RetriedQueue,
  id: string,
  ignoresWaits: boolean,
): Promise<number | null> {
  const now = clock.now();
  const next = (retries: number) => new Date(now.getTime() + retryDelay(retries, delay) * 1000);
  const [earlier] = await db
    .select()
    .from(jobRetries)
    .where(and(eq(jobRetries.queue, queue), eq(jobRetries.subjectId, id)));
  const retries = (earlier?.retries ?? 0) + 1;
  const taken = await db
    .insert(jobRetries)
    .values({ queue, subjectId: id, retries, nextRetryAt: next(retries) })
    .onConflictDoUpdate({
      target: [jobRetries.queue, jobRetries.subjectId],
      set: { retries, nextRetryAt: next(retries) },
      // If two processes read the same number, the second changes nothing here.
      setWhere: sql`${jobRetries.retries} = excluded.retries - 1 and (${ignoresWaits} or ${jobRetries.nextRetryAt} <= ${now})`,
    })
    .returning({ id: jobRetries.subjectId });
  return taken.length > 0 ? retries : null;
}

/** Deletes the retries of a finished item, unless it was queued again since it was taken. */
export async function forgetRetries(
  { db }: Context,
  queue: string,
  id: string,
  retries: number,
): Promise<void> {
  await db
    .delete(jobRetries)
    .where(and(eq(jobRetries.queue, queue), eq(jobRetries.subjectId, id), eq(jobRetries.retries, retries)));
}
