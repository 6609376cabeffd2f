import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { CustomerPath, Done, Int64, Line, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { CardNumberQuery } from '../customers/access-mediums/access-mediums.schema.js';
import { findCustomer } from '../customers/customers.js';
import { findByIdentifier } from '../customers/find-by-identifier.js';
import { refuseCollectionPartner } from '../customers/reader.js';
import { studioOf } from '../integrations/api-key.js';
import { checkBenefits, useBenefit } from './benefits.js';

const tags = ['Customers'];
const READ = ['CUSTOMER_BENEFIT_READ', 'CUSTOMER_READ'];
const WRITE = ['CUSTOMER_WRITE', 'CUSTOMER_BENEFIT_WRITE'];

const Keys = Type.Optional(
  Type.Array(Line(50, ['BODY_SCAN']), {
    maxItems: 50,
    description: 'Benefits to check; may be repeated. Without it, all benefits of the studio are checked.',
  }),
);
const Checks = Type.Array(
  Type.Object(
    {
      key: Type.String({ examples: ['BODY_SCAN'] }),
      valid: Type.Boolean({ description: 'Whether the customer can use the benefit now.' }),
    },
    { title: 'BenefitCheck' },
  ),
);

/** Checks and counts the use of what contracts include besides training. */
export function benefitRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/benefits',
      {
        config: { operation: 'getBenefitsByCardNumber', scope: READ },
        schema: {
          operationId: 'getBenefitsByCardNumber',
          tags,
          summary: `Checks which benefits the holder of a card can use. Scope ${READ.join(' or ')}.`,
          querystring: Type.Object(
            {
              cardNumber: Type.String({ minLength: 1, maxLength: 50, examples: ['2864434397'] }),
              ...CardNumberQuery,
              key: Keys,
            },
            NO_OTHER_FILTERS,
          ),
          response: { 200: Checks },
        },
      },
      async (request) => {
        const { key, ...identifier } = request.query;
        const reader = refuseCollectionPartner(request);
        const { customer } = await findByIdentifier(context, [reader], identifier);
        return checkBenefits(context, { studio: reader.studio, customerId: customer.id }, key);
      },
    );

    app.get(
      '/v1/customers/:customerId/benefits',
      {
        config: { operation: 'getBenefits', scope: READ },
        schema: {
          operationId: 'getBenefits',
          tags,
          summary: `Checks which benefits a customer can use. Scope ${READ.join(' or ')}.`,
          params: CustomerPath,
          querystring: Type.Object({ key: Keys }, NO_OTHER_FILTERS),
          response: { 200: Checks },
        },
      },
      async (request) => {
        const { studio } = refuseCollectionPartner(request);
        const { customerId } = request.params;
        await findCustomer(context.db, studio.id, customerId, 'customerId');
        return checkBenefits(context, { studio, customerId }, request.query.key);
      },
    );

    app.post(
      '/v1/customers/:customerId/benefits/:benefitKey/use',
      {
        config: { operation: 'useBenefit', scope: WRITE },
        schema: {
          operationId: 'useBenefit',
          tags,
          summary: `Counts one use of a benefit. Scope ${WRITE.join(' or ')}.`,
          description: 'Refused with 409 if the customer has no use left.',
          params: Type.Object({ customerId: Int64, benefitKey: Line(50, ['BODY_SCAN']) }),
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request) => {
        const { customerId, benefitKey } = request.params;
        const of = { studio: studioOf(request), customerId };
        await useBenefit(context, of, benefitKey, keyedRequest(context, request));
        return null;
      },
    );
  };
}
