import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareOnServer, SERVER } from '../../../test/support/database.js';
import { EARLY_FORM, fillEarlyForm } from './fill-early-form.fixture.js';
import { migrate } from './migrate.js';
import { WatchedConnection } from './watched-connection.fixture.js';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));
const PAYMENTS = 100_000;
/** A table with fewer rows is read and written in no time. */
const LARGE = 5_000;

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/*
 * Since this one, migrations rewrite no table and hold up nobody. Those before it do: nine read a table whole under a lock,
 * `customer_records` rewrites the customers. They stay as they are, because nothing was ever released with the forms of before
 * them: there is no database of this size that they could hold up, and an empty one runs them at once.
 */
const RULED_SINCE = '20261122202002_growth';

let database: Awaited<ReturnType<typeof bareOnServer>>;
let client: pg.Client;
let journal: Journal;
const found: Record<string, string[]> = {};

describe.runIf(SERVER !== undefined)(`migrations of a database with ${PAYMENTS} payments`, () => {
  beforeAll(async () => {
    database = await bareOnServer(SERVER ?? '');
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // Reads by other processes for this one are not counted here.
    await client.query('set max_parallel_maintenance_workers = 0');
    await client.query('set max_parallel_workers_per_gather = 0');
    journal = JSON.parse(
      await readFile(path.join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'),
    ) as Journal;
    for (const { tag } of journal.entries) {
      await migrateUntil(tag);
      if (tag === EARLY_FORM) for (const statement of fillEarlyForm(PAYMENTS)) await client.query(statement);
    }
  }, 600_000);
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  test('there are as many as that', async () => {
    const { rows } = await client.query('select count(*)::int as count from payments');
    expect(rows).toEqual([{ count: PAYMENTS }]);
  });

  test('rewrite no table, and hold up nobody', () => {
    const ruled = Object.entries(found).filter(([tag]) => tag >= RULED_SINCE);
    expect(ruled).not.toEqual([]);
    expect(ruled.filter(([, findings]) => findings.length > 0)).toEqual([]);
  });

  test('of before the rule did, and are seen', () => {
    expect(found['20261122082155_customer_records']).toContain('customers is rewritten');
    expect(found['20261122111741_studio_page_filters']).toContain(
      'payments is read whole while nobody may change it',
    );
  });

  test.each([
    ['ALTER TABLE payments ALTER COLUMN trace_id TYPE varchar(99)', ['payments is rewritten']],
    ['ALTER TABLE payments ADD COLUMN made_up uuid DEFAULT gen_random_uuid()', ['payments is rewritten']],
    ['CREATE INDEX made_up ON payments (trace_id)', ['payments is read whole while nobody may change it']],
    [
      `ALTER TABLE payments ADD CONSTRAINT made_up CHECK (status <> 'x')`,
      ['payments is read whole while nobody may use it'],
    ],
    [
      'ALTER TABLE payments ADD CONSTRAINT made_up FOREIGN KEY (session_id) REFERENCES payment_sessions (id)',
      ['payments is read whole while nobody may change it'],
    ],
    ['UPDATE payments SET trace_id = trace_id', ['payments is changed whole']],
    ['ALTER TABLE payments ADD COLUMN made_up boolean DEFAULT false NOT NULL', []],
    [`ALTER TABLE payments ADD CONSTRAINT made_up CHECK (status <> 'x') NOT VALID`, []],
    [
      'ALTER TABLE payments ADD CONSTRAINT made_up FOREIGN KEY (session_id) REFERENCES payment_sessions (id) NOT VALID',
      [],
    ],
  ])('%s: %j is found', async (statement, expected) => {
    const watched = new WatchedConnection(client, LARGE);
    await watched.query('begin');
    // A migration has such a limit too. No other process uses the tables.
    await watched.query(`set local lock_timeout = '1min'`);
    await watched.query(statement);
    await watched.query('rollback');
    const texts = watched.findings.map(({ table, what }) => `${table} ${what}`);
    expect(texts.filter((text) => text.startsWith('payments '))).toEqual(expect.arrayContaining(expected));
    expect(texts).toHaveLength(expected.length === 0 ? 0 : texts.length);
  });

  test('a statement that would wait for a table for ever is found', async () => {
    const watched = new WatchedConnection(client, LARGE);
    await watched.query('begin');
    await watched.query('ALTER TABLE payments ADD COLUMN made_up boolean');
    await watched.query('rollback');
    expect(watched.findings).toEqual([{ table: 'payments', what: 'is waited for without an end' }]);
  });
});

/** As the service does it; what it finds is kept by the name of the migration. */
async function migrateUntil(tag: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'upc-migrations-'));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  const entries = journal.entries.slice(0, journal.entries.findIndex((entry) => entry.tag === tag) + 1);
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  const watched = new WatchedConnection(client, LARGE);
  await migrate(watched, folder);
  found[tag] = [...new Set(watched.findings.map(({ table, what }) => `${table} ${what}`))];
  await rm(folder, { recursive: true });
}
