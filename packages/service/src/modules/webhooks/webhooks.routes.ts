import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../core/context.js';
import { Done } from '../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { integrationOf } from '../integrations/api-key.js';
import { confirmActivation } from './subscriptions.js';

export function webhookRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/studios/confirmActivation',
      {
        config: { operation: 'confirmActivation' },
        schema: {
          operationId: 'confirmActivation',
          tags: ['Studios'],
          summary: 'Activates the webhooks of the integration. Any key of the studio; no scope required.',
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request, reply) => {
        await confirmActivation(context, integrationOf(request), keyedRequest(context, request));
        return reply.status(200).send(null);
      },
    );
  };
}
