import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { requestLanguage } from '../../core/http/request-meta.js';
import { CalendarDate, Int64, Line, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { requestedSlice, sliceOf, sliceQuery } from '../../core/http/slices.js';
import type { CardNumberFormat } from '../customers/access-mediums/access-mediums.js';
import { CardNumberQuery } from '../customers/access-mediums/access-mediums.schema.js';
import { findByIdentifier } from '../customers/find-by-identifier.js';
import { findReadable, readerOf } from '../customers/reader.js';
import { studioOf } from '../integrations/api-key.js';
import { loadRecords } from './customer-records.js';
import { CUSTOMER_STATUSES } from './customer-status.js';
import { CustomerSchema, IdentifierQuery, toCustomer } from './customers.schema.js';
import { type FoundCustomer, listCustomers, searchCustomers, withStatus } from './find-customers.js';

const tags = ['Customers'];
const scope = 'CUSTOMER_READ';
const SIZES = { least: 50, most: 500, usual: 100 };

/** Serves customers, by list, search and identifier. */
export function customerRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers',
      {
        config: { operation: 'getCustomers', scope },
        schema: {
          operationId: 'getCustomers',
          tags,
          summary:
            'Lists the customers of the studio who have consented to access by third parties. Scope CUSTOMER_READ.',
          querystring: Type.Object(
            {
              ...sliceQuery(SIZES),
              ...CardNumberQuery,
              lastOffsetId: Type.Optional(
                Type.Integer({ ...Int64, description: 'Use offset instead.', deprecated: true }),
              ),
              customerStatus: Type.Optional(
                Type.Enum(CUSTOMER_STATUSES, { type: 'string', default: 'MEMBER' }),
              ),
            },
            NO_OTHER_FILTERS,
          ),
          response: { 200: sliceOf(CustomerSchema) },
        },
      },
      async (request) => {
        const { lastOffsetId, customerStatus = 'MEMBER', cardNumberFormat, ...asked } = request.query;
        const older = lastOffsetId === undefined ? {} : { offset: String(lastOffsetId) };
        const range = requestedSlice({ ...older, ...asked }, SIZES);
        const slice = await listCustomers(context, readerOf(request), customerStatus, range);
        return { ...slice, result: await answersTo(context, request, slice.result, cardNumberFormat) };
      },
    );

    app.get(
      '/v1/customers/by',
      {
        config: { operation: 'getCustomerBy', scope },
        schema: {
          operationId: 'getCustomerBy',
          tags,
          summary: 'Finds a customer by one identifier. Scope CUSTOMER_READ.',
          querystring: IdentifierQuery,
          response: { 200: CustomerSchema },
        },
      },
      async (request) => {
        const reader = readerOf(request);
        const customer = await findByIdentifier(context, reader, request.query);
        const found = await withStatus(context, reader, customer);
        return oneAnswerTo(context, request, found, request.query.cardNumberFormat);
      },
    );

    app.get(
      '/v1/customers/:customerId',
      {
        config: { operation: 'getCustomerById', scope },
        schema: {
          operationId: 'getCustomerById',
          tags,
          summary: 'Returns a customer. Scope CUSTOMER_READ.',
          params: Type.Object({ customerId: Int64 }),
          querystring: Type.Object(CardNumberQuery),
          response: { 200: CustomerSchema },
        },
      },
      async (request) => {
        const reader = readerOf(request);
        const customer = await findReadable(context.db, reader, request.params.customerId);
        const found = await withStatus(context, reader, customer);
        return oneAnswerTo(context, request, found, request.query.cardNumberFormat);
      },
    );

    app.post(
      '/v1/customers/search',
      {
        config: { operation: 'searchCustomers', scope },
        schema: {
          operationId: 'searchCustomers',
          tags,
          summary: 'Searches customers by the given criteria; all must match. Scope CUSTOMER_READ.',
          body: Type.Object(
            {
              firstName: Type.Optional(Line(200, ['Ma'])),
              lastName: Type.Optional(Line(200, ['Lind'])),
              email: Type.Optional(Line(254, ['mara.lindner@example.com'])),
              dateOfBirth: Type.Optional(CalendarDate),
              ...CardNumberQuery,
            },
            {
              description:
                'Give at least one criterion. Names match by prefix; the email address and the date of birth must match in full.',
            },
          ),
          response: { 200: Type.Array(CustomerSchema) },
        },
      },
      async (request) => {
        const { cardNumberFormat, ...asked } = request.body;
        const found = await searchCustomers(context, readerOf(request), asked);
        return answersTo(context, request, found, cardNumberFormat);
      },
    );
  };
}

async function answersTo(
  context: Context,
  request: FastifyRequest,
  found: readonly FoundCustomer[],
  cardNumberFormat: CardNumberFormat = 'DECIMAL',
): Promise<Static<typeof CustomerSchema>[]> {
  const records = await loadRecords(context, readerOf(request), found);
  const form = { timeZone: studioOf(request).timeZone, language: requestLanguage(request), cardNumberFormat };
  return records.map((record) => toCustomer(record, form));
}

async function oneAnswerTo(
  context: Context,
  request: FastifyRequest,
  found: FoundCustomer,
  cardNumberFormat?: CardNumberFormat,
): Promise<Static<typeof CustomerSchema>> {
  const [answer] = await answersTo(context, request, [found], cardNumberFormat);
  if (!answer) throw new Error('The response contains no customer.');
  return answer;
}
