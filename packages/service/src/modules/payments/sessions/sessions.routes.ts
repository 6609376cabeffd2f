import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../core/context.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { userSessionCreation } from './session-creation.js';
import { sessionPrefetch } from './session-prefetch.js';
import { UserSessionAnswer, UserSessionRequest } from './sessions.schema.js';

export function userSessionRoutes(context: Context): FastifyPluginAsyncTypebox {
  const createUserSession = userSessionCreation(context);
  const prefetchSession = sessionPrefetch(context);
  return async (app) => {
    app.post(
      '/v1/payments/user-session',
      {
        config: { operation: 'userSession', scope: 'PAYMENT_WRITE', customerInBody: true },
        schema: {
          operationId: 'userSession',
          tags: ['Payments'],
          summary: 'Opens a payment session for the widget. Scope PAYMENT_WRITE.',
          body: UserSessionRequest,
          headers: IdempotencyHeaders,
          response: { 200: UserSessionAnswer },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const made = await createUserSession(studio, request.body, keyedRequest(context, request));
        const { prefetch } = request.body;
        const session = prefetch && (await prefetchSession(made.token, prefetch.locale, request));
        return {
          token: made.token,
          tokenValidUntil: made.validUntil.toISOString(),
          paymentServiceCustomerId: made.paymentCustomerId,
          paymentServiceRegion: studio.region,
          ...(session && { session }),
        };
      },
    );
  };
}
