import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { formatDateTime } from '../../../core/date-time.js';
import { CustomerPath } from '../../../core/http/schemas.js';
import { refuseCollectionPartner } from '../reader.js';
import { accessCodeOf } from './access-code.js';

/** Serves the code with which a member enters the studio. */
export function accessCodeRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/:customerId/access-code',
      {
        config: { operation: 'getCustomerAccessCode', scope: 'CUSTOMER_READ' },
        schema: {
          operationId: 'getCustomerAccessCode',
          tags: ['Customers'],
          summary: 'Returns a code that the customer shows at the entrance. Scope CUSTOMER_READ.',
          description:
            'Request a new code each time it is shown. Refused with 403 if the studio does not use access codes ' +
            '(accessCodeConfiguration of its information).',
          params: CustomerPath,
          response: {
            200: Type.Object(
              {
                format: Type.Enum(['QR_CODE'], { type: 'string' }),
                expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
                content: Type.String({ description: 'The content of the QR code.' }),
              },
              { title: 'AccessCode' },
            ),
          },
        },
      },
      async (request) => {
        const { studio } = refuseCollectionPartner(request);
        const { content, expiresAt } = await accessCodeOf(context, { studio, ...request.params });
        return { format: 'QR_CODE' as const, expiresAt: formatDateTime(expiresAt, studio.timeZone), content };
      },
    );
  };
}
