import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { Int64, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { requestedSlice, sliceById, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import {
  type AccessMedium,
  type CardNumberFormat,
  mediumsOf,
} from '../customers/access-mediums/access-mediums.js';
import {
  AccessMediumSchema,
  CardNumberQuery,
  toAccessMedium,
} from '../customers/access-mediums/access-mediums.schema.js';
import { studioOf } from '../integrations/api-key.js';
import {
  AggregatorId,
  type AggregatorMember,
  AggregatorPerson,
  createMember,
  findMember,
  membersOf,
} from './members.js';

const Member = Type.Object(
  {
    customerId: Type.Integer({ ...Int64, examples: [100001] }),
    aggregatorId: AggregatorId,
    studioId: Type.Integer({ ...Int64, examples: [1001] }),
    accessMediums: Type.Array(AccessMediumSchema),
  },
  { title: 'AggregatorMember' },
);

/**
 * Converts a member for a response.
 *
 * @param mediums access mediums of this member and possibly of others.
 */
function toMember(
  { customerId, aggregatorId, studioId }: AggregatorMember,
  mediums: readonly AccessMedium[],
  cardNumberFormat?: CardNumberFormat,
): Static<typeof Member> {
  const own = mediums.filter((medium) => medium.customerId === customerId);
  return {
    customerId,
    aggregatorId,
    studioId,
    accessMediums: own.map((medium) => toAccessMedium(medium, cardNumberFormat)),
  };
}

const tags = ['Aggregators'];
const SLICES = { least: 10, most: 100, usual: 50 };

/**
 * Serves and changes the members of aggregators: people who visit the studio under a contract with the studio's
 * partner.
 */
export function aggregatorRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/aggregators/member',
      {
        config: { operation: 'createAggregatorMember', scope: 'AGGREGATOR_MEMBER_WRITE' },
        schema: {
          operationId: 'createAggregatorMember',
          tags,
          summary:
            'Creates a customer for an aggregator member. Idempotent by aggregatorId. Scope AGGREGATOR_MEMBER_WRITE.',
          body: AggregatorPerson,
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object({
              customerId: Type.Integer({ ...Int64, examples: [100001] }),
              studioId: Type.Integer({ ...Int64, examples: [1001] }),
            }),
          },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const customerId = await createMember(context, studio, request.body, keyedRequest(context, request));
        return { customerId, studioId: studio.id };
      },
    );

    app.get(
      '/v1/aggregators/members',
      {
        config: { operation: 'getAggregatorMembers', scope: 'AGGREGATOR_MEMBER_READ' },
        schema: {
          operationId: 'getAggregatorMembers',
          tags,
          summary:
            'Lists the active aggregator members who have consented to access by third parties. Scope AGGREGATOR_MEMBER_READ.',
          querystring: Type.Object({ ...sliceQuery(SLICES), ...CardNumberQuery }, NO_OTHER_FILTERS),
          response: { 200: sliceOf(Member) },
        },
      },
      async (request) => {
        const range = requestedSlice(request.query, SLICES);
        const found = await membersOf(context.db, studioOf(request), range);
        const mediums = await mediumsOf(
          context.db,
          found.map(({ customerId }) => customerId),
        );
        const rows = found.map((member) => ({ ...member, id: member.customerId }));
        return sliceById(rows, range, (member) => toMember(member, mediums, request.query.cardNumberFormat));
      },
    );

    app.get(
      '/v1/aggregators/members/:aggregatorId',
      {
        config: { operation: 'getAggregatorMember', scope: 'AGGREGATOR_MEMBER_READ' },
        schema: {
          operationId: 'getAggregatorMember',
          tags,
          summary: 'Returns an active aggregator member. Scope AGGREGATOR_MEMBER_READ.',
          params: Type.Object({ aggregatorId: AggregatorId }),
          querystring: Type.Object(CardNumberQuery),
          response: { 200: Member },
        },
      },
      async (request) => {
        const member = await findMember(context.db, studioOf(request), request.params.aggregatorId);
        const mediums = await mediumsOf(context.db, [member.customerId]);
        return toMember(member, mediums, request.query.cardNumberFormat);
      },
    );
  };
}
