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
  const show = (
    reply: FastifyReply,
    { msBeforeNext, remainingPoints }: RateLimiterRes,
    exceeded: boolean,
  ) => {
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', exceeded ? 0 : remainingPoints);
    reply.header('x-ratelimit-reset', Math.ceil((Date.now() + msBeforeNext) / 1000));
  };
  return {
    async count(reply, key) {
      show(reply, ...(await take(key)));
    },
    async isExceeded(key) {
      return ((await limiter.get(key))?.consumedPoints ?? 0) >= limit;
    },
    async consume(reply, key) {
      const [result, exceeded] = await take(key);
      show(reply, result, exceeded);
      if (!exceeded) return;
      reply.header('retry-after', Math.max(1, Math.ceil(result.msBeforeNext / 1000)));
      throw new ApiError('errormessage.rate.limit.exceeded', undefined, { limit, seconds });
    },
  };
}
