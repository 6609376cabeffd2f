import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Studio } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';
import { hashToken } from '../platform/tokens.js';
import type { Database } from '../store/database.js';
import { collectionPartnerKeys } from '../store/debt-collection-tables.js';
import { apiKeys, studios } from '../store/schema.js';
import type { RateLimit } from './rate-limit.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The studio whose API key the request carries; null outside the Open API. */
    studio: Studio | null;
    /** The debt collection partner whose API key it is; null for the key of another integration. */
    collectionPartnerId: number | null;
  }
}

/** What wrong keys are counted under, for each address and over all operations. */
export const WRONG_KEYS = 'wrong-keys';

interface KeyOfStudio {
  readonly studio: Studio;
  readonly scopes: readonly string[];
  readonly collectionPartnerId: number | null;
}

/** The studio and scopes of a valid key, or null. */
export async function findKey(db: Database, key: string | string[] | undefined): Promise<KeyOfStudio | null> {
  if (typeof key !== 'string' || key === '') return null;
  const [found] = await db
    .select({
      studio: studios,
      scopes: apiKeys.scopes,
      status: apiKeys.status,
      collectionPartnerId: collectionPartnerKeys.partnerId,
    })
    .from(apiKeys)
    .innerJoin(studios, eq(studios.id, apiKeys.studioId))
    .leftJoin(collectionPartnerKeys, eq(collectionPartnerKeys.keyHash, apiKeys.keyHash))
    .where(eq(apiKeys.keyHash, hashToken(key)));
  return found?.status === 'ACTIVE' ? found : null;
}

/**
 * The checks before every operation of the Open API: the key, the rate limit, the scope. The limit counts by operation and
 * key; wrong keys count by address over all operations, and a valid key from there still works. Needs `config.operation`,
 * and `config.scope` where the specification asks for one.
 */
export function requireApiKey(app: FastifyInstance, db: Database, rateLimit: RateLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'HEAD' || request.method === 'OPTIONS') return;
    const { operation, scope, isPublic } = request.routeOptions.config;
    if (isPublic) {
      await rateLimit.consume(reply, `${operation}:${request.ip}`);
      return;
    }
    const key = request.headers['x-api-key'];
    const found = await findKey(db, key);
    request.studio = found?.studio ?? null;
    request.collectionPartnerId = found?.collectionPartnerId ?? null;
    request.language = found?.studio.language ?? 'en';
    const counted = found
      ? `${operation}:${hashToken(String(key)).slice(0, 32)}`
      : `${WRONG_KEYS}:${request.ip}`;
    await rateLimit.consume(reply, counted);
    if (!found) throw new ApiError('errormessage.authentication.failed', 'x-api-key');
    const enough = scope === undefined ? [] : [scope].flat();
    if (enough.length > 0 && !enough.some((each) => found.scopes.includes(each))) {
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
