import { eq, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import { ApiError } from '../errors/api-error.js';
import { hashToken } from '../secrets/tokens.js';
import { rateLimits } from './rate-limit.tables.js';

const KEPT_MS = 3600_000;

/** Time at which a request is counted, and the limit that applies then. */
export interface CountMoment {
  /** Current time in milliseconds since 1970. */
  readonly countedAt: number;
  /** End of the window in milliseconds since 1970, if this request is the first in it. */
  readonly countedUntil: number;
  /** Highest count that is not refused. */
  readonly countLimit: number;
}

export interface CountedRequest {
  readonly points: number;
  /** End of the window in milliseconds since 1970. */
  readonly expire: number | null;
}

/**
 * Builds a part of another statement that counts a request, so that counting needs no round trip of its own. The
 * statement also takes the values of `RateLimit.moment`.
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

/** Builds a part that replaces `countedRequest` in a statement that neither counts nor refuses requests. */
export function uncountedRequest(db: Database): ReturnType<typeof countedRequest> {
  const { points, expire } = rateLimits;
  return db.$with('counted', { points, expire }).as(sql`select 0 as points, null::bigint as expire`);
}

/**
 * Selects a value only for requests that are not refused, and null for the others, in a statement with
 * `countedRequest`.
 */
export function ifAllowed({ points }: { readonly points: PgColumn }, value: PgColumn): SQL {
  return sql`case when ${points} <= ${sql.placeholder('countLimit')}::int then ${value} end`;
}

/** Removes counts whose windows ended long ago. */
export async function forgetCounts({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, clock.now().getTime() - KEPT_MS));
}

export interface RateLimitOptions {
  readonly limit: number;
  readonly seconds: number;
}

export interface RateLimit {
  /**
   * Counts a request and writes the x-ratelimit-* headers (specification, Limits).
   *
   * @throws ApiError 429 until the window has ended.
   */
  consume(reply: FastifyReply, key: string): Promise<void>;
  /** Counts a request and writes the headers without refusing. */
  count(reply: FastifyReply, key: string): Promise<void>;
  isExceeded(key: string): Promise<boolean>;
  /** Writes the headers from this process's last known count, without counting or querying the database. */
  recall(reply: FastifyReply, key: string): void;
  /** Returns the parameters for a statement with `countedRequest`, apart from its key. */
  moment(): CountMoment;
  /**
   * Does the same as `consume` for a request that a statement with `countedRequest` has counted.
   *
   * @throws ApiError 429 until the window has ended.
   */
  settle(reply: FastifyReply, key: string, counted: CountedRequest): void;
  /** Does the same as `settle` without refusing. */
  show(reply: FastifyReply, key: string, counted: CountedRequest): void;
}

/** Number of keys whose last count a process remembers. */
const REMEMBERED = 10_000;

interface Count {
  readonly remaining: number;
  /** End of the window in milliseconds since 1970. */
  readonly resetAt: number;
}

/** Limit for one key, or for one address without a key (specification, Limits). */
const USUAL_LIMIT: RateLimitOptions = { limit: 1000, seconds: 60 };

/** Creates a rate limit that counts in the database, so that several services share one count. */
export function createRateLimit(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { limit, seconds }: RateLimitOptions = USUAL_LIMIT,
): RateLimit {
  const now = () => clock.now().getTime();
  const counted = countedRequest(db, sql`${sql.placeholder('key')}::text`);
  const countOne = db.with(counted).select().from(counted).prepare('count_request');
  const moment = (): CountMoment => {
    const countedAt = now();
    return { countedAt, countedUntil: countedAt + seconds * 1000, countLimit: limit };
  };
  const take = async (key: string): Promise<CountedRequest> => {
    const [taken] = await countOne.execute({ key, ...moment() });
    if (!taken) throw new Error('A request was not counted.');
    return taken;
  };
  const counts = new Map<string, Count>();
  const write = (reply: FastifyReply, { remaining, resetAt }: Count) => {
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', remaining);
    reply.header('x-ratelimit-reset', Math.ceil(resetAt / 1000));
  };
  const show = (reply: FastifyReply, key: string, { points, expire }: CountedRequest): Count => {
    const count = { remaining: Math.max(0, limit - points), resetAt: expire ?? now() };
    counts.delete(key);
    counts.set(key, count);
    const [oldest] = counts.keys();
    if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest);
    write(reply, count);
    return count;
  };
  const settle = (reply: FastifyReply, key: string, counted: CountedRequest) => {
    const { resetAt } = show(reply, key, counted);
    if (counted.points <= limit) return;
    reply.header('retry-after', Math.max(1, Math.ceil((resetAt - now()) / 1000)));
    throw new ApiError('errormessage.rate.limit.exceeded', undefined, { limit, seconds });
  };
  return {
    moment,
    settle,
    show,
    async count(reply, key) {
      show(reply, key, await take(key));
    },
    recall(reply, key) {
      const known = counts.get(key);
      const isOver = known === undefined || known.resetAt <= now();
      write(reply, isOver ? { remaining: limit, resetAt: now() + seconds * 1000 } : known);
    },
    async isExceeded(key) {
      const [found] = await db.select().from(rateLimits).where(eq(rateLimits.key, key));
      return found !== undefined && (found.expire ?? 0) > now() && found.points >= limit;
    },
    async consume(reply, key) {
      settle(reply, key, await take(key));
    },
  };
}

/**
 * Returns the counter of a request: one for each API key and operation, or for each address on a public operation. All
 * HEAD requests are one operation.
 */
export function countedUnder({ method, headers, ip, routeOptions }: FastifyRequest): string {
  const operation = method === 'HEAD' ? method : routeOptions.config.operation;
  if (routeOptions.config.isPublic) return `${operation}:${ip}`;
  return `${operation}:${hashToken(String(headers['x-api-key'])).slice(0, 32)}`;
}
