import type { FastifyInstance } from 'fastify';
import type { FindKey } from '../integrations/find-key.js';
import { countedUnder, WRONG_KEYS } from './api-key.js';
import type { RateLimit } from './rate-limit.js';

/** Below which operations are, those of this service and those that it does not have. */
const PLACES = ['/v1/*', '/connect/v1/*'];

/**
 * Answers HEAD for the path of every operation: 200 with a valid key, else 401, and nothing else is looked at
 * (specification, Endpoints), not even whether the service has it. Wrong keys are counted as everywhere; from an address
 * that has sent too many, every key is answered with 401 until the window has ended, so that nothing is told.
 */
export function answerHead(app: FastifyInstance, findKey: FindKey, rateLimit: RateLimit): void {
  for (const url of PLACES) {
    app.route({
      method: 'HEAD',
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const unknown = `${WRONG_KEYS}:${request.ip}`;
        if (await rateLimit.isExceeded(unknown)) {
          await rateLimit.count(reply, unknown);
          return reply.status(401).send();
        }
        const counters = { known: countedUnder(request), unknown };
        const { found, counted } = await findKey(request.headers['x-api-key'], counters, rateLimit.moment());
        rateLimit.show(reply, found ? counters.known : unknown, counted);
        return reply.status(found ? 200 : 401).send();
      },
    });
  }
}
