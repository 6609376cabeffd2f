import { Type } from 'typebox';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { storedSchema, type StoredSchema } from './stored-schema.js';

const PLACE = 'people.data';
const schema = Type.Object({
  name: Type.String({ maxLength: 5 }),
  age: Type.Optional(Type.Integer({ minimum: 0 })),
  home: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Literal('HOUSE'), doors: Type.Integer() }),
      Type.Object({ kind: Type.Literal('FLAT'), floor: Type.Integer() }),
    ]),
  ),
});
const people = storedSchema(schema);
const list = storedSchema(Type.Array(Type.Integer()));

describe('what is written', () => {
  test.each([
    ['an object', people.write({ name: 'Mara' }, PLACE), { name: 'Mara', $v: 1 }],
    ['a list', list.write([1, 2], PLACE), [1, 2]],
  ])('%s has its version where there is room for one', (_, written, expected) => {
    expect(written).toEqual(expected);
  });

  test('can be read again', () => {
    const value = { name: 'Mara', home: { kind: 'FLAT' as const, floor: 3 } };
    expect(people.read(people.write(value, PLACE), PLACE)).toEqual(value);
  });
});

describe('what is read', () => {
  test.each([
    ['without a version', people, { name: 'Mara' }, { name: 'Mara' }],
    [
      'of a rule of input that is stricter now',
      people,
      { name: 'Marianne', age: -1 },
      { name: 'Marianne', age: -1 },
    ],
    [
      'with what a newer service has added',
      people,
      { $v: 1, name: 'M', pet: 'cat' },
      { name: 'M', pet: 'cat' },
    ],
    ['that is a list', list, [1, 2], [1, 2]],
  ])('%s', (_, { read }, stored, expected) => {
    expect(read(stored, PLACE)).toEqual(expected);
  });
});

describe('what does not fit is named by place, path and rule, and never by its value', () => {
  test.each([
    ['a wrong type', people, { $v: 1, name: 4711 }, '(as stored) at /name: type string'],
    ['a missing key', people, { age: 4711 }, '(as stored) at its root: required name'],
    [
      'a fault inside a union',
      people,
      { name: '4711', home: { kind: 'FLAT', floor: 'x4711' } },
      '(as stored) at /home/floor: type integer',
    ],
    ['something else than an object', people, 4711, '(as stored) at its root: type object'],
    ['an element of a list', list, [1, '4711'], '(as stored) at /1: type integer'],
  ])('%s', (_, { read }, stored, problem) => {
    const reading = () => read(stored, PLACE);
    expect(reading).toThrow(`The JSON of people.data does not fit its schema ${problem}.`);
    expect(reading).not.toThrow(/4711/);
  });

  test('also before it is written', () => {
    const wrong = { name: 4711 } as unknown as { name: string };
    expect(() => people.write(wrong, PLACE)).toThrow(
      'The JSON of people.data does not fit its schema (to be stored) at /name: type string.',
    );
  });

  test.each([[0], [2], ['1'], [null]])('a version that is not known: %j', ($v) => {
    expect(() => people.read({ $v, name: 'Mara' }, PLACE)).toThrow(
      /people\.data has version .+ supports version 1\./,
    );
  });
});

test('the compiler refuses a schema that reads less than its type, or takes less', () => {
  interface Person {
    readonly name: string;
    readonly age?: number;
  }
  const both = storedSchema(Type.Object({ name: Type.String(), age: Type.Optional(Type.Integer()) }));
  expectTypeOf(both).toExtend<StoredSchema<Person>>();
  const less = storedSchema(Type.Object({ age: Type.Optional(Type.Integer()) }));
  expectTypeOf(less).not.toExtend<StoredSchema<Person>>();
  const stricter = storedSchema(Type.Object({ name: Type.String(), age: Type.Integer() }));
  expectTypeOf(stricter).not.toExtend<StoredSchema<Person>>();
});
