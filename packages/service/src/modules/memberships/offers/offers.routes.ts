import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { requestLanguage } from '../../../core/http/request-meta.js';
import { Int64 } from '../../../core/http/schemas.js';
import { findCustomer } from '../../customers/customers.js';
import { integrationOf, studioOf } from '../../integrations/api-key.js';
import { openStudios } from '../../integrations/cross-studio.js';
import { informationOf } from '../../studio-information/studio-information.js';
import { StudioSummary, toSummary } from '../../studio-information/studio-information.routes.js';
import { toContractData } from '../contracts/contract-data.answers.js';
import { ContractData } from '../contracts/contract-data.schema.js';
import { contractsOf } from '../contracts/contracts.js';
import { idleTimesOf } from '../idle-periods/idle-periods.js';
import { answerContext } from './frequencies.js';
import { toOffer, toOfferDetail } from './offers.answers.js';
import { currentOffers, findOffer } from './offers.js';
import { MembershipOffer, MembershipOfferDetail } from './offers.schema.js';

const tags = ['Memberships'];

/** Serves the offers of a studio and the memberships of a customer. */
export function membershipOfferRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/memberships/membership-offers',
      {
        config: { operation: 'getMembershipOffers', scope: 'MEMBERSHIP_READ' },
        schema: {
          operationId: 'getMembershipOffers',
          tags,
          summary: 'Lists the membership offers that are available today. Scope MEMBERSHIP_READ.',
          response: { 200: Type.Array(MembershipOffer) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const today = todayAt(context, studio);
        const offers = await currentOffers(context.db, studio, today);
        return offers.map((offer) => toOffer(offer, today, answerContext(context, request)));
      },
    );

    app.get(
      '/v1/memberships/membership-offers/:membershipOfferId',
      {
        config: { operation: 'getMembershipOfferById', scope: 'MEMBERSHIP_READ' },
        schema: {
          operationId: 'getMembershipOfferById',
          tags,
          summary: 'Returns a membership offer with its details. Scope MEMBERSHIP_READ.',
          params: Type.Object({ membershipOfferId: Int64 }),
          response: { 200: MembershipOfferDetail },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const offer = await findOffer(context.db, studio, request.params.membershipOfferId);
        return toOfferDetail(offer, todayAt(context, studio), answerContext(context, request));
      },
    );

    app.get(
      '/v1/cross-studio/membership-offers/studios',
      {
        config: { operation: 'getStudiosWithActiveMembershipOffers', scope: 'STUDIO_READ' },
        schema: {
          operationId: 'getStudiosWithActiveMembershipOffers',
          tags: ['Cross Studio'],
          summary:
            'Lists the studios open to the integration that have a membership offer available today. Scope STUDIO_READ.',
          response: { 200: Type.Array(StudioSummary) },
        },
      },
      async (request) => {
        const { db } = context;
        const open = await openStudios(db, integrationOf(request), studioOf(request));
        const answers: Static<typeof StudioSummary>[] = [];
        for (const studio of open) {
          const offers = await currentOffers(db, studio, todayAt(context, studio));
          if (offers.length === 0) continue;
          answers.push(toSummary(studio, await informationOf(db, studio), requestLanguage(request)));
        }
        return answers;
      },
    );

    app.get(
      '/v1/memberships/:customerId/self-service/contract-data',
      {
        config: { operation: 'getContractData', scope: 'MEMBERSHIP_SELF_SERVICE_READ' },
        schema: {
          operationId: 'getContractData',
          tags: ['Membership Self-service'],
          summary: 'Lists the contracts of a customer for self-service. Scope MEMBERSHIP_SELF_SERVICE_READ.',
          params: Type.Object({ customerId: Int64 }),
          response: { 200: Type.Array(ContractData) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { customerId } = request.params;
        await findCustomer(context.db, studio.id, customerId, 'customerId');
        const today = todayAt(context, studio);
        const contracts = await contractsOf(context.db, customerId);
        const answer = answerContext(context, request);
        return Promise.all(
          contracts.map(async (contract) =>
            toContractData(contract, await idleTimesOf(context.db, contract.id, today), today, answer),
          ),
        );
      },
    );
  };
}
