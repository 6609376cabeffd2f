import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import type { OpenDatabase } from '../../src/core/database/database.js';
import { fromPglite } from '../../src/core/database/pglite.js';
import { openPostgres } from '../../src/core/database/postgres.js';
import { bringBackRows } from './kept-rows.js';

/** Databases in memory that a test has given back; the next one in this worker takes them, with the rows of the seed. */
const givenBack: PGlite[] = [];

/** A migrated and seeded database of its own: on the PostgreSQL server of the run, or in memory in the project on the embedded one. */
export async function testDatabase(): Promise<OpenDatabase> {
  if (SERVER !== undefined) return onServer(SERVER);
  const pglite = givenBack.pop() ?? (await loadSnapshot());
  return fromPglite(lend(pglite), async () => {
    await bringBackRows(pglite);
    givenBack.push(pglite);
  });
}

async function loadSnapshot(): Promise<PGlite> {
  const snapshot = new Blob([await readFile(inject('databaseSnapshot'))]);
  return PGlite.create({ loadDataDir: snapshot });
}

/** The same database until it is closed; whatever still asks it then is refused, as a closed one refuses. */
function lend(pglite: PGlite): PGlite {
  let isClosed = false;
  return new Proxy(pglite, {
    get: (_, name) => {
      if (isClosed) throw new Error(`The test's database is closed: ${String(name)}.`);
      if (name === 'close') return async () => void (isClosed = true);
      const value: unknown = Reflect.get(pglite, name);
      return typeof value === 'function' ? (value.bind(pglite) as unknown) : value;
    },
  });
}

/**
 * The PostgreSQL server of the run; undefined in the project on the embedded database. A module is loaded once for each
 * project, as no two projects share a worker.
 */
export const SERVER = inject('databaseServer');

type ServerDatabase = OpenDatabase & { readonly url: string };

/** A seeded database of its own on a PostgreSQL server, for any number of processes. */
export async function onServer(server: string): Promise<ServerDatabase> {
  return open(await bareOnServer(server, `template ${inject('databaseTemplate')}`));
}

/** The same with its tables alone, as a first start finds it. */
export async function emptyOnServer(server: string): Promise<ServerDatabase> {
  return open(await bareOnServer(server));
}

interface BareDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

async function open({ url, drop }: BareDatabase): Promise<ServerDatabase> {
  const database = await openPostgres(url);
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/**
 * Creates a database: without any table, or as the rest of the statement says. The planner is told that the disk reads any page as fast as the next, as those
 * of servers do (docs/operations.md); else it would read the small tables of tests as a whole.
 */
async function bareOnServer(server: string, rest = ''): Promise<BareDatabase> {
  const name = `upc_test_${randomBytes(6).toString('hex')}`;
  await administer(
    server,
    `create database ${name} ${rest}`,
    `alter database ${name} set random_page_cost = 1.1`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  // Processes that were killed may still be connected for a moment.
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
}

async function administer(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
