import type { FastifyInstance } from 'fastify';
import type { Database } from '../store/database.js';
import { findKey, WRONG_KEYS } from './api-key.js';
import type { RateLimit } from './rate-limit.js';

/**
 * Answers HEAD for the path of every operation that is registered after it: 200 with a valid key, else 401,
 * and nothing else is looked at (specification, Endpoints). Wrong keys are counted as everywhere; from an address
 * that has sent too many, every key is answered with 401 until the window has ended, so that nothing is told.
 */
export function answerHead(app: FastifyInstance, db: Database, rateLimit: RateLimit): void {
  const paths = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    if (method === 'HEAD' || method === 'OPTIONS' || paths.has(url)) return;
    paths.add(url);
    app.route({
      method: 'HEAD',
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const wrongKeys = `${WRONG_KEYS}:${request.ip}`;
        if (await rateLimit.isExceeded(wrongKeys)) return reply.status(401).send();
        const found = await findKey(db, request.headers['x-api-key']);
        if (!found) await rateLimit.count(wrongKeys);
        return reply.status(found ? 200 : 401).send();
      },
    });
  });
}
