import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Context } from '../../../core/context.js';
import { DateTimeInput, instantOf } from '../../../core/http/date-times.js';
import { Int64, Line, RequiredLine } from '../../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../../core/idempotency/idempotency.js';
import { studioOf } from '../../integrations/api-key.js';
import { COMMUNICATION_CHANNELS } from '../../studios/settings/communication-preferences.js';
import { type Communication, DIRECTIONS } from './communication.stored.js';
import { THREAD_STATUSES } from './communication.tables.js';
import { keepCommunication } from './threads.js';

const tags = ['Customers Communication'];

const fields = {
  ticketNumber: Type.Optional(Line(100, ['A123456'])),
  subject: RequiredLine('Complaint', 300),
  content: Type.String({
    minLength: 1,
    maxLength: 20_000,
    pattern: '^[^\\u0000\\p{Cs}]*$',
    examples: ['I received two invoices this month, but I only made one purchase.'],
  }),
  communicationDirection: Type.Enum(DIRECTIONS, {
    type: 'string',
    description: 'INCOMING: sent by the member to the studio.',
  }),
  ticketLink: Type.Optional(
    Type.String({
      maxLength: 2000,
      pattern: '^https?://[^\\s\\p{Cc}\\p{Cs}]+$',
      examples: ['https://ticketing-system.com/ticket/A123456'],
    }),
  ),
  communicationChannel: Type.Enum(COMMUNICATION_CHANNELS, { type: 'string' }),
  agent: Type.Optional(Line(200, ['Peter Meyer'])),
};
const Content = Type.Object(fields);
const Status = Type.Enum(THREAD_STATUSES, {
  type: 'string',
  description: 'Status of the thread after this message.',
});

const Request = Type.Object(
  {
    communicationThreadStatus: Status,
    ...fields,
    communicationDateTime: Type.Optional(DateTimeInput('Time of the message. Default: now.')),
  },
  { title: 'Message' },
);
const Answer = Type.Object(
  {
    customerId: Int64,
    communicationId: Int64,
    threadId: Int64,
    communicationThreadStatus: Status,
    ...fields,
  },
  { title: 'MessageAnswer' },
);

const OPERATIONS = [
  {
    method: 'POST',
    path: 'threads',
    params: Type.Object({ customerId: Int64 }),
    operationId: 'createCommunicationInNewCommunicationThread',
    summary: 'Starts a thread with its first message.',
  },
  {
    method: 'PUT',
    path: 'threads/:threadId',
    params: Type.Object({ customerId: Int64, threadId: Int64 }),
    operationId: 'createCommunicationInExistingCommunicationThread',
    summary: 'Adds a message to a thread and sets the status of the thread, even if it was closed.',
  },
] as const;

/** Stores conversations with a customer that another system manages, such as a ticket system. */
export function threadRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { method, path, params, operationId, summary } of OPERATIONS) {
      app.route({
        method,
        url: `/v1/communications/:customerId/${path}`,
        config: { operation: operationId, scope: 'COMMUNICATION_WRITE' },
        schema: {
          operationId,
          tags,
          summary: `${summary} Scope COMMUNICATION_WRITE.`,
          params,
          body: Request,
          headers: IdempotencyHeaders,
          response: { 200: Answer },
        },
        handler: async (request) => {
          const { customerId, threadId = null } = request.params as { customerId: number; threadId?: number };
          return keep(context, request, { customerId, threadId }, request.body);
        },
      });
    }
  };
}

async function keep(
  context: Context,
  request: FastifyRequest,
  place: { readonly customerId: number; readonly threadId: number | null },
  body: Static<typeof Request>,
): Promise<Static<typeof Answer>> {
  const { communicationThreadStatus, communicationDateTime } = body;
  const communication = Value.Clean(Content, { ...body }) as Communication;
  const kept = await keepCommunication(
    context,
    { studio: studioOf(request), ...place },
    {
      communication,
      threadStatus: communicationThreadStatus,
      communicatedAt:
        communicationDateTime === undefined
          ? null
          : instantOf(communicationDateTime, 'communicationDateTime'),
    },
    keyedRequest(context, request),
  );
  return { customerId: place.customerId, ...kept, communicationThreadStatus, ...communication };
}
