import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors/api-error.js';
import { countedUnder, type RateLimit } from '../../core/http/rate-limit.js';
import { textPart } from '../../core/i18n/translate.js';
import type { Studio } from '../studios/studios.tables.js';
import type { FindKey, Integration } from './find-key.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The integration of the request's API key; null outside the Open API. */
    integration: Integration | null;
    /** The studio whose entities the request works with: that of the integration, or one that is open to it. */
    studio: Studio | null;
  }
}

/** The counter of wrong keys, for each address and over all operations. */
const WRONG_KEYS = 'wrong-keys';

/**
 * The checks before every operation of the Open API: the key, the rate limit, the scope. The limit counts by operation and
 * key; wrong keys count by address over all operations, and a valid key from there still works. Needs `config.operation`,
 * and `config.scope` where the specification asks for one.
 */
export function requireApiKey(app: FastifyInstance, findKey: FindKey, rateLimit: RateLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'HEAD' || request.method === 'OPTIONS') return;
    const { scope, isPublic } = request.routeOptions.config;
    if (isPublic) {
      await rateLimit.consume(reply, countedUnder(request));
      return;
    }
    const counters = { known: countedUnder(request), unknown: `${WRONG_KEYS}:${request.ip}` };
    const { found, counted } = await findKey(request.headers['x-api-key'], counters, rateLimit.moment());
    request.integration = found?.integration ?? null;
    request.studio = found?.studio ?? null;
    request.language = found?.studio.language ?? 'en';
    rateLimit.settle(reply, found ? counters.known : counters.unknown, counted);
    if (!found) throw new ApiError('errormessage.authentication.failed', 'x-api-key');
    const enough = scope === undefined ? [] : [scope].flat();
    if (enough.length > 0 && !enough.some((each) => found.integration.scopes.includes(each))) {
      throw new ApiError('errormessage.permission.denied', undefined, {
        problem: textPart('problem.scope.missing', { scope: enough.join(' / ') }),
      });
    }
  });
}

export function studioOf(request: FastifyRequest): Studio {
  if (!request.studio) throw new Error('An operation of the Open API ran without a studio.');
  return request.studio;
}

export function integrationOf(request: FastifyRequest): Integration {
  if (!request.integration) throw new Error('An operation of the Open API ran without an integration.');
  return request.integration;
}

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
