import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Studio } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';
import type { FindKey, Integration } from '../integrations/find-key.js';
import { hashToken } from '../platform/tokens.js';
import type { RateLimit } from './rate-limit.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The integration of the request's API key; null outside the Open API. */
    integration: Integration | null;
    /** The studio whose entities the request works with: that of the integration, or one that is open to it. */
    studio: Studio | null;
  }
}

/** The counter of wrong keys, for each address and over all operations. */
export const WRONG_KEYS = 'wrong-keys';

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

/** The counter of requests with a valid key: one for each key and operation; all HEAD are one operation. */
export function countedUnder({ method, headers, ip, routeOptions }: FastifyRequest): string {
  const operation = method === 'HEAD' ? method : routeOptions.config.operation;
  if (routeOptions.config.isPublic) return `${operation}:${ip}`;
  return `${operation}:${hashToken(String(headers['x-api-key'])).slice(0, 32)}`;
}

export function studioOf(request: FastifyRequest): Studio {
  if (!request.studio) throw new Error('An operation of the Open API ran without a studio.');
  return request.studio;
}

export function integrationOf(request: FastifyRequest): Integration {
  if (!request.integration) throw new Error('An operation of the Open API ran without an integration.');
  return request.integration;
}
