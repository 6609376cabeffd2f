import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Context } from '../../../core/context.js';
import { CustomerPath, Done, Int64, PREVIEW_SCOPES } from '../../../core/http/schemas.js';
import { tolerate } from '../../../core/http/tolerances.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { answerContext } from '../offers/frequencies.js';
import { toSignupPreview } from './preview.answers.js';
import {
  addMembership,
  createCustomer,
  type CustomerRequest,
  previewMembership,
  previewSignup,
  signUp,
  type SignupRequest,
} from './signup.js';
import {
  Contract,
  Customer,
  CustomerFields,
  FurtherContract,
  Signup,
  SignupPreview,
} from './signup.schema.js';

const tags = ['Memberships'];
const MadeCustomer = Type.Object({ customerId: Int64 }, { title: 'CreatedCustomer' });

/** Sells memberships: previews, signup and further memberships. Also creates customers without a membership. */
export function signupRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/memberships/signup/preview',
      {
        config: { operation: 'postSignupPreview', scope: PREVIEW_SCOPES },
        schema: {
          operationId: 'postSignupPreview',
          tags,
          summary:
            'Calculates the price of a sign-up without storing anything. Scope MEMBERSHIP_READ or MEMBERSHIP_WRITE.',
          body: Signup,
          response: { 200: SignupPreview },
        },
      },
      async (request) => {
        const signup = toSignup(request.body);
        const preview = await previewSignup(context, studioOf(request), signup);
        const codeGiven = signup.contract.voucherCode !== undefined;
        return toSignupPreview(preview, codeGiven, answerContext(context, request));
      },
    );

    app.post(
      '/v1/memberships/signup',
      {
        config: { operation: 'signupMembership', scope: 'MEMBERSHIP_WRITE' },
        schema: {
          operationId: 'signupMembership',
          tags,
          summary:
            'Creates a customer with a contract and charges the amount due on signing. Scope MEMBERSHIP_WRITE.',
          body: Signup,
          headers: IdempotencyHeaders,
          response: { 200: MadeCustomer },
        },
      },
      async (request) => {
        const customerId = await signUp(
          context,
          studioOf(request),
          toSignup(request.body),
          keyedRequest(context, request),
        );
        return { customerId };
      },
    );

    app.post(
      '/v1/customers/create',
      {
        config: { operation: 'createCustomer', scope: 'CUSTOMER_WRITE' },
        schema: {
          operationId: 'createCustomer',
          tags: ['Customers'],
          summary: 'Creates a customer without a contract. Scope CUSTOMER_WRITE.',
          body: Customer,
          headers: IdempotencyHeaders,
          response: { 200: MadeCustomer },
        },
      },
      async (request) => {
        const customer = toCustomer(request.body);
        return {
          customerId: await createCustomer(
            context,
            studioOf(request),
            customer,
            keyedRequest(context, request),
          ),
        };
      },
    );

    // Partners may also send the fields under `contract`, as in a signup.
    app.addHook('preValidation', async (request) => {
      const { body } = request;
      if (!request.routeOptions.url?.includes('/add-membership') || !isRecord(body)) return;
      if (isRecord(body.contract) && !('contractOfferTermId' in body)) {
        request.body = tolerate(body.contract, request.routeOptions.schema?.body as object);
      }
    });

    app.post(
      '/v1/memberships/customers/:customerId/add-membership/preview',
      {
        config: { operation: 'postMembershipPreview', scope: PREVIEW_SCOPES },
        schema: {
          operationId: 'postMembershipPreview',
          tags,
          summary:
            'Calculates the price of an additional membership for a customer. Scope MEMBERSHIP_READ or MEMBERSHIP_WRITE.',
          params: CustomerPath,
          body: Contract,
          response: { 200: SignupPreview },
        },
      },
      async (request) => {
        const contract = toContract(request.body);
        const { customerId } = request.params;
        const preview = await previewMembership(context, studioOf(request), customerId, contract);
        return toSignupPreview(preview, contract.voucherCode !== undefined, answerContext(context, request));
      },
    );

    app.post(
      '/v1/memberships/customers/:customerId/add-membership',
      {
        config: { operation: 'addMembership', scope: 'MEMBERSHIP_WRITE' },
        schema: {
          operationId: 'addMembership',
          tags,
          summary:
            'Creates an additional contract for a customer and charges the amount due on signing. Scope MEMBERSHIP_WRITE.',
          description: 'You can also send the fields inside `contract`, as in a sign-up.',
          params: CustomerPath,
          body: FurtherContract,
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request, reply) => {
        const contract = toContract(request.body);
        const customer = { studio: studioOf(request), customerId: request.params.customerId };
        const membership = { contract, paymentRequestToken: request.body.paymentRequestToken };
        await addMembership(context, customer, membership, keyedRequest(context, request));
        return reply.status(200).send(null);
      },
    );
  };
}

/* Requests may contain unknown properties; these functions remove them. */

function toContract(body: Static<typeof Contract>): SignupRequest['contract'] {
  const { voucherCode, ...contract } = Value.Clean(Contract, { ...body }) as Static<typeof Contract>;
  // An empty code counts as no code.
  return voucherCode?.trim() ? { ...contract, voucherCode } : contract;
}

function toCustomer(body: Static<typeof Customer>): CustomerRequest {
  const { paymentRequestToken } = body;
  return {
    profile: Value.Clean(CustomerFields, { ...body }) as CustomerRequest['profile'],
    paymentRequestToken,
  };
}

function toSignup({ contract, customer }: Static<typeof Signup>): SignupRequest {
  return { contract: toContract(contract), customer: toCustomer(customer) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
