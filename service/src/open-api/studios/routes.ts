import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../context.js';
import { confirmActivation } from '../../webhooks/subscriptions.js';
import { Done, refusals } from '../schemas.js';

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
          response: { 200: Done, ...refusals() },
        },
      },
      async (request, reply) => {
        await confirmActivation(context, String(request.headers['x-api-key']));
        return reply.status(200).send(null);
      },
    );
  };
}
