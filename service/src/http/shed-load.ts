import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import type { Waiting } from '../store/waiting.js';
import { countedUnder } from './api-key.js';
import type { RateLimit } from './rate-limit.js';

/**
 * The queue for the database at which further requests are refused: how long the first in it has waited, and how many it
 * holds, since a thousand that come at once fill it before any of them has waited. Reading first, so that what changes
 * something goes on for longer.
 */
const MOST_WAITING = {
  reading: { count: 200, longestMs: 500 },
  changing: { count: 400, longestMs: 2000 },
} as const satisfies Record<string, Waiting>;
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
    const most = request.method === 'GET' ? MOST_WAITING.reading : MOST_WAITING.changing;
    const { count, longestMs } = waiting();
    if (count < most.count && longestMs < most.longestMs) return;
    const seconds = pauseSeconds(longestMs);
    rateLimit.recall(reply, countedUnder(request));
    reply.header('retry-after', seconds);
    throw new ApiError('errormessage.service.busy', undefined, { seconds });
  });
}

/** Twice as long as the queue is, so that it can empty; between 1 and 30 seconds. */
export function pauseSeconds(waitingMs: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, Math.ceil((2 * waitingMs) / 1000)));
}
