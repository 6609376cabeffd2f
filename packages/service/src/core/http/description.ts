import type { SwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { addExamples } from './add-examples.js';
import { describeErrors } from './describe-errors.js';
import { nameSchemas, type Unnamed } from './name-schemas.js';
import { ErrorBody } from './schemas.js';

/** What all operations have in common, in Markdown. */
const ABOUT = `
- **Key:** send the API key of a studio in the header \`x-api-key\`. \`HEAD\` on the path of any operation returns 200 for a
  valid key and 401 otherwise.
- **Requests:** the service treats \`null\` in an optional field as a missing field, accepts integers as numeric strings and
  ignores unknown properties.
- **Repetition:** you can repeat a \`POST\` with a \`paymentRequestToken\` at any time: the same tokens with the same body
  return the result of the first request, and nothing is charged or created twice. For a \`POST\` without a token, send
  the header \`idempotency-key\`; the service recognises it for 30 days.
- **Other studios:** operations on one customer or contract also work across studios once the other studio has granted
  access to the integration. Without a grant, and in all other operations, they return 403.
- **Limits:** responses with status 429 and 503 have the header \`Retry-After\`: the number of seconds after which you can
  send the same request again.
- **Examples:** a new sandbox accepts the example of every operation, in any order, with the key
  \`test-key-northside-berlin-eur\`; debt collection needs \`test-key-collection-berlin\`. Replace each
  \`paymentRequestToken\` with one from the widget; each can be used once. Dates in requests are relative to the day on
  which this description was made, by a running service at each request for it. Responses were recorded in one run, and
  their lists are shortened.
`.trim();

/** OpenAPI 3.1 description without the operations, which describe themselves. */
const DESCRIPTION = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Gym Management Open API',
      version: '1.20.0',
      description: ABOUT,
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', name: 'x-api-key', in: 'header', description: 'The key of a studio.' },
      },
    },
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Payments', description: 'Open payment sessions for the widget, and create payment links' },
      {
        name: 'Memberships',
        description:
          'Read membership offers, preview prices, sign people up, add memberships and switch them',
      },
      {
        name: 'Membership Self-service',
        description:
          'Read the contracts of a member, cancel them, and manage freeze periods and additional modules',
      },
      { name: 'Online offers', description: 'List what the studio sells online apart from memberships' },
      {
        name: 'Customers',
        description:
          'Read, search and create customers, read their contracts, visits and documents, and set the fields that the studio has defined',
      },
      {
        name: 'Customers Account',
        description: 'Read the balances of a customer, pay claims and replace the payment instrument',
      },
      { name: 'Customers Transactions', description: 'Read the claims, payments and credits of a customer' },
      {
        name: 'Customers Self-service',
        description: 'Read the contact data of a member and request changes to it',
      },
      {
        name: 'Customers Communication',
        description: 'Record messages in threads, and manage communication preferences',
      },
      {
        name: 'Cross Studio',
        description: 'Find customers and studios in every studio that has granted access to your integration',
      },
      { name: 'Leads', description: 'Create people who are interested in a membership' },
      { name: 'Member Lists', description: 'Read the lists of members that the studio maintains' },
      {
        name: 'Classes',
        description: 'Read the classes of the studio and their slots, and book and cancel them for members',
      },
      {
        name: 'Appointments',
        description: 'Read when appointments with the studio are free, and book and cancel them for members',
      },
      {
        name: 'Trial Offers',
        description:
          'Book classes and appointments for people who want to try them before they become members',
      },
      {
        name: 'Trial sessions (legacy)',
        description:
          'Book trial sessions through the legacy interface under /connect/v1, which requires no API key',
      },
      { name: 'Checkin vouchers', description: 'Redeem vouchers that are valid for one visit' },
      {
        name: 'Aggregators',
        description:
          'Create and read the members of aggregators, companies whose members may visit the studio',
      },
      {
        name: 'Devices',
        description: 'List and activate the devices of your integration, such as card readers',
      },
      {
        name: 'Studios',
        description:
          'Read what the studio publishes about itself and how many people are in it, set its tags, and activate webhooks',
      },
      { name: 'Employees', description: 'Read the people who work in the studio' },
      {
        name: 'Finance',
        description:
          'Collect overdue claims for a studio: fetch runs, report the state of cases and read blocks',
      },
      { name: 'Webhooks', description: 'Events that the service sends to the endpoint of your integration' },
    ],
  },
} satisfies SwaggerOptions;

export interface Described {
  /** Returns the address at which clients reach the service. */
  readonly publicUrl: () => string;
  /** Requests that the service sends, by name. */
  readonly webhooks: Unnamed['webhooks'];
}

/** Returns the options of the description: its schemas have names, and its errors are described once. */
export function describeOpenApi({ publicUrl, webhooks }: Described): SwaggerOptions {
  return {
    ...DESCRIPTION,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const servers = [{ url: publicUrl(), description: 'This service' }];
      const unnamed: Unnamed = Object.assign({}, document.openapiObject as Unnamed, { servers, webhooks });
      return describeErrors(nameSchemas(addExamples(unnamed)));
    },
  };
}

/** Error statuses that every operation may return (specification, Endpoints). */
const ANY = [400, 401, 403, 404, 409, 429, 500, 503];
/**
 * Further error statuses of an operation that reads a body, described or not: a body that is too large or has another
 * media type.
 */
const OF_BODIES = [413, 415];

/** Adds possible refusals to the description of every operation that is registered from now on. */
export function describeRefusals(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema, method } = route;
    if (!schema || schema.hide) return;
    const statuses = method === 'GET' ? ANY : [...ANY, ...OF_BODIES];
    const refusals = Object.fromEntries(statuses.map((status) => [status, ErrorBody]));
    route.schema = { ...schema, response: { ...refusals, ...(schema.response as object) } };
  });
}
