import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Context } from '../../../core/context.js';
import { requestLanguage } from '../../../core/http/request-meta.js';
import { CustomerPath, Int64, Line, VoidResult } from '../../../core/http/schemas.js';
import { translate } from '../../../core/i18n/translate.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { AMENDMENT_MODES, settingsOf } from '../../studios/settings/studio-settings.js';
import { findCustomer } from '../customers.js';
import { amendContactData, withdrawAmendment } from './amendments.js';
import { contactDataOf, pendingAmendment } from './contact-data.js';
import type { ContactDataChanges } from './contact-data.stored.js';

const tags = ['Customers Self-service'];
const Email = Type.String({ format: 'email', maxLength: 254, examples: ['email@example.com'] });
const Phone = (example: string) => Type.Optional(Line(60, [example]));

const fields = {
  email: Type.Optional(Email),
  phonePrivate: Phone('+49 30 5550142'),
  phonePrivateMobile: Phone('+49 151 55501420'),
  phoneBusiness: Phone('+49 30 5550143'),
  phoneBusinessMobile: Phone('+49 151 55501430'),
};
const Changes = Type.Object(fields, {
  description:
    'The new values. Omitted fields stay unchanged; an empty telephone number removes the stored one.',
});
const Amendment = Type.Object({
  id: Type.Optional(Int64),
  ...fields,
});

/** Serves a member's contact data and accepts the changes that the member requests. */
export function contactDataRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/:customerId/self-service/contact-data',
      {
        config: { operation: 'getCustomerContactData', scope: 'CUSTOMER_SELF_SERVICE_READ' },
        schema: {
          operationId: 'getCustomerContactData',
          tags,
          summary:
            'Returns the contact data of a customer, and a requested change that is pending. Scope CUSTOMER_SELF_SERVICE_READ.',
          params: CustomerPath,
          response: {
            200: Type.Object({
              ...fields,
              amendmentConfigurationStatus: Type.Enum(AMENDMENT_MODES, {
                type: 'string',
                description: 'Whether members can request changes, and whether staff must approve them.',
              }),
              pendingAmendment: Type.Optional(Amendment),
            }),
          },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { customerId } = request.params;
        const customer = await findCustomer(context.db, studio.id, customerId, 'customerId');
        const pending = await pendingAmendment(context.db, customerId);
        return {
          ...contactDataOf(customer),
          amendmentConfigurationStatus: settingsOf(studio).contactData.amendments,
          ...(pending && { pendingAmendment: { id: pending.id, ...pending.changes } }),
        };
      },
    );

    app.post(
      '/v1/customers/:customerId/self-service/contact-data',
      {
        config: { operation: 'createCustomerContactDataAmendment', scope: 'CUSTOMER_SELF_SERVICE_WRITE' },
        schema: {
          operationId: 'createCustomerContactDataAmendment',
          tags,
          summary: 'Requests a change of contact data. Scope CUSTOMER_SELF_SERVICE_WRITE.',
          description:
            'Returns the pending change. While a change is pending, a further request adds to it. A response without ' +
            'an id contains the current contact data and means that no approval is pending: the studio lets members ' +
            'change their data directly, or the data already had these values.',
          params: CustomerPath,
          body: Changes,
          headers: IdempotencyHeaders,
          response: { 200: Amendment },
        },
      },
      async (request) => {
        const changes = Value.Clean(Changes, { ...request.body }) as ContactDataChanges;
        const { customerId } = request.params;
        const { amendment, contactData } = await amendContactData(
          context,
          studioOf(request),
          { customerId, wanted: changes },
          keyedRequest(context, request),
        );
        return amendment ? { id: amendment.id, ...amendment.changes } : contactData;
      },
    );

    app.delete(
      '/v1/customers/:customerId/self-service/amendment/:amendmentId',
      {
        config: { operation: 'withdrawAmendment', scope: 'CUSTOMER_SELF_SERVICE_WRITE' },
        schema: {
          operationId: 'withdrawAmendment',
          tags,
          summary: 'Withdraws a pending change. Scope CUSTOMER_SELF_SERVICE_WRITE.',
          params: Type.Object({ customerId: Int64, amendmentId: Int64 }),
          response: { 200: VoidResult },
        },
      },
      async (request) => {
        const { customerId, amendmentId } = request.params;
        await withdrawAmendment(context, studioOf(request), customerId, amendmentId);
        return { success: translate(requestLanguage(request), 'amendment.withdrawn') };
      },
    );
  };
}
