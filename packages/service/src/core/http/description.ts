import type { SwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { ErrorBody } from './schemas.js';

/** The OpenAPI 3.1 description without the operations, which describe themselves. */
export const DESCRIPTION = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Gym Management Open API',
      version: '1.20.0',
      description:
        'Every operation needs the header x-api-key with the key of a studio. HEAD on the path of any ' +
        'operation answers 200 with a valid key, else 401. Null for an optional field is the field left ' +
        'out; integers may be sent as numeric strings; unknown properties are ignored. A POST with a ' +
        'paymentRequestToken may be sent again at any later time: the same tokens with the same body are answered ' +
        'with the result of the first request, and nothing is charged or made twice. For a POST without a token, ' +
        'send the header idempotency-key, which is kept for 30 days. Operations about one customer or contract work with those ' +
        'of another studio too once that studio has let the integration in; otherwise, and everywhere else, 403. 429 and 503 come with Retry-After: seconds ' +
        'after which the same request may be sent again.',
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', name: 'x-api-key', in: 'header', description: 'The key of a studio.' },
      },
    },
    security: [{ apiKey: [] }],
    tags: [
      {
        name: 'Aggregators',
        description: 'Members of aggregators, who visit the studio by a contract with a partner of it',
      },
      { name: 'Checkin vouchers', description: 'Vouchers for one visit' },
      {
        name: 'Customers',
        description: 'Members and other people of the studio, their contracts and documents',
      },
      { name: 'Customers Communication', description: 'Conversations, and how a customer is written to' },
      { name: 'Customers Self-service', description: 'Changes that members make themselves' },
      { name: 'Customers Account', description: 'Claims, payments and balances of a customer' },
      { name: 'Finance', description: 'Debt collection: runs, cases, blocks' },
      { name: 'Devices', description: 'Readers in the studio that an integration runs' },
      { name: 'Member Lists', description: 'Lists that the studio keeps of its members' },
      { name: 'Membership Self-service', description: 'Memberships of a member, and changes of them' },
      { name: 'Memberships', description: 'Offers, previews, signup, further memberships, switches' },
      { name: 'Online offers', description: 'Offers that are sold online beside memberships' },
      { name: 'Payments', description: 'Payment sessions for the widget' },
      { name: 'Trial Offers', description: 'Classes that can be tried out' },
      {
        name: 'Trial sessions (legacy)',
        description: 'The interface under /connect/v1, which asks for no key',
      },
      { name: 'Studios', description: 'The studio and its integrations' },
    ],
  },
} satisfies SwaggerOptions;

/** What every operation may answer (specification, Endpoints). */
const ANY = [400, 401, 403, 404, 409, 429, 500, 503];
/** What one that reads a body may answer besides, described or not: a body too large, or of another media type. */
const OF_BODIES = [413, 415];

/** Adds to the description of every operation that is registered from now on how it may refuse. */
export function describeRefusals(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema, method } = route;
    if (!schema || schema.hide) return;
    const statuses = method === 'GET' ? ANY : [...ANY, ...OF_BODIES];
    const refusals = Object.fromEntries(statuses.map((status) => [status, ErrorBody]));
    route.schema = { ...schema, response: { ...refusals, ...(schema.response as object) } };
  });
}
