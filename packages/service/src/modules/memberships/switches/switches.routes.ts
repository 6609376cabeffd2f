import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { CustomerPath, Done, Int64, PREVIEW_SCOPES } from '../../../core/http/schemas.js';
import { textPart } from '../../../core/i18n/translate.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { signedTerm } from '../contracts/contracts.js';
import { answerContext } from '../offers/frequencies.js';
import { toOfferDetail } from '../offers/offers.answers.js';
import { MembershipOfferDetail } from '../offers/offers.schema.js';
import { toContractPreview } from '../sign-up/preview.answers.js';
import { MembershipSwitch, SwitchPreview } from '../sign-up/signup.schema.js';
import {
  previewSwitch,
  switchChoice,
  type SwitchChoice,
  switchChoices,
  switchMembership,
} from './switches.js';

const tags = ['Memberships'];
const StudioQuery = Type.Object({ studioId: Type.Optional(Int64) });
const configFields = {
  id: Int64,
  name: Type.String(),
  presentation: Type.Object(
    { bannerText: Type.Optional(Type.String()), imageUrl: Type.Optional(Type.String()) },
    {
      title: 'SwitchPresentation',
      description: 'Always empty: the service stores no banner or image for switches.',
    },
  ),
  sourceContracts: Type.Array(
    Type.Object({ id: Int64, rateName: Type.String() }, { title: 'SwitchSourceContract' }),
    {
      description: 'Contracts of the customer that can be switched.',
    },
  ),
};
const SwitchConfigItem = Type.Object(configFields, { title: 'SwitchConfig' });
const SwitchConfigDetail = Type.Object(
  {
    ...configFields,
    destinationMembershipOffers: Type.Array(MembershipOfferDetail),
  },
  { title: 'SwitchConfigDetail' },
);

/** Switches a customer from one membership to another. */
export function switchRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/memberships/:customerId/membership-switch/configs',
      {
        config: { operation: 'getMembershipSwitchConfigurationsForCustomer', scope: 'MEMBERSHIP_READ' },
        schema: {
          operationId: 'getMembershipSwitchConfigurationsForCustomer',
          tags,
          summary: 'Lists the switches that are possible for a customer. Scope MEMBERSHIP_READ.',
          params: CustomerPath,
          querystring: StudioQuery,
          response: { 200: Type.Array(SwitchConfigItem) },
        },
      },
      async (request) => {
        requireOwnStudio(request, request.query.studioId);
        const choices = await switchChoices(context, studioOf(request), request.params.customerId);
        return choices.map(toConfig);
      },
    );

    app.get(
      '/v1/memberships/:customerId/membership-switch/configs/:configId',
      {
        config: { operation: 'getMembershipSwitchConfigurationForCustomer', scope: 'MEMBERSHIP_READ' },
        schema: {
          operationId: 'getMembershipSwitchConfigurationForCustomer',
          tags,
          summary: 'Returns one possible switch, with the details of its offers. Scope MEMBERSHIP_READ.',
          params: Type.Object({ customerId: Int64, configId: Int64 }),
          querystring: StudioQuery,
          response: { 200: SwitchConfigDetail },
        },
      },
      async (request) => {
        requireOwnStudio(request, request.query.studioId);
        const studio = studioOf(request);
        const { customerId, configId } = request.params;
        const today = todayAt(context, studio);
        const choice = await switchChoice(context, studio, customerId, configId);
        return {
          ...toConfig(choice),
          destinationMembershipOffers: choice.offers.map((offer) =>
            toOfferDetail(offer, today, answerContext(context, request)),
          ),
        };
      },
    );

    app.post(
      '/v1/memberships/:customerId/membership-switch/preview',
      {
        config: { operation: 'postMembershipSwitchPreview', scope: PREVIEW_SCOPES },
        schema: {
          operationId: 'postMembershipSwitchPreview',
          tags,
          summary:
            'Calculates the price of a switch without storing anything. Scope MEMBERSHIP_READ or MEMBERSHIP_WRITE.',
          params: CustomerPath,
          querystring: StudioQuery,
          body: MembershipSwitch,
          response: { 200: SwitchPreview },
        },
      },
      async (request) => {
        requireOwnStudio(request, request.query.studioId);
        const body = toRequest(request.body);
        const { customerId } = request.params;
        const preview = await previewSwitch(context, studioOf(request), customerId, body);
        return toContractPreview(preview, answerContext(context, request));
      },
    );

    app.post(
      '/v1/memberships/:customerId/membership-switch',
      {
        config: { operation: 'switchMembership', scope: 'MEMBERSHIP_WRITE' },
        schema: {
          operationId: 'switchMembership',
          tags,
          summary: 'Ends a contract and replaces it with a new one. Scope MEMBERSHIP_WRITE.',
          params: CustomerPath,
          body: MembershipSwitch,
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request, reply) => {
        const body = toRequest(request.body);
        const customer = { studio: studioOf(request), customerId: request.params.customerId };
        await switchMembership(context, customer, body, keyedRequest(context, request));
        return reply.status(200).send(null);
      },
    );
  };
}

function toConfig({ config, sourceContracts }: SwitchChoice) {
  return {
    id: config.id,
    name: config.name,
    presentation: {},
    sourceContracts: sourceContracts.map((contract) => ({
      id: contract.id,
      rateName: signedTerm(contract).rateName,
    })),
  };
}

function toRequest(body: Static<typeof MembershipSwitch>): Static<typeof MembershipSwitch> {
  return Value.Clean(MembershipSwitch, body) as Static<typeof MembershipSwitch>;
}

function requireOwnStudio(request: FastifyRequest, studioId: number | undefined): void {
  if (studioId === undefined || studioId === studioOf(request).id) return;
  throw new ApiError('errormessage.permission.denied', 'studioId', {
    problem: textPart('problem.studio.other'),
  });
}
