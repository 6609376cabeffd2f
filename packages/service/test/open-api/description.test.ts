import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_STATUS, type ErrorCode, WIDGET_ONLY } from '../../src/core/errors/api-error.js';
import type { Schema } from '../../src/core/http/name-schemas.js';
import { EVENT_TYPES } from '../../src/modules/webhooks/webhook-events.schema.js';
import exampleRequests from '../../src/core/http/example-requests.json' with { type: 'json' };
import fieldLists from '../conformance/field-lists.json' with { type: 'json' };
import { operationsIn } from '../support/examples.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Described {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedOperation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { content: { 'application/json': { examples: Record<string, unknown> } } }>;
  };
}
interface DescribedOperation {
  operationId?: string;
  summary?: string;
  requestBody?: Body;
  responses: Record<string, Body>;
}
interface Body {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}

/** Statuses that every operation may return (specification, Endpoints), and those that a body adds. */
const ANSWERS = ['200', '400', '401', '403', '404', '409', '429', '500', '503'];
const TO_BODIES = ['413', '415'];

test('every operation has a name of its own, a summary, and the statuses that it may answer', async () => {
  const { openapi, paths } = (await service.app.app.inject('/openapi.json')).json<Described>();
  expect(openapi).toBe('3.1.0');
  const described = Object.values(paths).flatMap((path) => Object.entries(path));
  const operations = described.map(([, operation]) => operation);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(operations.length);
  expect(ids).not.toContain(undefined);
  for (const [method, { operationId, summary, responses }] of described) {
    expect(summary).toMatch(/\w/);
    const answers = method === 'get' ? ANSWERS : [...ANSWERS, ...TO_BODIES];
    expect(Object.keys(responses).toSorted(), operationId).toEqual(answers.toSorted());
  }
});

/** Records of the specification that have another name here, or none, and why. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ContractPaymentFrequency: 'PaymentFrequency: offers and contracts have the same record here.',
  OfferPaymentFrequency: 'PaymentFrequency, likewise.',
  PaymentDetails: 'The service has no account of a studio or debtor that it could name.',
};

const read = async () => (await service.app.app.inject('/openapi.json')).json<Described>();

/** Returns the schema and all schemas in it. */
function schemasIn(schema: Schema): Schema[] {
  const {
    properties = {},
    items,
    additionalProperties,
    anyOf = [],
  } = schema as {
    properties?: Record<string, Schema>;
    items?: Schema;
    additionalProperties?: Schema | boolean;
    anyOf?: Schema[];
  };
  const below = [...Object.values(properties), ...anyOf, items, additionalProperties];
  const inner = below.filter((each): each is Schema => typeof each === 'object');
  return [schema, ...inner.flatMap(schemasIn)];
}

test('every record of the specification has a schema with its name', async () => {
  const { components } = await read();
  const unnamed = Object.keys(fieldLists.records).filter((name) => !(name in components.schemas));
  expect(unnamed.toSorted()).toEqual(Object.keys(OTHER_NAMES).toSorted());
});

test('every body that is an object has a name, and no object without a name occurs twice', async () => {
  const { paths, webhooks, components } = await read();
  const bodies = [...Object.values(paths), ...Object.values(webhooks)]
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
    .flatMap((body) => Object.values(body?.content ?? {}).map(({ schema }) => schema));
  expect(bodies.filter(({ type }) => type === 'object')).toEqual([]);
  const below = Object.values(components.schemas).flatMap((schema) => schemasIn(schema).slice(1));
  const objects = [...bodies.flatMap(schemasIn), ...below].filter(({ type }) => type === 'object');
  const texts = objects.map(({ properties }) => JSON.stringify(properties));
  expect(texts.filter((text, index) => texts.indexOf(text) < index)).toEqual([]);
});

test('errors are described by status, with every code', async () => {
  const { paths, components } = await read();
  const errors = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => status !== '200'));
  expect(errors.filter(([, { $ref }]) => !$ref?.startsWith('#/components/responses/'))).toEqual([]);
  const described = Object.values(components.responses).flatMap(({ content }) =>
    Object.keys(content['application/json'].examples),
  );
  const ofOperations = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => !WIDGET_ONLY.has(code));
  expect(described.toSorted()).toEqual(ofOperations.toSorted());
});

test('the example of a request names every parameter that is required, a body where one is read, and nothing else', async () => {
  const operations = operationsIn(await read());
  const requests: Readonly<Record<string, { readonly parameters?: object; readonly request?: unknown }>> =
    exampleRequests;
  expect(Object.keys(exampleRequests).toSorted()).toEqual(
    operations.map(({ operationId }) => operationId).toSorted(),
  );
  const faults = operations.flatMap(({ operationId, parameters = [], requestBody }) => {
    const { parameters: named = {} } = requests[operationId] ?? {};
    const unknown = Object.keys(named).filter((name) => !parameters.some((each) => each.name === name));
    const missing = parameters.filter(({ required, example }) => required && example === undefined);
    const bodies = Object.values(requestBody?.content ?? {}).filter(({ example }) => example === undefined);
    return [...unknown, ...missing.map(({ name }) => name), ...bodies.map(() => 'body')].map(
      (name) => `${operationId} ${name}`,
    );
  });
  expect(faults).toEqual([]);
});

test('every type of event is a webhook, and the server is this service', async () => {
  const { webhooks, servers } = await read();
  expect(Object.keys(webhooks)).toEqual(EVENT_TYPES);
  expect(servers).toEqual([{ url: service.app.context.publicUrl(), description: 'This service' }]);
});
