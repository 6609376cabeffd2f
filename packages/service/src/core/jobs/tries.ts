import { and, eq, gt, notExists, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import { jobTries } from './jobs.tables.js';

/** Seconds between the tries of a lane: the first wait, which doubles each time, and the longest. */
export interface Wait {
  readonly first: number;
  readonly longest: number;
}

const USUAL_WAIT: Wait = { first: 5, longest: 300 };

/** Seconds until something that has been tried so often is tried again. */
export function waitAfter(tries: number, { first, longest }: Wait = USUAL_WAIT): number {
  return Math.min(longest, first * 2 ** (tries - 1));
}

/** What tells the tries of one kind of work from those of another. */
interface TriedLane {
  readonly name: string;
  readonly wait?: Wait;
}

/** Leaves out, of a query, what has been tried and waits for its next time. */
export function isNotWaiting(db: Database, lane: string, id: PgColumn, now: Date): SQL {
  return notExists(
    db
      .select({ id: jobTries.subjectId })
      .from(jobTries)
      .where(and(eq(jobTries.lane, lane), eq(jobTries.subjectId, id), gt(jobTries.nextTryAt, now))),
  );
}

/**
 * Takes something for a try, and says when the next one is: written down before it is begun, so that no other service
 * takes it meanwhile, and one that ends in the middle leaves nothing to be undone.
 *
 * @returns the number of this try; null when another service has taken it.
 */
export async function takeForTry(
  { db, clock }: Context,
  { name: lane, wait }: TriedLane,
  id: string,
  ignoresWaits: boolean,
): Promise<number | null> {
  const now = clock.now();
  const next = (tries: number) => new Date(now.getTime() + waitAfter(tries, wait) * 1000);
  const [earlier] = await db
    .select()
    .from(jobTries)
    .where(and(eq(jobTries.lane, lane), eq(jobTries.subjectId, id)));
  const tries = (earlier?.tries ?? 0) + 1;
  const taken = await db
    .insert(jobTries)
    .values({ lane, subjectId: id, tries, nextTryAt: next(tries) })
    .onConflictDoUpdate({
      target: [jobTries.lane, jobTries.subjectId],
      set: { tries, nextTryAt: next(tries) },
      // A process that reads the same number of tries at the same time comes second here.
      setWhere: sql`${jobTries.tries} = excluded.tries - 1 and (${ignoresWaits} or ${jobTries.nextTryAt} <= ${now})`,
    })
    .returning({ id: jobTries.subjectId });
  return taken.length > 0 ? tries : null;
}

/** Forgets an item that is finished, unless it was queued again since this try was taken. */
export async function forgetTries({ db }: Context, lane: string, id: string, tries: number): Promise<void> {
  await db
    .delete(jobTries)
    .where(and(eq(jobTries.lane, lane), eq(jobTries.subjectId, id), eq(jobTries.tries, tries)));
}
