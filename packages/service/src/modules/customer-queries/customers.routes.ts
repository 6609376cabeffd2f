import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { requestLanguage } from '../../core/http/request-meta.js';
import { CalendarDate, CustomerPath, Int64, Line, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { requestedSlice, sliceOf, sliceQuery } from '../../core/http/slices.js';
import type { CardNumberFormat } from '../customers/access-mediums/access-mediums.js';
import { CardNumberQuery } from '../customers/access-mediums/access-mediums.schema.js';
import { findByIdentifier } from '../customers/find-by-identifier.js';
import { findReadable, type Reader, readerOf } from '../customers/reader.js';
import { integrationOf } from '../integrations/api-key.js';
import { openStudios } from '../integrations/cross-studio.js';
import { loadRecords } from './customer-records.js';
import { CUSTOMER_STATUSES } from './customer-status.js';
import { CustomerSchema, IdentifierQuery, toCustomer } from './customers.schema.js';
import { type FoundCustomer, listCustomers, searchCustomers, withStatus } from './find-customers.js';

const scope = 'CUSTOMER_READ';
const SIZES = { least: 50, most: 500, usual: 100 };

/** The studios in which an operation looks for customers. */
interface Reach {
  readonly path: string;
  readonly tags: string[];
  readonly operations: { readonly by: string; readonly byId: string; readonly search: string };
  /** Added to each summary. */
  readonly where: string;
  /** Returns a reader for each studio. */
  readonly readersOf: (request: FastifyRequest) => Promise<readonly Reader[]>;
}

/** Serves customers, by list, search and identifier. */
export function customerRoutes(context: Context): FastifyPluginAsyncTypebox {
  const reaches: readonly Reach[] = [
    {
      path: '/v1/customers',
      tags: ['Customers'],
      operations: { by: 'getCustomerBy', byId: 'getCustomerById', search: 'searchCustomers' },
      where: '',
      readersOf: async (request) => [readerOf(request)],
    },
    {
      path: '/v1/cross-studio/customers',
      tags: ['Cross Studio'],
      operations: {
        by: 'getCrossStudioCustomerBy',
        byId: 'getCrossStudioCustomerById',
        search: 'searchCrossStudioCustomers',
      },
      where: ' of all studios that are open to the integration',
      readersOf: async (request) => {
        const { studio: own, grants } = readerOf(request);
        const studios = await openStudios(context.db, integrationOf(request), own);
        return studios.map((studio) => ({ studio, grants }));
      },
    },
  ];
  return async (app) => {
    app.get(
      '/v1/customers',
      {
        config: { operation: 'getCustomers', scope },
        schema: {
          operationId: 'getCustomers',
          tags: ['Customers'],
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
        const reader = readerOf(request);
        const { result, ...slice } = await listCustomers(context, reader, customerStatus, range);
        return { ...slice, result: await answersTo(request, reader, result, cardNumberFormat) };
      },
    );

    for (const { path, tags, operations, where, readersOf } of reaches) {
      app.get(
        `${path}/by`,
        {
          config: { operation: operations.by, scope },
          schema: {
            operationId: operations.by,
            tags,
            summary: `Finds a customer${where} by one identifier. Scope CUSTOMER_READ.`,
            querystring: IdentifierQuery,
            response: { 200: CustomerSchema },
          },
        },
        async (request) => {
          const { customer, reader } = await findByIdentifier(
            context,
            await readersOf(request),
            request.query,
          );
          const found = await withStatus(context, reader, customer);
          return oneAnswerTo(request, reader, found, request.query.cardNumberFormat);
        },
      );

      app.get(
        `${path}/:customerId`,
        {
          config: { operation: operations.byId, scope },
          schema: {
            operationId: operations.byId,
            tags,
            summary: `Returns a customer${where}. Scope CUSTOMER_READ.`,
            params: CustomerPath,
            querystring: Type.Object(CardNumberQuery),
            response: { 200: CustomerSchema },
          },
        },
        async (request) => {
          // `allowCrossStudioAccess` has chosen the studio of the customer.
          const reader = readerOf(request);
          const customer = await findReadable(context.db, reader, request.params.customerId);
          const found = await withStatus(context, reader, customer);
          return oneAnswerTo(request, reader, found, request.query.cardNumberFormat);
        },
      );

      app.post(
        `${path}/search`,
        {
          config: { operation: operations.search, scope },
          schema: {
            operationId: operations.search,
            tags,
            summary: `Searches the customers${where || ' of the studio'} by the given criteria; all must match. Scope CUSTOMER_READ.`,
            body: Type.Object(
              {
                firstName: Type.Optional(Line(200, ['Ma'])),
                lastName: Type.Optional(Line(200, ['Lind'])),
                email: Type.Optional(Line(254, ['mara.lindner@example.com'])),
                dateOfBirth: Type.Optional(CalendarDate),
                ...CardNumberQuery,
              },
              {
                title: 'CustomerSearch',
                description:
                  'Give at least one criterion. Names match by prefix; the email address and the date of birth must match in full.',
              },
            ),
            response: { 200: Type.Array(CustomerSchema) },
          },
        },
        async (request) => {
          const { cardNumberFormat, ...asked } = request.body;
          const answers: Static<typeof CustomerSchema>[] = [];
          for (const reader of await readersOf(request)) {
            const found = await searchCustomers(context, reader, asked);
            answers.push(...(await answersTo(request, reader, found, cardNumberFormat)));
          }
          return answers;
        },
      );
    }
  };

  async function answersTo(
    request: FastifyRequest,
    reader: Reader,
    found: readonly FoundCustomer[],
    cardNumberFormat: CardNumberFormat = 'DECIMAL',
  ): Promise<Static<typeof CustomerSchema>[]> {
    const records = await loadRecords(context, reader, found);
    const form = { timeZone: reader.studio.timeZone, language: requestLanguage(request), cardNumberFormat };
    return records.map((record) => toCustomer(record, form));
  }

  async function oneAnswerTo(
    request: FastifyRequest,
    reader: Reader,
    found: FoundCustomer,
    cardNumberFormat?: CardNumberFormat,
  ): Promise<Static<typeof CustomerSchema>> {
    const [answer] = await answersTo(request, reader, [found], cardNumberFormat);
    if (!answer) throw new Error('The response contains no customer.');
    return answer;
  }
}
