import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.js';
import { studioOf } from '../../http/api-key.js';
import { confirmActivation } from '../../webhooks/subscriptions.js';
import { Done, refusals } from '../schemas.js';
import { IdempotencyHeaders, partnerMeta } from '../idempotency.js';

export function studiosRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/studios/confirmActivation',
      {
        config: { operation: 'confirmActivation' },
        schema: {
          operationId: 'confirmActivation',
          tags: ['Studios'],
          summary: 'Switches the events of the integration on. Any key of the studio; no scope.',
          headers: IdempotencyHeaders,
          response: { 200: Done, ...refusals(400, 409) },
        },
      },
      async (request, reply) => {
        const apiKey = String(request.headers['x-api-key']);
        await confirmActivation(context, studioOf(request), apiKey, partnerMeta(request));
        return reply.status(200).send(null);
      },
    );
  };
}
