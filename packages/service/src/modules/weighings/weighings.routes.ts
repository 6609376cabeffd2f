import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ageOn, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { CalendarDate, CustomerPath, Int64, Line } from '../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { CardNumberQuery } from '../customers/access-mediums/access-mediums.schema.js';
import { findByIdentifier } from '../customers/find-by-identifier.js';
import { readIdentity } from '../customers/identity.js';
import { GENDERS } from '../customers/profile.js';
import { refuseCollectionPartner } from '../customers/reader.js';
import { studioOf } from '../integrations/api-key.js';
import { addWeighing, newestWeighing } from './weighings.js';
import { Weighing } from './weighings.stored.js';

const tags = ['Customers'];
const READ = ['CUSTOMER_MEASUREMENT_READ', 'CUSTOMER_READ'];
const WRITE = ['CUSTOMER_WRITE', 'CUSTOMER_WEIGHING_WRITE'];

/** Stores what body scales measure, and serves what they need to know about a person. */
export function weighingRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/measurement/latest',
      {
        config: { operation: 'getCustomerMeasurement', scope: READ },
        schema: {
          operationId: 'getCustomerMeasurement',
          tags,
          summary: `Finds a customer by one identifier and returns what a body scale needs. Scope ${READ.join(' or ')}.`,
          querystring: Type.Object({
            cardNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 50, examples: ['2864434397'] })),
            barcode: Type.Optional(Line(200, ['4006381333931'])),
            pin: Type.Optional(Line(200, ['4711'])),
            qrCodeUuid: Type.Optional(Type.String({ format: 'uuid', deprecated: true })),
            ...CardNumberQuery,
          }),
          response: {
            200: Type.Object(
              {
                id: Type.Integer({ ...Int64, description: 'The id of the customer.' }),
                firstName: Type.Optional(Type.String()),
                lastName: Type.Optional(Type.String()),
                age: Type.Optional(Type.Integer({ format: 'int32' })),
                dateOfBirth: Type.Optional(CalendarDate),
                gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
                height: Type.Optional(
                  Type.Number({ description: 'In centimetres, from the newest weighing.' }),
                ),
              },
              { title: 'Measurement' },
            ),
          },
        },
      },
      async (request) => {
        const reader = refuseCollectionPartner(request);
        const { customer } = await findByIdentifier(context, [reader], request.query);
        const { dateOfBirth } = readIdentity(context.keys, customer) ?? {};
        const height = (await newestWeighing(context, customer.id))?.height;
        return {
          id: customer.id,
          firstName: customer.firstName,
          lastName: customer.lastName,
          ...(dateOfBirth && { dateOfBirth, age: ageOn(dateOfBirth, todayAt(context, reader.studio)) }),
          ...(customer.profile?.gender && { gender: customer.profile.gender }),
          ...(height !== undefined && { height }),
        };
      },
    );

    app.post(
      '/v1/customers/:customerId/weighing',
      {
        config: { operation: 'createCustomerWeighing', scope: WRITE },
        schema: {
          operationId: 'createCustomerWeighing',
          tags,
          summary: `Stores what a body scale has measured. Scope ${WRITE.join(' or ')}.`,
          params: CustomerPath,
          querystring: Type.Object({
            benefitKey: Type.Optional(
              Type.String({
                maxLength: 50,
                description: 'A benefit of which this also counts one use.',
                examples: ['BODY_SCAN'],
              }),
            ),
          }),
          body: Weighing,
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object(
              { databaseId: Type.Optional(Int64), ...Weighing.properties },
              { title: 'Weighing' },
            ),
          },
        },
      },
      async (request) => {
        const weighing = Value.Clean(Weighing, { ...request.body }) as Weighing;
        const { benefitKey = null } = request.query;
        const reported = { ...request.params, studio: studioOf(request), weighing, benefitKey };
        return {
          databaseId: await addWeighing(context, reported, keyedRequest(context, request)),
          ...weighing,
        };
      },
    );
  };
}
