import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { CalendarDate, CustomerPath, Done, Int64 } from '../../core/http/schemas.js';
import { textPart } from '../../core/i18n/translate.js';
import {
  findResult,
  IdempotencyHeaders,
  keepResult,
  keyedRequest,
} from '../../core/idempotency/idempotency.js';
import { findCustomer } from '../customers/customers.js';
import { integrationOf, studioOf } from '../integrations/api-key.js';
import { openStudios } from '../integrations/cross-studio.js';
import { moveHomeStudio, refuseMove } from './move-home-studio.js';

/** Moves customers to other studios of the operator. */
export function homeStudioRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/customers/:customerId/switch-studio',
      {
        config: { operation: 'switchStudio', scope: 'CUSTOMER_WRITE' },
        schema: {
          operationId: 'switchStudio',
          tags: ['Customers'],
          summary:
            'Moves a customer to another studio that is open to the integration. Scope CUSTOMER_WRITE.',
          description:
            'Use the key of the studio that the customer leaves. The move takes effect at once and is refused while a ' +
            'payment of the customer is pending. Saved instruments stay behind, because they were given to that studio. ' +
            'What the customer has booked there is cancelled.',
          params: CustomerPath,
          body: Type.Object({
            targetStudioId: Int64,
            switchDate: Type.String({ ...CalendarDate, description: 'Today or earlier.' }),
            description: Type.Optional(Type.String({ maxLength: 2000 })),
          }),
          headers: IdempotencyHeaders,
          response: { 200: Done },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const integration = integrationOf(request);
        const { customerId } = request.params;
        // After the move, the same request works with another studio, so the key is the integration's alone.
        const keyed = keyedRequest(context, request, `integration ${integration.id}`);
        if ((await findResult(context, context.db, keyed)) !== null) return null;
        const { targetStudioId, switchDate, description = null } = request.body;
        await findCustomer(context.db, studio.id, customerId, 'customerId');
        const today = todayAt(context, studio);
        if (switchDate > today) {
          const problem = textPart('problem.date.afterToday', { today });
          throw new ApiError('errormessage.request.invalid', 'switchDate', { problem });
        }
        const open = await openStudios(context.db, integration, studio);
        if (![integration.studioId, ...open.map(({ id }) => id)].includes(targetStudioId)) {
          throw refuseMove(textPart('problem.move.target'));
        }
        const move = { customerId, targetStudioId, switchDate, description };
        await context.db
          .transaction(async (tx) => {
            const id = randomUUID();
            if ((await keepResult(context, tx, keyed, id)) !== id) return;
            await moveHomeStudio({ context, tx, traceId: request.id }, studio, move);
          })
          .catch((error: unknown) => {
            // Another request has locked or changed the same member.
            if (!(error instanceof StaffError)) throw error;
            throw new ApiError('errormessage.concurrent.modification', 'customerId');
          });
        return null;
      },
    );
  };
}
