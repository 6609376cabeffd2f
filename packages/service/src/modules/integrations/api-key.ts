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
    /** The studio whose entities the request uses: the integration's own, or another one that has granted it access. */
    studio: Studio | null;
  }
}

/** Prefix of the counters of wrong keys. They count per address, across all operations. */
const WRONG_KEYS = 'wrong-keys';

/**
 * Checks the key, the rate limit and the scope before every operation of the Open API. Requests count per operation and
 * key. Wrong keys count per address across all operations, and a valid key from the same address still works. Routes
 * need `config.operation`, and `config.scope` if the specification requires one.
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

/** Paths below which all operations lie, both those of this service and those that it lacks. */
const PLACES = ['/v1/*', '/connect/v1/*'];

/**
 * Answers HEAD for the path of every operation: 200 with a valid key, otherwise 401. Nothing else is checked, not even
 * whether the operation exists (specification, Endpoints). Wrong keys count as usual. Once an address has sent too
 * many, every key from it gets 401 until the window ends, so that the response reveals nothing.
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
