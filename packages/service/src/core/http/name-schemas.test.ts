import { expect, test } from 'vitest';
import { nameSchemas, type Schema } from './name-schemas.js';

const answering = (schema: Schema) => ({
  operationId: 'read',
  responses: { 200: { content: { 'application/json': { schema } } } },
});
const MONEY = { title: 'Money', type: 'object', properties: { amount: { type: 'number' } } };

test('a schema with a title becomes a reference, with what only its use says', () => {
  const paid = { ...MONEY, description: 'What was paid.' };
  const { components, paths } = nameSchemas({
    paths: { '/a': { get: answering({ type: 'object', properties: { paid, open: MONEY } }) } },
  });
  const ref = '#/components/schemas/Money';
  expect(components).toEqual({
    schemas: {
      Money: { type: 'object', properties: { amount: { type: 'number' } } },
      ReadResponse: {
        type: 'object',
        properties: { paid: { $ref: ref, description: 'What was paid.' }, open: { $ref: ref } },
      },
    },
  });
  const schema = { $ref: '#/components/schemas/ReadResponse' };
  expect(paths['/a'].get.responses).toEqual({ 200: { content: { 'application/json': { schema } } } });
});

test('what all uses say belongs to the schema', () => {
  const money = { ...MONEY, description: 'An amount.' };
  const { components } = nameSchemas({
    paths: { '/a': { get: answering({ type: 'array', items: money }), put: answering(money) } },
  });
  expect(components).toMatchObject({ schemas: { Money: { description: 'An amount.' } } });
});

test('a property that is called title is no name', () => {
  const event = { type: 'object', properties: { title: { type: 'string' } } };
  const { components } = nameSchemas({ paths: { '/a': { get: answering(event) } } });
  expect(components).toEqual({ schemas: { ReadResponse: event } });
});

test('two schemas with one title are an error that shows both', () => {
  const other = { title: 'Money', type: 'object', properties: { cents: { type: 'integer' } } };
  const paths = { '/a': { get: answering(MONEY), put: answering(other) } };
  expect(() => nameSchemas({ paths })).toThrow(/title Money, but differ: .*amount.* and .*cents/);
});
