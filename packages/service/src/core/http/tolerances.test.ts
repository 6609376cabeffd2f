import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { tolerate } from './tolerances.js';

const Schema = Type.Object({
  id: Type.Integer({ format: 'int64' }),
  name: Type.Optional(Type.String()),
  items: Type.Optional(Type.Array(Type.Object({ id: Type.Integer({ format: 'int64' }) }))),
});

describe('what callers may do beside the description', () => {
  test.each([
    ['a numeric string for an int64', { id: '42' }, { id: 42 }],
    ['null for an optional field', { id: 1, name: null }, { id: 1 }],
    ['null for a required field stays, and is refused', { id: null }, { id: null }],
    ['null for an unknown field', { id: 1, extra: null }, { id: 1 }],
    ['in lists too', { id: 1, items: [{ id: '7' }] }, { id: 1, items: [{ id: 7 }] }],
    ['a string that is not a number stays', { id: '4x' }, { id: '4x' }],
    ['a number with decimals stays, and is refused', { id: 1.5 }, { id: 1.5 }],
    ['a numeric text stays text', { id: 1, name: '42' }, { id: 1, name: '42' }],
  ])('%s', (_, given, expected) => {
    expect(tolerate(given, Schema)).toEqual(expected);
  });
});
