import type { FastifyInstance } from 'fastify';
import type { Waiting } from '../database/waiting.js';
import { ApiError } from '../errors/api-error.js';
import { countedUnder, type RateLimit } from './rate-limit.js';

/** A queue at which further requests are refused. */
interface Bound {
  /** Waiting time of the first in it, whatever it holds. */
  readonly longestMs: number;
  /** Number that it holds, as soon as it does not move: many that come at once and are served at once are not a load. */
  readonly count: number;
}

/** Reading is refused first, so that changes are still taken for longer. */
const MOST_WAITING = {
  reading: { longestMs: 500, count: 200 },
  changing: { longestMs: 2000, count: 400 },
} as const satisfies Record<string, Bound>;
const STANDSTILL_MS = 100;
/** So many are refused even while the queue moves: each holds memory, and none of them comes to its turn soon. */
const MOST_AT_ALL = 2000;
const LONGEST_PAUSE_SECONDS = 30;

/**
 * Refuses requests with 503 while the database is busy, before they ask it anything (specification, Errors). The longer
 * the queue, the later they are to come again.
 *
 * @param waiting the queue as it is now
 */
export function shedLoad(app: FastifyInstance, waiting: () => Waiting, rateLimit: RateLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    // HEAD is answered with 200 or 401 alone (specification, Errors).
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

/** Twice as long as the queue is, so that it can empty; between 1 and 30 seconds. */
export function pauseSeconds(waitingMs: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, Math.ceil((2 * waitingMs) / 1000)));
}
