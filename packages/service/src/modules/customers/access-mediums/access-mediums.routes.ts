import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { CustomerPath, Done, Int64, RequiredLine } from '../../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import {
  addPartnersMedium,
  changePartnersMedium,
  ensurePartnersMedium,
  removePartnersMedium,
} from './access-mediums.js';
import { AccessMediumSchema, toAccessMedium } from './access-mediums.schema.js';
import { ACCESS_MEDIUM_TYPES } from './access-mediums.tables.js';

const scope = 'CUSTOMER_ACCESS_MEDIUM_WRITE';
const tags = ['Customers'];

const value = RequiredLine('2864434397');
const New = Type.Object(
  { id: Type.Optional(Int64), type: Type.Enum(ACCESS_MEDIUM_TYPES, { type: 'string' }), value },
  { title: 'NewAccessMedium', description: 'A card number is a decimal number. The id is ignored.' },
);
const MediumPath = Type.Object({ customerId: Int64, accessMediumId: Int64 });

/** Adds, changes and removes the access media of a customer. */
export function accessMediumRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db } = context;
  return async (app) => {
    app.put(
      '/v1/customers/:customerId/access-medium',
      {
        config: { operation: 'addAccessMedium', scope },
        schema: {
          operationId: 'addAccessMedium',
          tags,
          deprecated: true,
          summary: `Adds an access medium, unless the customer already has it; use addAccessMediums instead. Scope ${scope}.`,
          params: CustomerPath,
          body: New,
          response: { 200: AccessMediumSchema },
        },
      },
      async (request) => {
        const medium = { ...request.body, studio: studioOf(request), ...request.params };
        return toAccessMedium(await db.transaction((tx) => ensurePartnersMedium(context, tx, medium)));
      },
    );

    app.post(
      '/v1/customers/:customerId/access-mediums',
      {
        config: { operation: 'addAccessMediums', scope },
        schema: {
          operationId: 'addAccessMediums',
          tags,
          summary: `Adds a card, PIN, barcode or pass that the customer shows at the entrance. Scope ${scope}.`,
          params: CustomerPath,
          body: New,
          headers: IdempotencyHeaders,
          response: { 200: AccessMediumSchema },
        },
      },
      async (request) => {
        const medium = { ...request.body, studio: studioOf(request), ...request.params };
        const keyed = keyedRequest(context, request);
        return toAccessMedium(await db.transaction((tx) => addPartnersMedium(context, tx, medium, keyed)));
      },
    );

    app.put(
      '/v1/customers/:customerId/access-mediums/:accessMediumId',
      {
        config: { operation: 'updateAccessMediums', scope },
        schema: {
          operationId: 'updateAccessMediums',
          tags,
          summary: `Changes the value of an access medium that was added through this interface. Scope ${scope}.`,
          params: MediumPath,
          body: Type.Object({ value }),
          response: { 200: AccessMediumSchema },
        },
      },
      async (request) => {
        const named = { studio: studioOf(request), ...request.params };
        const { value: given } = request.body;
        return toAccessMedium(await db.transaction((tx) => changePartnersMedium(context, tx, named, given)));
      },
    );

    app.delete(
      '/v1/customers/:customerId/access-mediums/:accessMediumId',
      {
        config: { operation: 'deleteAccessMediums', scope },
        schema: {
          operationId: 'deleteAccessMediums',
          tags,
          summary: `Removes an access medium that was added through this interface. Scope ${scope}.`,
          params: MediumPath,
          response: { 200: Done },
        },
      },
      async (request) => {
        const named = { studio: studioOf(request), ...request.params };
        await db.transaction((tx) => removePartnersMedium(context, tx, named));
        return null;
      },
    );
  };
}
