import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { CustomerPath, Int64 } from '../../../core/http/schemas.js';
import { studioOf } from '../../integrations/api-key.js';
import { ADDITIONAL_FIELD_TYPES } from '../../studios/settings/studio-settings.js';
import { additionalFieldsOf, setAssignments } from './additional-fields.js';

const tags = ['Customers'];

const Assignments = Type.Array(
  Type.Object(
    {
      additionalInformationFieldId: Int64,
      value: Type.String({
        maxLength: 2000,
        description:
          'LIST: the id of the item. BOOLEAN: true or false. DATE: yyyy-MM-dd. NUMERIC: the number. TEXT: the text.',
      }),
    },
    { title: 'AdditionalFieldAssignment' },
  ),
  { maxItems: 500 },
);

/** Serves the fields that the studio has defined for its customers, and their values. */
export function additionalFieldRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/additional-information-fields',
      {
        config: { operation: 'getAdditionalInformationFields', scope: 'ADDITIONAL_INFORMATION_READ' },
        schema: {
          operationId: 'getAdditionalInformationFields',
          tags,
          summary:
            'Lists the fields that the studio has defined for its customers. Scope ADDITIONAL_INFORMATION_READ.',
          response: {
            200: Type.Array(
              Type.Object(
                {
                  id: Int64,
                  name: Type.String({ examples: ['Training goal'] }),
                  type: Type.Enum(ADDITIONAL_FIELD_TYPES, { type: 'string' }),
                  abbreviation: Type.Optional(Type.String()),
                  listItems: Type.Optional(Type.Array(Type.Object({ id: Int64, name: Type.String() }))),
                },
                { title: 'AdditionalField' },
              ),
            ),
          },
        },
      },
      async (request) => [...additionalFieldsOf(studioOf(request))],
    );

    app.put(
      '/v1/customers/:customerId/additional-information-field-assignments',
      {
        config: {
          operation: 'setAdditionalInformationFieldAssignments',
          scope: 'ADDITIONAL_INFORMATION_WRITE',
        },
        schema: {
          operationId: 'setAdditionalInformationFieldAssignments',
          tags,
          summary:
            "Replaces all values that a customer has of the studio's fields. Scope ADDITIONAL_INFORMATION_WRITE.",
          params: CustomerPath,
          body: Assignments,
          response: { 200: Assignments },
        },
      },
      async (request) => {
        const { customerId } = request.params;
        await setAssignments(context, { studio: studioOf(request), customerId }, request.body);
        return request.body;
      },
    );
  };
}
