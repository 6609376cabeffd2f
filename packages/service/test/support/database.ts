import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import type { OpenDatabase } from '../../src/core/database/database.js';
import { fromPglite } from '../../src/core/database/pglite.js';
import { openPostgres, type PostgresAddress } from '../../src/core/database/postgres.js';
import { bringBackRows } from './kept-rows.js';

/** In-memory databases that a test has returned. The next test in this worker reuses them, with the seeded rows. */
const givenBack: PGlite[] = [];

/**
 * Opens a separate migrated and seeded database: on the run's PostgreSQL server, or in memory in the project on the
 * embedded one.
 */
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

/** Lends a database until it is closed. Later calls are refused, as by a closed database. */
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
 * PostgreSQL server of the run; undefined in the project on the embedded database. The module is loaded once per
 * project, because no two projects share a worker.
 */
export const SERVER = inject('databaseServer');

export type ServerDatabase = OpenDatabase & {
  readonly address: PostgresAddress & { readonly directUrl: string };
  /** Environment variables with which a process of the service opens the database. */
  readonly variables: Readonly<Record<string, string>>;
};

/** Opens a separate seeded database on a PostgreSQL server, for any number of processes. */
export async function onServer(server: string): Promise<ServerDatabase> {
  return open(await bareOnServer(server, `template ${inject('databaseTemplate')}`));
}

/** Opens a separate database with tables but no rows, as a first start finds it. */
export async function emptyOnServer(server: string): Promise<ServerDatabase> {
  return open(await bareOnServer(server));
}

/** Opens a separate database with tables but no rows: on the run's server, or in memory in the project without one. */
export async function emptyDatabase(): Promise<OpenDatabase> {
  return SERVER === undefined ? fromPglite(await PGlite.create()) : emptyOnServer(SERVER);
}

interface BareDatabase {
  readonly directUrl: string;
  readonly drop: () => Promise<void>;
}

/** Opens a database through the run's pooler, if it has one. */
async function open({ directUrl, drop }: BareDatabase): Promise<ServerDatabase> {
  const pooler = inject('databasePooler');
  const url = pooler === undefined ? directUrl : new URL(new URL(directUrl).pathname, pooler).href;
  const address = { url, directUrl, preparesStatements: pooler === undefined };
  const database = await openPostgres(address);
  return {
    ...database,
    address,
    variables: {
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: directUrl,
      DATABASE_PREPARED_STATEMENTS: pooler === undefined ? 'on' : 'off',
    },
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/**
 * Creates a database, without any table unless the rest of the statement specifies otherwise. The planner's settings
 * state that the disk reads any page as fast as the next, as on servers (docs/install.md). Otherwise it would scan
 * the tests' small tables as a whole.
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
  // Killed processes may still be connected for a moment.
  return { directUrl: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
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
