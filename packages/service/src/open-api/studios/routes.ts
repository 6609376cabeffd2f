import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { utilization } from '../../check-ins/visits.js';
import type { Context } from '../../context.js';
import { integrationOf, studioOf } from '../../http/api-key.js';
import { confirmActivation } from '../../webhooks/subscriptions.js';
import { Done } from '../schemas.js';
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
          response: { 200: Done },
        },
      },
      async (request, reply) => {
        await confirmActivation(context, studioOf(request), integrationOf(request), partnerMeta(request));
        return reply.status(200).send(null);
      },
    );

    app.get(
      '/v1/studios/utilization',
      {
        config: { operation: 'getUtilization', scope: 'STUDIO_READ' },
        schema: {
          operationId: 'getUtilization',
          tags: ['Studios'],
          summary: 'How many people are in the studio now, and how many it holds. Scope STUDIO_READ.',
          response: {
            200: Type.Object({
              count: Type.Integer({
                format: 'int32',
                examples: [10],
                description:
                  'Who is checked in; somebody who has not checked out counts for the longest visit.',
              }),
              capacity: Type.Union([Type.Integer({ format: 'int32', examples: [100] }), Type.Null()], {
                description: 'null: the studio has named none.',
              }),
            }),
          },
        },
      },
      async (request) => utilization(context, context.db, studioOf(request)),
    );
  };
}
