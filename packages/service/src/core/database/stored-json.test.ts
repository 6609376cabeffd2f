import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/support/database.js';
import { ALL_TABLES } from '../../admin/operations/all-tables.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { SEALED_PAYER } from '../../modules/payments/mandates/sealed-payer.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { deriveKeys } from '../secrets/secret-keys.js';
import type { OpenDatabase } from './database.js';
import { rowOf } from './row-of.js';
import { StoredJsonError } from './stored-schema.js';

const SOURCES = new URL('../../', import.meta.url);

let database: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function rows<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return ((await database.db.execute(query)) as { rows: T[] }).rows;
}

async function tables(): Promise<PgTable[]> {
  const files = (await readdir(SOURCES, { recursive: true })).filter((name) => name.endsWith('.tables.ts'));
  const modules = await Promise.all(
    files.map(async (name) => (await import(new URL(name, SOURCES).pathname)) as Record<string, unknown>),
  );
  return modules.flatMap((exported) => Object.values(exported).filter((value) => is(value, PgTable)));
}

/** Returns the place that a column's error names when the stored value does not fit the schema. */
function placeNamed(read: (stored: unknown) => unknown): string {
  try {
    read(Symbol('fits no schema'));
  } catch (error) {
    if (error instanceof StoredJsonError) return /JSON of (\S+)/.exec(error.message)?.[1] ?? '';
  }
  return 'no schema';
}

test('every column of JSON has a stored schema, which names its own place', async () => {
  const inDatabase = await rows<{ place: string }>(sql`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type in ('json', 'jsonb') order by place`);
  const named = (await tables()).flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter((column) => /^jsonb?$/.test(column.getSQLType()))
      .map((column) => [
        `${getTableName(table)}.${column.name}`,
        placeNamed((stored) => column.mapFromDriverValue(stored)),
      ]),
  );
  expect(inDatabase.length).toBeGreaterThan(30);
  const byPlace = named.toSorted(([a], [b]) => (a! < b! ? -1 : 1));
  expect(byPlace).toEqual(
    inDatabase
      .map(({ place }) => place)
      .toSorted()
      .map((place) => [place, place]),
  );
});

test('upc-service check reads every table', async () => {
  const names = (list: readonly PgTable[]) => list.map(getTableName).toSorted();
  expect(names(ALL_TABLES)).toEqual(names(await tables()));
});

test('a row gets its version, one without is read, and one that does not fit is refused by name', async () => {
  const { db } = database;
  const isDemo = eq(studios.id, 1001);
  const [before] = await db.select().from(studios).where(isDemo);
  const { creditor } = before!;
  await db.update(studios).set({ creditor }).where(isDemo);
  expect(await rows(sql`select creditor from studios where id = 1001`)).toEqual([
    { creditor: { ...creditor, $v: 1 } },
  ]);
  await db
    .update(studios)
    .set({ creditor: sql`creditor - '$v'` })
    .where(isDemo);
  expect(await db.select().from(studios).where(isDemo)).toEqual([before]);
  await db
    .update(studios)
    .set({ creditor: sql`jsonb_set(creditor, '{address,city}', '4711')` })
    .where(isDemo);
  await expect(db.select().from(studios).where(isDemo)).rejects.toThrow(
    'The JSON of studios.creditor does not fit its schema (as stored) at /address/city: type string.',
  );
  await db.update(studios).set({ creditor }).where(isDemo);
});

test('the default of the database fits the schema of its column', async () => {
  const { db } = database;
  await db
    .update(studios)
    .set({ settings: sql`default` })
    .where(eq(studios.id, 1001));
  const [studio] = await db.select().from(studios).where(eq(studios.id, 1001));
  expect(studio?.settings.decided).toEqual({});
});

test('encrypted JSON has a version too, is read without one, and is refused by table, column and row', () => {
  const keys = deriveKeys('Jq2mVTzR4nWc9YbL6pHs3DfGkQ7zVd2mRf9Ls4Tx');
  const id = randomUUID();
  const payer = { accountHolder: 'Mara Lindner' };
  const row = rowOf(mandates, id);
  const sealed = SEALED_PAYER.seal(keys, id, payer);
  expect(JSON.parse(keys.decrypt(sealed, row))).toEqual({ ...payer, $v: 1 });
  expect(SEALED_PAYER.open(keys, id, sealed)).toEqual(payer);
  expect(SEALED_PAYER.open(keys, id, keys.encrypt(JSON.stringify(payer), row))).toEqual(payer);
  const wrong = keys.encrypt(JSON.stringify({ accountHolder: ['Mara Lindner'] }), row);
  expect(() => SEALED_PAYER.open(keys, id, wrong)).toThrow(
    new StoredJsonError(
      `mandates.payer_encrypted (row ${id})`,
      'does not fit its schema (as stored) at /accountHolder: type string',
    ),
  );
});
