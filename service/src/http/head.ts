import type { FastifyInstance } from 'fastify';
import type { Database } from '../store/database.js';
import { findKey } from './api-key.js';

/**
 * Answers HEAD for the path of every operation that is registered after it: 200 with a valid key, else 401,
 * and nothing else is looked at (specification, Endpoints).
 */
export function answerHead(app: FastifyInstance, db: Database): void {
  const paths = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    if (method === 'HEAD' || method === 'OPTIONS' || paths.has(url)) return;
    paths.add(url);
    app.route({
      method: 'HEAD',
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const found = await findKey(db, request.headers['x-api-key']);
        return reply.status(found ? 200 : 401).send();
      },
    });
  });
}
