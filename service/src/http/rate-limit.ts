import type { FastifyReply } from 'fastify';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors/api-error.js';
import type { RawClient } from '../store/database.js';

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
}

/** Keys whose last count a process remembers. */
const REMEMBERED = 10_000;

interface Count {
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

/** Counts in the database, so that several services have one count. */
export function createRateLimit(client: RawClient, { limit, seconds }: RateLimitOptions): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: client,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    points: limit,
    duration: seconds,
    keyPrefix: '',
    clearExpiredByTimeout: true,
  });
  const take = async (key: string): Promise<readonly [result: RateLimiterRes, exceeded: boolean]> => {
    try {
      return [await limiter.consume(key), false];
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return [refused, true];
      throw refused;
    }
  };
  const counts = new Map<string, Count>();
  const write = (reply: FastifyReply, { remaining, resetAt }: Count) => {
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', remaining);
    reply.header('x-ratelimit-reset', Math.ceil(resetAt / 1000));
  };
  const show = (
    reply: FastifyReply,
    key: string,
    [{ msBeforeNext, remainingPoints }, exceeded]: readonly [RateLimiterRes, boolean],
  ) => {
    const count = {
      remaining: exceeded ? 0 : remainingPoints,
      resetAt: Date.now() + msBeforeNext,
    };
    counts.delete(key);
    counts.set(key, count);
    const [oldest] = counts.keys();
    if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest);
    write(reply, count);
  };
  return {
    async count(reply, key) {
      show(reply, key, await take(key));
    },
    recall(reply, key) {
      const known = counts.get(key);
      const isOver = known === undefined || known.resetAt <= Date.now();
      write(reply, isOver ? { remaining: limit, resetAt: Date.now() + seconds * 1000 } : known);
    },
    async isExceeded(key) {
      return ((await limiter.get(key))?.consumedPoints ?? 0) >= limit;
    },
    async consume(reply, key) {
      const taken = await take(key);
      const [result, exceeded] = taken;
      show(reply, key, taken);
      if (!exceeded) return;
      reply.header('retry-after', Math.max(1, Math.ceil(result.msBeforeNext / 1000)));
      throw new ApiError('errormessage.rate.limit.exceeded', undefined, { limit, seconds });
    },
  };
}
