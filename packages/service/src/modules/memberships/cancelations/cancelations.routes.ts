import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requestLanguage } from '../../../core/http/request-meta.js';
import { Int64 } from '../../../core/http/schemas.js';
import { studioOf } from '../../integrations/api-key.js';
import { cancelationReasons } from './cancelations.js';

/** Serves the reasons that members can give when they cancel a contract. */
export const cancelationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/v1/memberships/self-service/contract-cancelation-reasons',
    {
      config: { operation: 'getContractCancelationReasonData', scope: 'MEMBERSHIP_SELF_SERVICE_READ' },
      schema: {
        operationId: 'getContractCancelationReasonData',
        tags: ['Membership Self-service'],
        summary: 'Lists the cancellation reasons of the studio. Scope MEMBERSHIP_SELF_SERVICE_READ.',
        description:
          "The studio's own reasons in its own words. If it has none, the default reasons in the requested language.",
        response: {
          200: Type.Array(
            Type.Object({
              cancelationReasonId: Int64,
              cancelationReasonName: Type.String({ examples: ['Officially ordered studio closure'] }),
            }),
          ),
        },
      },
    },
    async (request) =>
      cancelationReasons(studioOf(request), requestLanguage(request)).map(({ id, name }) => ({
        cancelationReasonId: id,
        cancelationReasonName: name,
      })),
  );
};
