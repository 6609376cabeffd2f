import type { FastifyReply } from 'fastify';
import { eq, sql } from 'drizzle-orm';
import { ApiError } from '../errors/api-error.js';
import { countedRequest, type CountedRequest, type CountMoment } from '../requests/count-request.js';
import type { Database } from '../store/database.js';
import { rateLimits } from '../store/schema.js';

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
  /** Counts and writes the headers without refusing. */
  count(reply: FastifyReply, key: string): Promise<void>;
  isExceeded(key: string): Promise<boolean>;
  /** Writes the headers as this process knows them, without counting or asking the database. */
  recall(reply: FastifyReply, key: string): void;
  /** Parameters of a statement with `countedRequest` beside its key. */
  moment(): CountMoment;
  /**
   * The same as `consume` for a request that such a statement has counted.
   *
   * @throws ApiError 429 until the window has ended.
   */
  settle(reply: FastifyReply, key: string, counted: CountedRequest): void;
  /** The same without refusing. */
  show(reply: FastifyReply, key: string, counted: CountedRequest): void;
}

/** Keys whose last count a process remembers. */
const REMEMBERED = 10_000;

interface Count {
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

/** Counts in the database, so that several services have one count. */
export function createRateLimit(db: Database, { limit, seconds }: RateLimitOptions): RateLimit {
  const counted = countedRequest(db, sql`${sql.placeholder('key')}::text`);
  const countOne = db.with(counted).select().from(counted).prepare('count_request');
  const moment = (): CountMoment => {
    const countedAt = Date.now();
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
    const count = { remaining: Math.max(0, limit - points), resetAt: expire ?? Date.now() };
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
    reply.header('retry-after', Math.max(1, Math.ceil((resetAt - Date.now()) / 1000)));
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
      const isOver = known === undefined || known.resetAt <= Date.now();
      write(reply, isOver ? { remaining: limit, resetAt: Date.now() + seconds * 1000 } : known);
    },
    async isExceeded(key) {
      const [found] = await db.select().from(rateLimits).where(eq(rateLimits.key, key));
      return found !== undefined && (found.expire ?? 0) > Date.now() && found.points >= limit;
    },
    async consume(reply, key) {
      settle(reply, key, await take(key));
    },
  };
}
