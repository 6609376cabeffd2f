import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../context.js';
import { findCustomer } from '../../customers/customers.js';
import { studioOf } from '../../http/api-key.js';
import { contractsOf } from '../../memberships/contracts.js';
import { freezesOf } from '../../memberships/idle-periods/freezes-of.js';
import { currentOffers, findOffer, todayAt } from '../../memberships/offers.js';
import { Int64 } from '../schemas.js';
import { answerContext } from './answer-context.js';
import { toContractData } from './answers/contract-data.js';
import { toOffer, toOfferDetail } from './answers/offers.js';
import { ContractData } from './schemas/contract-data.js';
import { MembershipOffer, MembershipOfferDetail } from './schemas/offers.js';

const tags = ['Memberships'];

/** Offers of a studio, and memberships of a customer. */
export function membershipOfferRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/memberships/membership-offers',
      {
        config: { operation: 'getMembershipOffers', scope: 'MEMBERSHIP_READ' },
        schema: {
          operationId: 'getMembershipOffers',
          tags,
          summary: 'The membership offers that the studio has today. Scope MEMBERSHIP_READ.',
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
          summary: 'A membership offer with its details. Scope MEMBERSHIP_READ.',
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
      '/v1/memberships/:customerId/self-service/contract-data',
      {
        config: { operation: 'getContractData', scope: 'MEMBERSHIP_SELF_SERVICE_READ' },
        schema: {
          operationId: 'getContractData',
          tags: ['Membership Self-service'],
          summary: 'The contracts of a customer. Scope MEMBERSHIP_SELF_SERVICE_READ.',
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
            toContractData(contract, await freezesOf(context.db, contract.id, today), today, answer),
          ),
        );
      },
    );
  };
}
