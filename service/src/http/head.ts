import type { FastifyInstance } from 'fastify';
import { findKey } from '../integrations/find-key.js';
import type { Database } from '../store/database.js';
import { countedUnder, WRONG_KEYS } from './api-key.js';
import type { RateLimit } from './rate-limit.js';

/** Below which operations are, those of this service and those that it does not have. */
const PLACES = ['/v1/*', '/connect/v1/*'];

/**
 * Answers HEAD for the path of every operation: 200 with a valid key, else 401, and nothing else is looked at
 * (specification, Endpoints), not even whether the service has it. Wrong keys are counted as everywhere; from an address
 * that has sent too many, every key is answered with 401 until the window has ended, so that nothing is told.
 */
export function answerHead(app: FastifyInstance, db: Database, rateLimit: RateLimit): void {
  for (const url of PLACES) {
    app.route({
      method: 'HEAD',
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const wrongKeys = `${WRONG_KEYS}:${request.ip}`;
        const isGuessing = await rateLimit.isExceeded(wrongKeys);
        const found = isGuessing ? null : await findKey(db, request.headers['x-api-key']);
        await rateLimit.count(reply, found ? countedUnder(request) : wrongKeys);
        return reply.status(found ? 200 : 401).send();
      },
    });
  }
}
