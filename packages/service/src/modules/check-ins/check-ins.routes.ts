import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { formatDateTime } from '../../core/date-time.js';
import { CalendarDate, CustomerPath, Int64, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { requestedSlice, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { findCustomer } from '../customers/customers.js';
import { studioOf } from '../integrations/api-key.js';
import { historyDays, type Visit, visitsOf } from './history.js';
import { utilization } from './visits.js';

const SIZES = { least: 1, most: 50, usual: 10 };

const DateTime = (description: string, example: string) =>
  Type.String({ format: 'date-time', description, examples: [example] });

const CheckIn = Type.Object(
  {
    checkinId: Type.Integer({ ...Int64, examples: [400001] }),
    checkInDateTime: DateTime('In the time zone of the visited studio.', '2026-11-20T18:02:11+01:00'),
    checkOutDateTime: Type.Optional(DateTime('Absent until the visit ends.', '2026-11-20T19:31:40+01:00')),
    studioId: Type.Integer({ ...Int64, examples: [1001] }),
    studioName: Type.String({ examples: ['Northside Gym Berlin'] }),
  },
  { title: 'Checkin' },
);

/** The same history, with a key of the customer's studio or of another studio to which it is open. */
const HISTORIES = [
  { path: '/v1/customers', operation: 'getCustomersCheckinHistory', tags: ['Customers'] },
  {
    path: '/v1/cross-studio/customers',
    operation: 'getCrossStudioCustomersCheckinHistory',
    tags: ['Cross Studio'],
  },
];

/** Serves the visits of a customer. */
export function checkInRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { path, operation, tags } of HISTORIES) {
      app.get(
        `${path}/:customerId/activities/checkins`,
        {
          config: { operation, scope: 'CHECKIN_READ' },
          schema: {
            operationId: operation,
            tags,
            summary: 'Lists the visits of a customer, oldest first. Scope CHECKIN_READ.',
            params: CustomerPath,
            querystring: Type.Object(
              {
                fromDate: Type.Optional(
                  Type.String({ ...CalendarDate, description: 'Default: one month before toDate.' }),
                ),
                toDate: Type.Optional(
                  Type.String({
                    ...CalendarDate,
                    description:
                      'At most 365 days after fromDate. Default: today, or 365 days after fromDate if that is earlier.',
                  }),
                ),
                ...sliceQuery(SIZES),
              },
              NO_OTHER_FILTERS,
            ),
            response: { 200: sliceOf(CheckIn) },
          },
        },
        async (request) => {
          const studio = studioOf(request);
          const { customerId } = request.params;
          await findCustomer(context.db, studio.id, customerId, 'customerId');
          const days = historyDays(context, studio, request.query);
          const range = requestedSlice(request.query, SIZES);
          const slice = await visitsOf(context, studio, { ...days, customerId }, range);
          return { ...slice, result: slice.result.map(toCheckIn) };
        },
      );
    }
  };
}

function toCheckIn({ id, checkedInAt, checkedOutAt, studio }: Visit): Static<typeof CheckIn> {
  const { id: studioId, name: studioName, timeZone } = studio;
  return {
    checkinId: id,
    checkInDateTime: formatDateTime(checkedInAt, timeZone),
    ...(checkedOutAt && { checkOutDateTime: formatDateTime(checkedOutAt, timeZone) }),
    studioId,
    studioName,
  };
}

export function utilizationRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/studios/utilization',
      {
        config: { operation: 'getUtilization', scope: 'STUDIO_READ' },
        schema: {
          operationId: 'getUtilization',
          tags: ['Studios'],
          summary: 'Returns the number of people in the studio now, and its capacity. Scope STUDIO_READ.',
          response: {
            200: Type.Object(
              {
                count: Type.Integer({
                  format: 'int32',
                  examples: [10],
                  description:
                    'Number of people checked in. A person who does not check out is counted for the longest possible visit.',
                }),
                capacity: Type.Union([Type.Integer({ format: 'int32', examples: [100] }), Type.Null()], {
                  description: 'null if the studio has not set a capacity.',
                }),
              },
              { title: 'Utilization' },
            ),
          },
        },
      },
      async (request) => utilization(context, context.db, studioOf(request)),
    );
  };
}
