import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import type { RateLimit } from './rate-limit.js';
import { countedUnder } from './api-key.js';

/**
 * Milliseconds that requests wait for the database at which further ones are refused: reading first, so that what changes
 * something goes on for longer.
 */
const MOST_WAITING_MS = { reading: 500, changing: 2000 };
const LONGEST_PAUSE_SECONDS = 30;

/**
 * Refuses requests with 503 while the database is busy, before they ask it anything (specification, Errors). The longer
 * the queue, the later they are to come again.
 *
 * @param waitingMs how long the first in the queue has waited by now
 */
export function shedLoad(app: FastifyInstance, waitingMs: () => number, rateLimit: RateLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    // HEAD is answered with 200 or 401 alone (specification, Errors).
    if (request.method === 'OPTIONS' || request.method === 'HEAD') return;
    const isReading = request.method === 'GET';
    const waiting = waitingMs();
    if (waiting < (isReading ? MOST_WAITING_MS.reading : MOST_WAITING_MS.changing)) return;
    const seconds = pauseSeconds(waiting);
    rateLimit.recall(reply, countedUnder(request));
    reply.header('retry-after', seconds);
    throw new ApiError('errormessage.service.busy', undefined, { seconds });
  });
}

/** Twice as long as the queue is, so that it can empty; between 1 and 30 seconds. */
export function pauseSeconds(waitingMs: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, Math.ceil((2 * waitingMs) / 1000)));
}
