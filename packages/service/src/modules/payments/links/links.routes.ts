import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Context } from '../../../core/context.js';
import {
  findResult,
  IdempotencyHeaders,
  keepResult,
  keyedRequest,
} from '../../../core/idempotency/idempotency.js';
import { formatUtcDateTime } from '../../../core/date-time.js';
import {
  findCustomer,
  findNamedCustomer,
  lockCustomer,
  lockFoundCustomer,
} from '../../customers/customers.js';
import { studioOf } from '../../integrations/api-key.js';
import type { Studio } from '../../studios/studios.tables.js';
import {
  addressOf,
  cancelPaymentLink,
  createPaymentLink,
  describeLink,
  findLink,
  type PaymentLink,
} from './links.js';
import { CreatedPaymentLink, LinkPath, PaymentLinkAnswer, PaymentLinkRequest } from './links.schema.js';

const tags = ['Payments'];
const scope = 'PAYMENT_WRITE';

/** Creates, shows and cancels payment links. */
export function paymentLinkRoutes(context: Context): FastifyPluginAsyncTypebox {
  const { db } = context;
  const answerOf = async (studio: Studio, link: PaymentLink) => {
    const { createdAt, expiresAt, ...described } = await describeLink(context, db, studio, link);
    return {
      ...described,
      purposes: [...described.purposes],
      debtClaimIds: [...described.debtClaimIds],
      createdAt: formatUtcDateTime(createdAt),
      expiresAt: formatUtcDateTime(expiresAt),
    };
  };
  return async (app) => {
    app.post(
      '/v1/payments/links',
      {
        config: { operation: 'createPaymentLink', scope, customerInBody: true },
        schema: {
          operationId: 'createPaymentLink',
          'x-upc': true,
          tags,
          summary: `Creates a link with which a customer pays open claims or replaces the payment instrument. Scope ${scope}.`,
          description:
            'The service hosts the page of the link and uses what the customer enters there; no token reaches you. The event PAYMENT_LINK_PAID tells that everything is done.',
          body: PaymentLinkRequest,
          headers: IdempotencyHeaders,
          response: { 200: CreatedPaymentLink },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const keyed = keyedRequest(context, request);
        const linkId =
          (await findResult(context, db, keyed)) ??
          (await db.transaction(async (tx) => {
            const id = randomUUID();
            const faster = await keepResult(context, tx, keyed, id);
            if (faster !== id) return faster;
            const { customerId } = request.body;
            await lockCustomer(tx, customerId);
            await findNamedCustomer(tx, studio.id, customerId, 'customerId');
            return createPaymentLink({ context, tx, traceId: request.id }, studio, request.body, id);
          }));
        const link = await findLink(db, studio, linkId);
        return { ...(await answerOf(studio, link)), ...addressOf(context, link) };
      },
    );

    app.get(
      '/v1/payments/links/:linkId',
      {
        config: { operation: 'getPaymentLink', scope },
        schema: {
          operationId: 'getPaymentLink',
          'x-upc': true,
          tags,
          summary: `Returns the state of a payment link, without its address. Scope ${scope}.`,
          params: LinkPath,
          response: { 200: PaymentLinkAnswer },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const link = await findLink(db, studio, request.params.linkId);
        await findCustomer(db, studio.id, link.customerId);
        return answerOf(studio, link);
      },
    );

    app.delete(
      '/v1/payments/links/:linkId',
      {
        config: { operation: 'cancelPaymentLink', scope },
        schema: {
          operationId: 'cancelPaymentLink',
          'x-upc': true,
          tags,
          summary: `Cancels a payment link. A link that has ended stays as it is. Scope ${scope}.`,
          params: LinkPath,
          response: { 200: PaymentLinkAnswer },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { id, customerId } = await findLink(db, studio, request.params.linkId);
        await db.transaction(async (tx) => {
          await lockFoundCustomer(tx, studio.id, customerId, 'linkId');
          await cancelPaymentLink(tx, id);
        });
        return answerOf(studio, await findLink(db, studio, id));
      },
    );
  };
}
