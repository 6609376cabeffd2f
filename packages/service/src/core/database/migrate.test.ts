import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { onServer, SERVER } from '../../../test/support/database.js';
import { openPostgres } from './postgres.js';

const INDEX = 'made_up';
/** After all that there are. */
const LATE = Date.UTC(2100, 0, 1);

describe.runIf(SERVER !== undefined)('a migration of indexes on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof onServer>>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'upc-migrations-'));
    await mkdir(path.join(folder, 'meta'));
    await writeFile(
      path.join(folder, 'late.sql'),
      `CREATE INDEX CONCURRENTLY "${INDEX}" ON "payments" USING btree ("return_url");`,
    );
    const entries = [{ idx: 0, version: '7', when: LATE, tag: 'late', breakpoints: true }];
    await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
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
    const connected = new pg.Client({ connectionString: database.url });
    await connected.connect();
    return connected;
  };

  test('holds up nobody who writes meanwhile, and services that start together run it once', async () => {
    const [earlier, later] = await Promise.all([client(), client()]);
    await earlier.query('begin');
    await earlier.query('update payments set updated_at = updated_at where false');
    const starting = Promise.all([openPostgres(database.url, folder), openPostgres(database.url, folder)]);
    // It waits for the transaction that began before it.
    await vi.waitUntil(async () => {
      const { rows } = await later.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and query like 'CREATE INDEX%' and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    }, 100_000);
    // Fails at once where a writer would have to wait.
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
    await (await openPostgres(database.url, folder)).close();
    expect(await isValid()).toBe(true);
  });
});
