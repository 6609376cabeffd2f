import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { CalendarDate, CustomerPath, Done, RequiredLine } from '../../../core/http/schemas.js';
import { integrationOf, studioOf } from '../../integrations/api-key.js';
import { removeRestriction, setRestriction } from './partner-restrictions.js';

const scope = 'CUSTOMER_ACCESS_RESTRICTION_WRITE';
const tags = ['Customers'];

const Restriction = Type.Object(
  {
    reason: RequiredLine('Locker key not returned'),
    startDate: Type.Optional(CalendarDate),
    endDate: Type.Optional(
      Type.String({
        ...CalendarDate,
        description: 'The last day. Without dates, the restriction is in force until it is removed.',
      }),
    ),
  },
  { title: 'AccessRestriction' },
);

/** Keeps customers out of the studio on behalf of an integration. */
export function partnerRestrictionRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db } = context;
  return async (app) => {
    app.put(
      '/v1/customers/:customerId/access-restrictions',
      {
        config: { operation: 'setAccessRestriction', scope },
        schema: {
          operationId: 'setAccessRestriction',
          tags,
          summary: `Refuses a customer entry, or changes the restriction that your integration has set before. Scope ${scope}.`,
          params: CustomerPath,
          body: Restriction,
          response: { 200: Restriction },
        },
      },
      async (request) => {
        const { reason, startDate = null, endDate = null } = request.body;
        const restricted = {
          studio: studioOf(request),
          integrationId: integrationOf(request).id,
          ...request.params,
        };
        await db.transaction((tx) => setRestriction(context, tx, restricted, { reason, startDate, endDate }));
        return { reason, ...(startDate !== null && endDate !== null && { startDate, endDate }) };
      },
    );

    app.delete(
      '/v1/customers/:customerId/access-restrictions',
      {
        config: { operation: 'deleteAccessRestriction', scope },
        schema: {
          operationId: 'deleteAccessRestriction',
          tags,
          summary: `Removes the restriction that your integration has set. Scope ${scope}.`,
          description: 'Restrictions of the studio and of other integrations stay in force.',
          params: CustomerPath,
          response: { 200: Done },
        },
      },
      async (request) => {
        const restricted = {
          studio: studioOf(request),
          integrationId: integrationOf(request).id,
          ...request.params,
        };
        await db.transaction((tx) => removeRestriction(context, tx, restricted));
        return null;
      },
    );
  };
}
