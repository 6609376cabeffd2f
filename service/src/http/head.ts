import type { FastifyInstance } from 'fastify';
import { hashToken } from '../platform/tokens.js';
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
        const key = request.headers['x-api-key'];
        const found = (await rateLimit.isExceeded(wrongKeys)) ? null : await findKey(db, key);
        await rateLimit.count(reply, found ? `HEAD:${hashToken(String(key)).slice(0, 32)}` : wrongKeys);
        return reply.status(found ? 200 : 401).send();
      },
    });
  });
}
