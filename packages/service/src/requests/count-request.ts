import { lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../store/database.js';
import { rateLimits } from '../store/schema.js';

const KEPT_MS = 3600_000;

/** Moment at which a request is counted, and the limit that holds then. */
export interface CountMoment {
  /** Milliseconds since 1970. */
  readonly countedAt: number;
  /** Milliseconds since 1970: how long its count lasts if it is the first. */
  readonly countedUntil: number;
  /** The last one that is not refused. */
  readonly countLimit: number;
}

export interface CountedRequest {
  readonly points: number;
  /** Milliseconds since 1970. */
  readonly expire: number | null;
}

/* oxlint-disable typescript/explicit-module-boundary-types -- Drizzle infers the part of the statement. */
/**
 * Counts a request as part of another statement, which then needs no round trip of its own; it also takes the values of
 * `RateLimit.moment`.
 *
 * @param key text of at most 255 characters
 */
export function countedRequest(db: Database, key: SQL) {
  const [at, until] = [sql.placeholder('countedAt'), sql.placeholder('countedUntil')];
  const { points, expire } = rateLimits;
  const isOver = sql`${expire} <= ${at}::bigint`;
  return db.$with('counted', { points, expire }).as(sql`
    insert into ${rateLimits} (key, points, expire) select ${key}, 1, ${until}::bigint
    on conflict (key) do update set
      points = case when ${isOver} then 1 else ${points} + 1 end,
      expire = case when ${isOver} then excluded.expire else ${expire} end
    returning points, expire`);
}

/** A value for those requests alone that are not refused, of a statement with `countedRequest`; for the others null. */
export function ifAllowed({ points }: { readonly points: PgColumn }, value: PgColumn): SQL {
  return sql`case when ${points} <= ${sql.placeholder('countLimit')}::int then ${value} end`;
}

/** Removes the counts whose windows have ended long ago: the clock of another process may be slow. */
export async function forgetCounts(db: Database): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now() - KEPT_MS));
}
