import type { FastifyInstance } from 'fastify';
import type { Waiting } from '../database/waiting.js';
import { ApiError } from '../errors/api-error.js';
import { countedUnder, type RateLimit } from './rate-limit.js';

/** Size of the queue at which further requests are refused. */
interface Bound {
  /** Maximum waiting time of the first request, whatever the length of the queue. */
  readonly longestMs: number;
  /**
   * Maximum length once the queue has stopped moving. Many requests that arrive together and are served immediately are
   * not an overload.
   */
  readonly count: number;
}

/** Limits for reading and changing requests. Reading is refused first, so that changes are accepted for longer. */
const MOST_WAITING = {
  reading: { longestMs: 500, count: 200 },
  changing: { longestMs: 2000, count: 400 },
} as const satisfies Record<string, Bound>;
const STANDSTILL_MS = 100;
/**
 * Length at which requests are refused even while the queue moves: each of them holds memory, and none would be served
 * soon.
 */
const MOST_AT_ALL = 2000;
const LONGEST_PAUSE_SECONDS = 30;

/**
 * Refuses requests with 503 while the database is busy, before they query it (specification, Errors). The longer the
 * queue, the later callers are asked to try again.
 *
 * @param waiting returns the current queue
 */
export function shedLoad(app: FastifyInstance, waiting: () => Waiting, rateLimit: RateLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    // HEAD may only be answered with 200 or 401 (specification, Errors).
    if (request.method === 'OPTIONS' || request.method === 'HEAD') return;
    const isReading = request.method === 'GET' || request.routeOptions.config.operation === 'readSession';
    const most = isReading ? MOST_WAITING.reading : MOST_WAITING.changing;
    const queue = waiting();
    if (!isTooLong(queue, most)) return;
    const seconds = pauseSeconds(queue.longestMs);
    rateLimit.recall(reply, countedUnder(request));
    reply.header('retry-after', seconds);
    throw new ApiError('errormessage.service.busy', undefined, { seconds });
  });
}

function isTooLong({ count, longestMs }: Waiting, most: Bound): boolean {
  if (longestMs >= most.longestMs || count >= MOST_AT_ALL) return true;
  return longestMs >= STANDSTILL_MS && count >= most.count;
}

/** Returns twice the waiting time of the queue, so that it can empty: between 1 and 30 seconds. */
export function pauseSeconds(waitingMs: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, Math.ceil((2 * waitingMs) / 1000)));
}
