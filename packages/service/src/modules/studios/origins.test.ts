import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVER, testDatabase } from '../../../test/support/database.js';
import { rowsRead } from '../../../test/support/rows-read.js';
import type { OpenDatabase } from '../../core/database/database.js';
import { isRegistered, originRules, patternsFor } from './origins.js';

const PATTERNS = [
  'http://localhost:*',
  'http://[::1]:*',
  'https://gym.example',
  'https://shop.example:8443',
  'https://*.studio.example',
  'https://*.port.example:8443',
  'http://*.localhost:*',
  'https://xn--mnchen-3ya.example',
];

const ORIGINS = [
  ['http://localhost:5173', true],
  ['http://localhost', true],
  ['http://127.0.0.1:5173', false],
  ['https://localhost:5173', false],
  ['http://localhost.', false],
  ['http://localhost:', false],
  ['http://localhost:80:90', false],
  ['http://localhost:*', false],
  ['http://localhost.evil.example:80', false],
  ['http://localhost:5173.evil.example', false],
  ['http://shop.localhost', true],
  ['http://a.shop.localhost:3000', true],
  ['http://[::1]:5173', true],
  ['http://[::1]', true],
  ['http://[::2]', false],
  ['http://[::ffff:7f00:1]:5173', false],
  ['https://gym.example', true],
  ['HTTPS://Gym.EXAMPLE', true],
  ['https://gym.example.', false],
  ['https://gym-example', false],
  ['https://gym.example:8443', false],
  ['https://gym.example:443', false],
  ['https://gym.example/', false],
  ['https://user@gym.example', false],
  ['https://shop.example:8443', true],
  ['https://shop.example', false],
  ['https://www.studio.example', true],
  ['https://WWW.Studio.example', true],
  ['https://a.b.studio.example', true],
  ['https://xn--mnchen-3ya.studio.example', true],
  ['https://münchen.studio.example', false],
  ['https://a_b.studio.example', false],
  ['https://user@www.studio.example', false],
  ['https://studio.example', false],
  ['https://.studio.example', false],
  ['https://a..studio.example', false],
  ['https://*.studio.example', false],
  ['https://www.studio.example.', false],
  ['https://www.studio.example:8443', false],
  ['http://www.studio.example', false],
  ['https://evil-studio.example', false],
  ['https://evilstudio.example', false],
  ['https://studio.example.evil.example', false],
  ['https://evil.example/.studio.example', false],
  [`https://${'a.'.repeat(100)}studio.example`, true],
  ['https://www.port.example:8443', true],
  ['https://www.port.example', false],
  ['https://xn--mnchen-3ya.example', true],
  ['https://münchen.example', false],
  ['https://\u212A.example', false],
  ['null', false],
  ['', false],
] as const;

/** The rules, written as one regular expression for each pattern. */
function matches(origin: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\*$/, '(:\\d+)?')
    .replace('//*\\.', '//([a-z0-9-]+\\.)+');
  return new RegExp(`^${source}$`, 'i').test(origin);
}

test.each(ORIGINS)('of "%s" it is known whether it is registered: %s', (origin, expected) => {
  expect(isRegistered(origin, PATTERNS)).toBe(expected);
  expect(PATTERNS.some((pattern) => matches(origin, pattern))).toBe(expected);
});

test('the patterns of an origin are those that match it', () => {
  const label = fc.constantFrom('a', 'B', 'shop', 'xn--a', 'a_b', '', '[::1]', 'x@y');
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
  const scheme = fc.constantFrom('http://', 'https://', 'HTTPS://', '');
  const origin = fc
    .tuple(scheme, host, fc.constantFrom('', ':80', ':', ':8x', '/'))
    .map((parts) => parts.join(''));
  const pattern = fc
    .tuple(
      scheme,
      fc.constantFrom('', '*.'),
      fc.oneof(fc.constantFrom('shop', 'a.shop'), host),
      fc.constantFrom('', ':80', ':*'),
    )
    .map((parts) => parts.join('').toLowerCase());
  fc.assert(
    fc.property(origin, pattern, (one, other) => {
      fc.pre(/^https?:\/\/[^/]*[^/.:]/.test(other));
      expect(isRegistered(one, [other])).toBe(matches(one, other));
    }),
  );
});

test('an origin with many labels, or a long one, has few patterns', () => {
  expect(patternsFor(`https://${'a.'.repeat(100)}example`).length).toBeLessThan(50);
  expect(patternsFor(`https://${'a.'.repeat(100_000)}example`)).toEqual([]);
});

describe.runIf(SERVER !== undefined)('among the origins of 5,000 studios', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    const { db } = database;
    await db.execute(sql`
      insert into studios (id, name, currency, time_zone, language, region, creditor, public_key, payment_methods)
      select n, name, currency, time_zone, language, region, creditor, 'pk_' || n, payment_methods
      from studios, generate_series(10001, 15000) n where id = 1001`);
    // The last thousand studios belong to a chain with one website. A plan could expect to find it soon wherever it
    // starts, and read the whole table.
    await db.execute(sql`
      insert into studio_origins
      select n, 'https://' || case when n > 14000 then 'www.chain' else 'www' || n end || '.example'
      from generate_series(10001, 15000) n`);
    await db.execute(sql`vacuum analyze`);
  });
  afterAll(() => database.close());

  test.each([
    ['https://www.chain.example', true],
    ['https://www10001.example', true],
    ['https://www14001.example', false],
    ['https://a.b.c.d.e.f.evil.example:8443', false],
  ])('%s is found, or not, by the index', async (origin, expected) => {
    const rules = originRules({ db: database.db, publicUrl: () => 'http://localhost:4010' }, []);
    const found: boolean[] = [];
    // After five executions, the server may use one plan for all values.
    const ask = async () => {
      for (let count = 0; count < 10; count += 1) found.push(await rules.isOfAny(origin));
    };
    expect(await rowsRead(database.db, ['studio_origins'], ask)).toBeLessThan(100);
    expect(new Set(found)).toEqual(new Set([expected]));
  });
});
