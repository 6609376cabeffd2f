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
  return {
    async consume(reply, key) {
      const [result, exceeded] = await limiter
        .consume(key)
        .then((passed) => [passed, false] as const)
        .catch((refused: unknown) => {
          if (refused instanceof RateLimiterRes) return [refused, true] as const;
          throw refused;
        });
      const secondsLeft = Math.ceil(result.msBeforeNext / 1000);
      reply.header('x-ratelimit-limit', limit);
      reply.header('x-ratelimit-remaining', exceeded ? 0 : result.remainingPoints);
      reply.header('x-ratelimit-reset', Math.ceil((Date.now() + result.msBeforeNext) / 1000));
      if (!exceeded) return;
      reply.header('retry-after', Math.max(1, secondsLeft));
      throw new ApiError('errormessage.rate.limit.exceeded', undefined, { limit, seconds });
    },
  };
}
