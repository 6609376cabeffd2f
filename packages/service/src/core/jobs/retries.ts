import { and, eq, gt, notExists, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import { jobRetries } from './jobs.tables.js';
import type { Queue } from './queue.js';

/** Maximum number of items of a queue that wait for the provider at the same time, for each process. */
const SLOTS = 4;

/**
 * Milliseconds for which a request may work on an item before the jobs take it, and for which the jobs keep an item
 * that they have taken. It is longer than any provider call. After a crash, another process takes the item then.
 */
const TAKEN_MS = 60_000;

/** Seconds between the retries of an item: the first delay, which doubles each time, and the longest. */
export interface RetryDelay {
  readonly first: number;
  readonly longest: number;
}

const USUAL_DELAY: RetryDelay = { first: 5, longest: 300 };

export function retryDelay(retries: number, { first, longest }: RetryDelay = USUAL_DELAY): number {
  return Math.min(longest, first * 2 ** (retries - 1));
}

/** Criteria for due items. `Provider` is the provider that the work calls; null for none. */
export interface Search<Provider extends string = string> {
  readonly provider: Provider | null;
  readonly now: Date;
  /** Time since which an item must not have changed: a request may still be working on items that changed later. */
  readonly before: Date;
  readonly limit: number;
}

/** A query for the ids of items that can lock their rows. */
interface ItemQuery extends SQLWrapper {
  for(strength: 'update', config: { readonly of: PgTable; readonly skipLocked: true }): SQLWrapper;
}

/** Work that a crash or a silent provider has left unfinished. It is retried after delays that grow. */
export interface RetriedWork<Provider extends string = string> {
  readonly name: string;
  /**
   * Providers that the work calls. Each has its own queue, so that an unresponsive provider delays only its own work.
   */
  readonly providers: readonly (Provider | null)[];
  readonly delay?: RetryDelay;
  /** Table whose rows are the items. */
  readonly table: PgTable;
  /** Builds a query for the ids of due items, oldest first. */
  find(db: Database, search: Search<Provider>): ItemQuery;
  /**
   * Works on an item. Every item keeps its idempotency keys, so this may run beside requests.
   *
   * @returns whether the item is finished; an unfinished item is tried again.
   */
  work(context: Context, id: string, traceId: string): Promise<boolean>;
}

/** An item that this process has taken. */
interface Taken {
  readonly id: string;
  /** Number of times that it has been taken. */
  readonly retries: number;
}

/**
 * Makes one queue for each provider of the work.
 *
 * @param untouchedMs milliseconds for which an item must not have changed
 */
export function queuesOf<P extends string>(work: RetriedWork<P>, untouchedMs = TAKEN_MS): Queue<Taken>[] {
  const search = (provider: P | null, now: Date, limit: number): Search<P> => {
    return { provider, now, before: new Date(now.getTime() - untouchedMs), limit };
  };
  return work.providers.map((provider) => ({
    name: [work.name, provider].filter(Boolean).join(' '),
    slots: SLOTS,
    due: ({ db, clock }) => sql`${work.find(db, search(provider, clock.now(), 1))}`,
    take: ({ db, clock }, limit) => take(db, work, search(provider, clock.now(), limit)),
    async work(context, { id, retries }, { traceId }) {
      let isFinished = false;
      try {
        isFinished = await work.work(context, id, traceId);
      } finally {
        await putBack(context, work, { id, retries }, isFinished);
      }
      return isFinished ? 1 : 0;
    },
  }));
}

/** Returns a condition that excludes items waiting for a retry, and those that a process has taken. */
export function isNotWaiting(db: Database, queue: string, id: PgColumn, now: Date): SQL {
  return notExists(
    db
      .select({ id: jobRetries.subjectId })
      .from(jobRetries)
      .where(and(eq(jobRetries.queue, queue), eq(jobRetries.subjectId, id), gt(jobRetries.nextRetryAt, now))),
  );
}

/**
 * Takes due items before the work begins, so that a process that is killed leaves nothing to be undone. Rows that
 * another process locks are skipped. One that it took just before the lock was free still appears due here, but its
 * retry is not, so it is not taken twice.
 */
async function take<P extends string>(
  db: Database,
  work: RetriedWork<P>,
  criteria: Search<P>,
): Promise<readonly Taken[] | null> {
  const { now } = criteria;
  const until = new Date(now.getTime() + TAKEN_MS);
  const { queue, subjectId, retries, nextRetryAt } = jobRetries;
  const { rows } = (await db.execute(sql`
    with due (id) as (${work.find(db, criteria).for('update', { of: work.table, skipLocked: true })}),
    taken as (
      insert into ${jobRetries} (${sql.identifier(queue.name)}, ${sql.identifier(subjectId.name)},
        ${sql.identifier(retries.name)}, ${sql.identifier(nextRetryAt.name)})
      select ${work.name}::text, due.id, 1, ${until}::timestamptz from due
      on conflict (queue, subject_id) do update set retries = ${retries} + 1, next_retry_at = excluded.next_retry_at
        where ${nextRetryAt} <= ${now}
      returning subject_id, retries
    )
    select due.id, taken.retries from due left join taken on taken.subject_id = due.id`)) as {
    rows: { id: string; retries: number | null }[];
  };
  if (rows.length === 0) return null;
  return rows.flatMap(({ id, retries: count }) => (count === null ? [] : { id, retries: count }));
}

/**
 * Deletes the retries of a finished item, or sets the time of the next one. It changes nothing if the item was queued
 * again since it was taken.
 */
async function putBack(
  { db, clock }: Context,
  { name, delay }: Pick<RetriedWork, 'name' | 'delay'>,
  { id, retries }: Taken,
  isFinished: boolean,
): Promise<void> {
  const isUntouched = and(
    eq(jobRetries.queue, name),
    eq(jobRetries.subjectId, id),
    eq(jobRetries.retries, retries),
  );
  if (isFinished) {
    await db.delete(jobRetries).where(isUntouched);
    return;
  }
  const nextRetryAt = new Date(clock.now().getTime() + retryDelay(retries, delay) * 1000);
  await db.update(jobRetries).set({ nextRetryAt }).where(isUntouched);
}
