import type { Context } from '../../core/context.js';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { originRules, type OriginRules } from './origins.js';

const RATE_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'date',
];

interface CorsOptions {
  /** Origins that every studio gets in addition to its own. */
  readonly additionalOrigins: readonly string[];
  /**
   * Whether the same pages may call the Open API, as the specification allows during development. Otherwise it is for
   * backends only, because an API key does not belong in a browser.
   */
  readonly isDevelopment: boolean;
}

/**
 * Sets which pages may read responses. The built widget is public. The gateway allows the registered origins of all
 * studios, because a preflight does not show which session it belongs to. The request itself is checked against its own
 * studio's origins.
 *
 * @returns the rules, to check the requests themselves.
 */
export async function allowOrigins(
  app: FastifyInstance,
  context: Pick<Context, 'db' | 'publicUrl'>,
  { additionalOrigins, isDevelopment }: CorsOptions,
): Promise<OriginRules> {
  const origins = originRules(context, additionalOrigins);
  await app.register(cors, {
    delegator: (request, callback) => {
      if (request.url.startsWith('/widget/')) {
        callback(null, { origin: '*', methods: ['GET'], allowedHeaders: [] });
        return;
      }
      const { origin } = request.headers;
      const isGateway = request.url.startsWith('/api/');
      const isOpenApi = isDevelopment && request.url.startsWith('/v1/');
      // These operations need no key, so a page may call them.
      const isLegacy = request.url.startsWith('/connect/');
      if (origin === undefined || (!isGateway && !isOpenApi && !isLegacy)) {
        callback(null, { origin: false });
        return;
      }
      origins.isOfAny(origin).then(
        (isAllowed) =>
          callback(null, {
            origin: isAllowed ? origin : false,
            methods: ['GET', 'POST', 'PUT', 'DELETE'],
            allowedHeaders: [
              'content-type',
              'accept-language',
              isGateway ? 'x-user-payment-session-token' : 'x-api-key',
              'idempotency-key',
            ],
            exposedHeaders: RATE_HEADERS,
            maxAge: 600,
          }),
        (fault: unknown) => {
          callback(fault instanceof Error ? fault : new Error('The origins cannot be read.'), {
            origin: false,
          });
        },
      );
    },
  });
  return origins;
}
