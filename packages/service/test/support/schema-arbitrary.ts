import fc from 'fast-check';

/** The parts of a JSON schema that this service's descriptions use. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Values that no schema allows but that callers send nevertheless. */
const HOSTILE: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 1e300, -1e300, Number.MAX_SAFE_INTEGER, 2 ** 63, '', ' ', '0', '-1', '1e9', 'NaN',
  '\u0000', '\ud800', '\u202e', 'a\r\nb', '__proto__', 'constructor', '<svg onload=alert(1)>', "' or 1=1 --",
  '2026-02-30', '0000-01-01', '9999-12-31', '+275760-09-13', 'x'.repeat(100_000), [], {}, [[]], [null],
  { constructor: { prototype: {} } }, Array.from({ length: 2000 }, () => 0),
]; // prettier-ignore

/** Ids that exist in the seeded database, and some others. */
const IDS = [
  2001, 2003, 2011, 2101, 4001, 4101, 4102, 4103, 4104, 4105, 4106, 4107, 6002, 6003, 6005, 8001, 8003, 9001,
  10001, 11001, 120090, 40000, 1001, 1, -1,
];
const WORDS = [
  'Nina',
  'DE',
  'IT',
  'de',
  'x@example.com',
  'HALF3',
  'CREDIT25',
  'ONCE',
  'VISIT',
  'A-100045',
  '2026-11-23T10:00:00+01:00[Europe/Berlin]',
  '3',
  '2026-12-01',
];
const DATES = [
  '2026-11-20',
  '2026-12-01',
  '2027-02-28',
  '2027-11-20',
  '1990-05-17',
  '2012-02-29',
  '2199-12-31',
];

/** Generates values that match a schema, or nearly do. */
export function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fromSchema));
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, part]) => [name, fromSchema(part)]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), { maxLength: 3 });
    case 'integer':
      return fc.oneof(fc.constantFrom(...IDS), fc.integer({ min: schema.minimum ?? -1000, max: 1000 }));
    case 'number':
      return fc.oneof(fc.constantFrom(0, 19.9, 399, 68.9), fc.double({ noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'string':
      if (schema.format === 'date') return fc.constantFrom(...DATES);
      if (schema.format === 'email') return fc.constantFrom('nina@example.com', 'a@b.co');
      if (schema.format === 'binary') return fc.constantFrom('%PDF-1.7 a paper', 'no paper', '');
      if (schema.format === 'uuid') return fc.uuid();
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
        fc.string({ unit: 'grapheme', maxLength: 20 }),
      );
    default:
      return fc.anything();
  }
}

/** Generates the same values with one part replaced by something hostile, removed, or added. */
export function spoiled(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue());
  return fc.tuple(values, fc.nat(), hostile).map(([value, where, replacement]) => {
    const copy = structuredClone(value);
    const places = placesIn(copy);
    const place = places[where % (places.length + 1)];
    if (!place) return replacement;
    place.holder[place.key] = replacement;
    return copy;
  });
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
