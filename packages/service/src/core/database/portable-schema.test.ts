import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/*
 * Features of PostgreSQL that the schema and the queries use. docs/decisions/0035 says what of it distributed engines lack: whoever
 * adds to one of these lists decides about them too.
 */

interface Column {
  readonly type: string;
  readonly default?: unknown;
}

interface Index {
  readonly name: string;
  readonly method: string;
  readonly columns: readonly { readonly isExpression: boolean }[];
}

interface Snapshot {
  readonly tables: Readonly<
    Record<
      string,
      {
        readonly columns: Readonly<Record<string, Column>>;
        readonly indexes: Readonly<Record<string, Index>>;
        readonly checkConstraints: object;
        readonly policies: object;
      }
    >
  >;
  readonly enums: object;
  readonly sequences: object;
  readonly views: object;
}

/** Indexes over what is worked out of a row. */
const OVER_EXPRESSIONS: readonly string[] = [
  'customers_by_email',
  'customers_by_first_name',
  'customers_by_last_name',
];

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
const MIGRATIONS_FOLDER = path.join(SOURCES, 'core/database/migrations');

const names = await readdir(path.join(MIGRATIONS_FOLDER, 'meta'));
const last =
  names
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1) ?? '';
const snapshot = JSON.parse(await readFile(path.join(MIGRATIONS_FOLDER, 'meta', last), 'utf8')) as Snapshot;
const tables = Object.values(snapshot.tables);
const sources = (await textsIn(SOURCES, '.ts')).filter(({ name }) => !/\.(test|fixture)\.ts$/.test(name));
const migrations = await textsIn(MIGRATIONS_FOLDER, '.sql');

test('columns have plain types, and defaults that a row does not decide', () => {
  const columns = tables.flatMap(({ columns: each }) => Object.values(each));
  expect(sortedSet(columns.map(({ type }) => type))).toEqual([
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
    typeof column.default === 'string' && column.default.includes('(') ? [column.default] : [],
  );
  expect(sortedSet(computed)).toEqual(['gen_random_uuid()']);
});

test('indexes are B-trees, over columns but for those that are known', () => {
  const indexes = tables.flatMap(({ indexes: each }) => Object.values(each));
  expect(sortedSet(indexes.map(({ method }) => method))).toEqual(['btree']);
  const computed = indexes.filter(({ columns }) => columns.some(({ isExpression }) => isExpression));
  expect(computed.map(({ name }) => name).filter((name) => !OVER_EXPRESSIONS.includes(name))).toEqual([]);
});

test('there are no enums, sequences of their own, views, checks or policies', () => {
  expect([snapshot.enums, snapshot.sequences, snapshot.views]).toEqual([{}, {}, {}]);
  for (const { checkConstraints, policies } of tables) expect([checkConstraints, policies]).toEqual([{}, {}]);
});

test.each([
  [
    'triggers, functions, views, types, extensions',
    /\bcreate\s+(or\s+replace\s+)?(trigger|function|procedure|view|materialized|type|extension|rule)\b/i,
  ],
  ['partitions and inheritance', /\b(partition\s+of|partition\s+by\s+(range|list|hash)|inherits)\b/i],
  ['locks of a whole table', /\block\s+table\b/i],
  ['notifications', /\b(pg_notify|unlisten)\b|sql`\s*(listen|notify)\b|query\('(listen|notify)\b/i],
  ['temporary tables and cursors', /\bcreate\s+(temp|temporary|unlogged)\b|\bdeclare\s+\w+\s+cursor\b/i],
] as const)('nothing uses %s', (_, pattern) => {
  const users = [...migrations, ...sources].filter(({ text }) => pattern.test(text));
  expect(users.map(({ name }) => name)).toEqual([]);
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
