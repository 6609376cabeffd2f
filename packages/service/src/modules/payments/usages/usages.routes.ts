import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { CustomerPath, Int64, Money } from '../../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { payAccount, replaceInstrument } from './account-usages.js';

const Token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The token that the widget passed to onSuccess.',
});
/** An empty JSON object, because some clients expect JSON in every response. */
const Done = Type.Object({}, { title: 'EmptyResult' });
const SCOPES = ['CUSTOMER_ACCOUNT_WRITE', 'PAYMENT_WRITE'];

export function customersAccountRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/customers/:customerId/account/payment-instrument',
      {
        config: { operation: 'updateCustomerPaymentInstrument', scope: SCOPES },
        schema: {
          operationId: 'updateCustomerPaymentInstrument',
          tags: ['Customers Account'],
          summary:
            'Replaces the payment instrument that payment runs charge for the customer. Scope CUSTOMER_ACCOUNT_WRITE or PAYMENT_WRITE.',
          params: CustomerPath,
          body: Type.Object({ paymentRequestToken: Token }),
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request) => {
        const customer = { studio: studioOf(request), customerId: request.params.customerId };
        await replaceInstrument(
          context,
          customer,
          request.body.paymentRequestToken,
          keyedRequest(context, request),
        );
        return {};
      },
    );

    app.post(
      '/v1/customers/:customerId/account/payment',
      {
        config: { operation: 'bookCustomerPayment', scope: SCOPES },
        schema: {
          operationId: 'bookCustomerPayment',
          tags: ['Customers Account'],
          summary:
            'Pays open claims: the given ones, or the claims that are due, oldest first. Scope CUSTOMER_ACCOUNT_WRITE or PAYMENT_WRITE.',
          params: CustomerPath,
          body: Type.Object({
            paymentRequestToken: Token,
            amount: Type.Optional({
              ...Money,
              description:
                'At most the authorised amount; the service releases the rest. Default: the authorised amount or the open amount, whichever is less. Without a given amount, the request is refused if nothing is open.',
            }),
            debtClaimIds: Type.Optional(Type.Array(Int64, { uniqueItems: true })),
          }),
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request) => {
        const customer = { studio: studioOf(request), customerId: request.params.customerId };
        await payAccount(context, customer, request.body, keyedRequest(context, request));
        return {};
      },
    );
  };
}
