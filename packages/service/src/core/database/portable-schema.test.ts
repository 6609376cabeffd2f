import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { is, SQL } from 'drizzle-orm';
import { getTableConfig, PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { ALL_TABLES } from '../../admin/operations/all-tables.js';

/*
 * PostgreSQL features that the schema and the queries use. docs/decisions/0035 names those that distributed engines
 * lack. An addition to one of these lists is also a decision about those engines.
 */

/** Indexes on expressions. */
const OVER_EXPRESSIONS: readonly string[] = [
  'access_mediums_by_number',
  'customers_by_email',
  'customers_by_first_name',
  'customers_by_last_name',
];

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
const MIGRATIONS_FOLDER = path.join(SOURCES, 'core/database/migrations');

const tables = ALL_TABLES.map(getTableConfig);
const sources = (await textsIn(SOURCES, '.ts')).filter(({ name }) => !/\.(test|fixture)\.ts$/.test(name));
const migrations = await textsIn(MIGRATIONS_FOLDER, '.sql');

test('columns have plain types, and defaults that a row does not decide', () => {
  const columns = tables.flatMap((table) => table.columns);
  expect(sortedSet(columns.map((column) => column.getSQLType()))).toEqual([
    'bigint',
    'boolean',
    'date',
    'integer',
    'jsonb',
    'text',
    'timestamp (3) with time zone',
    'uuid',
    'varchar(255)',
    'varchar(3)',
  ]);
  const computed = columns.flatMap((column) =>
    is(column.default, SQL) ? [new PgDialect().sqlToQuery(column.default).sql] : [],
  );
  expect(sortedSet(computed)).toEqual([`'{"decided":{}}'::jsonb`, 'gen_random_uuid()']);
});

test('indexes are B-trees, over columns but for those that are known', () => {
  const indexes = tables.flatMap((table) => table.indexes.map(({ config }) => config));
  expect(sortedSet(indexes.map(({ method }) => method ?? 'btree'))).toEqual(['btree']);
  const computed = indexes.filter(({ columns }) => columns.some((column) => is(column, SQL)));
  expect(computed.map(({ name }) => name ?? '').filter((name) => !OVER_EXPRESSIONS.includes(name))).toEqual(
    [],
  );
});

test('there are no checks or policies', () => {
  for (const { checks, policies } of tables) expect([checks, policies]).toEqual([[], []]);
});

test.each([
  [
    'triggers, functions, views, types, sequences, extensions',
    /\bcreate\s+(or\s+replace\s+)?(trigger|sequence|function|procedure|view|materialized|type|extension|rule)\b/i,
  ],
  ['partitions and inheritance', /\b(partition\s+of|partition\s+by\s+(range|list|hash)|inherits)\b/i],
  ['locks of a whole table', /\block\s+table\b/i],
  ['notifications', /\b(pg_notify|unlisten)\b|sql`\s*(listen|notify)\b|query\('(listen|notify)\b/i],
  ['temporary tables and cursors', /\bcreate\s+(temp|temporary)\b|\bdeclare\s+\w+\s+cursor\b/i],
] as const)('nothing uses %s', (_, pattern) => {
  const users = [...migrations, ...sources].filter(({ text }) => pattern.test(text));
  expect(users.map(({ name }) => name)).toEqual([]);
});

test('only the request counts are lost when the database server crashes', () => {
  const unlogged = migrations.flatMap(({ text }) => [...text.matchAll(/\bunlogged\b.*$/gim)]);
  expect(unlogged.map(([words]) => words)).toEqual(['UNLOGGED TABLE "rate_limits" (']);
  expect(sources.filter(({ text }) => /\bset\s+unlogged\b/i.test(text))).toEqual([]);
});

test.each([
  [
    /pg_(try_)?advisory_xact_lock/,
    'advisory locks of a transaction',
    [
      'admin/seed/seed.ts',
      'admin/studios/studios.ts',
      'modules/customers/duplicates.ts',
      'modules/memberships/offers/import-offers.ts',
      'modules/payments/attempts/attack-watch.ts',
      'modules/payments/attempts/attempt-limits.ts',
      'modules/payments/providers/bank/export-collection.ts',
    ],
  ],
  [/pg_(try_)?advisory_lock/, 'advisory locks of a session', ['core/database/postgres.ts']],
  [/with recursive/i, 'recursive queries', ['admin/operations/compare-books.ts']],
] as const)('%s: only those that are known use %s', (pattern, _, known) => {
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual(known);
});

async function textsIn(folder: string, suffix: string): Promise<{ name: string; text: string }[]> {
  const files = await readdir(folder, { recursive: true });
  return Promise.all(
    files
      .filter((name) => name.endsWith(suffix))
      .sort()
      .map(async (name) => ({
        name: name.split(path.sep).join('/'),
        text: await readFile(path.join(folder, name), 'utf8'),
      })),
  );
}

function sortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
