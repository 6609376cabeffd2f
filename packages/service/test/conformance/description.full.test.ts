import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.js';
import { differences } from './described-fields.js';
import {
  describedOperations,
  schemaOf,
  SPECIFICATION,
  type DescribedOperation,
  type Schema,
} from './specification.js';

/* These tests compare the description that the service serves with the specification. */

let service: TestService;
let operations: ReadonlyMap<string, DescribedOperation>;
beforeAll(async () => {
  service = await startTestService();
  operations = describedOperations(service.app.app);
});
afterAll(() => service.close());

const { records, endpoints, statuses, slices, errorBody } = SPECIFICATION;

test('the specification is read in full', () => {
  const fields = records.flatMap((record) => Object.keys(record.fields));
  expect([records.length, fields.length, endpoints.length, slices.length]).toEqual([22, 402, 53, 19]);
  const { about: _, ...parts } = SPECIFICATION;
  const entries = Object.values(parts as Readonly<Record<string, object | readonly object[]>>).flat();
  expect(entries.filter((entry) => !('section' in entry || 'from' in entry))).toEqual([]);
});

test.each(records)('$section: $operation, $side', ({ operation, side, fields }) => {
  const schema = schemaOf(operations.get(operation), side);
  expect(schema, `${operation} describes no ${side}`).toBeDefined();
  // The record of a list describes its items.
  const record = schema?.type === 'array' ? (schema.items ?? {}) : (schema ?? {});
  const found = Object.entries(fields).flatMap(([path, claim]) =>
    differences(path, claim, record, side === 'response'),
  );
  expect(found).toEqual([]);
});

test('Endpoints: each is there, with its query parameters', () => {
  const faults = endpoints.flatMap(({ operation, query = {} }) => {
    const described = operations.get(operation);
    if (!described) return [`${operation} is not there`];
    const properties = Object.fromEntries(
      (described.parameters ?? []).map(({ name, schema }) => [name, schema]),
    );
    const parameters: Schema = { type: 'object', properties };
    return Object.entries(query).flatMap(([name, claim]) =>
      differences(name, claim, parameters, false).map((fault) => `${operation}: ${fault}`),
    );
  });
  expect(faults).toEqual([]);
});

test('Errors: every operation lists the statuses, with the body of an error', () => {
  const faults = [...operations].flatMap(([name, { responses }]) =>
    statuses.everyOperation.flatMap((status) => {
      const body = responses[status]?.content?.['application/json']?.schema;
      if (!body) return [`${name} does not list ${status}`];
      return Object.entries(errorBody.fields).flatMap(([path, claim]) =>
        differences(path, claim, body, true).map((fault) => `${name} ${status}: ${fault}`),
      );
    }),
  );
  expect(faults).toEqual([]);
});

test('Limits: each sliced operation has its sizes, and no other is sliced', () => {
  const described = [...operations].flatMap(([operation, { parameters = [] }]) => {
    const schemaOfParameter = (name: string) =>
      parameters.find((parameter) => parameter.name === name)?.schema;
    const size = schemaOfParameter('sliceSize');
    if (!size) return [];
    expect(schemaOfParameter('offset'), operation).toMatchObject({ type: 'string', default: '0' });
    return [{ operation, least: size.minimum, most: size.maximum, usual: size.default }];
  });
  const sorted = (entries: readonly { operation: string }[]) =>
    entries.toSorted((a, b) => a.operation.localeCompare(b.operation));
  const claimed = slices.map(({ operation, least, most, usual }) => ({ operation, least, most, usual }));
  expect(sorted(described)).toEqual(sorted(claimed));
});
