import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StaffError } from '../errors/staff-error.js';
import { onServer, SERVER } from '../../../test/support/database.js';
import { currentMigrations, type Journal } from './current-migrations.js';
import { openPostgres } from './postgres.js';

const INDEX = 'made_up';
/** Time after all existing migrations. */
const LATE = Date.UTC(2100, 0, 1);

describe.runIf(SERVER !== undefined)('a migration of indexes on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof onServer>>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'upc-migrations-'));
    await cp(currentMigrations(), folder, { recursive: true });
    await writeFile(
      path.join(folder, 'late.sql'),
      `CREATE INDEX CONCURRENTLY "${INDEX}" ON "payments" USING btree ("return_url");`,
    );
    const journal = path.join(folder, 'meta/_journal.json');
    const { entries } = JSON.parse(await readFile(journal, 'utf8')) as Journal;
    const late = { idx: 1, version: '7', when: LATE, tag: 'late', breakpoints: true };
    await writeFile(journal, JSON.stringify({ entries: [...entries, late] }));
  });
  beforeEach(async () => {
    database = await onServer(SERVER ?? '');
  });
  afterEach(() => database.close());
  afterAll(() => rm(folder, { recursive: true }));

  const isValid = async () => {
    const answer = await database.db.execute(
      sql`select indisvalid from pg_index where indexrelid = to_regclass(${INDEX})`,
    );
    return (answer as { rows: { indisvalid: boolean }[] }).rows[0]?.indisvalid;
  };

  const client = async () => {
    const connected = new pg.Client({ connectionString: database.address.directUrl });
    await connected.connect();
    return connected;
  };

  test('holds up nobody who writes meanwhile, and services that start together run it once', async () => {
    const [earlier, later] = await Promise.all([client(), client()]);
    await earlier.query('begin');
    await earlier.query('update payments set updated_at = updated_at where false');
    const starting = Promise.all([
      openPostgres(database.address, folder),
      openPostgres(database.address, folder),
    ]);
    // The index waits for the transaction that began before it.
    await vi.waitUntil(async () => {
      const { rows } = await later.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and query like 'CREATE INDEX%' and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    }, 100_000);
    // `nowait` fails immediately where a writer would have to wait.
    await later.query('begin');
    await later.query('lock table payment_customers, payments in row exclusive mode nowait');
    await later.query(
      `insert into payment_customers (id, studio_id, created_at) values ('${randomUUID()}', 1001, now())`,
    );
    await later.query('update payments set updated_at = updated_at where false');
    await later.query('commit');
    await earlier.query('commit');
    const services = await starting;
    expect(await isValid()).toBe(true);
    await Promise.all([...services.map((service) => service.close()), earlier.end(), later.end()]);
  });

  test('that was cut off is done again', async () => {
    await database.raw.query({ text: `create index ${INDEX} on payments (return_url)` });
    await database.raw.query({
      text: `update pg_index set indisvalid = false where indexrelid = to_regclass('${INDEX}')`,
    });
    await (await openPostgres(database.address, folder)).close();
    expect(await isValid()).toBe(true);
  });
});

describe.runIf(SERVER !== undefined)('a database with the journal of another version', () => {
  const EARLIER = Date.UTC(2026, 10, 22, 9, 11, 55);

  test('is refused by the names of its migrations, and its data stays as it is', async () => {
    const database = await onServer(SERVER ?? '');
    const query = async (text: string) => (await database.raw.query({ text })).rows;
    await query(`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('0123456789abcdef', ${EARLIER})`);
    const state = async () => [
      await query('select * from drizzle.__drizzle_migrations order by id'),
      await query('select * from studios order by id'),
      await query(`select table_name, column_name from information_schema.columns
        where table_schema = 'public' order by 1, 2`),
    ];
    const before = await state();
    await expect(openPostgres(database.address)).rejects.toThrow(
      new StaffError(
        'This database was created by another version, with migrations that this program does not have: ' +
          '2026-11-22T09:11:55.000Z (0123456789ab). Nothing was changed. ' +
          'Give this program an empty database or data folder, or run the version that created it.',
      ),
    );
    expect(await state()).toEqual(before);
    await database.close();
  });

  test('is opened when a newer version has migrated it', async () => {
    const database = await onServer(SERVER ?? '');
    await database.raw.query({
      text: `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${LATE})`,
    });
    await (await openPostgres(database.address)).close();
    await database.close();
  });
});
