import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { backUpPostgres } from './backup.js';
import { currentMigrations } from './current-migrations.js';
import type { OpenDatabase, RawClient } from './database.js';
import { migrate } from './migrate.js';
import { withSession } from './session.js';
import { measureWaiting } from './waiting.js';

/** Arbitrary number for an advisory lock that no other user of the server takes. */
const MIGRATION_LOCK = 4_010_001;
const LOCK_PAUSE_MS = 100;
/** Milliseconds after which an unresponsive connection is given up and replaced. */
const HEALTH_TIMEOUT_MS = 5_000;

/** How to reach a PostgreSQL server. */
export interface PostgresAddress {
  /** Address of the server, or of a pooler in transaction mode in front of it. */
  readonly url: string;
  /** Address of the server itself, if `url` is that of a pooler. */
  readonly directUrl?: string;
  /** Number of connections to `url`, in addition to the one for health checks. */
  readonly poolSize?: number;
  /** Whether statements may be prepared under a name, which some poolers do not support. */
  readonly preparesStatements?: boolean;
}

/** Opens a PostgreSQL server, which any number of services may share. Errors never contain its addresses. */
export async function openPostgres(
  { url, directUrl = url, poolSize = 10, preparesStatements = true }: PostgresAddress,
  migrations = currentMigrations(),
): Promise<OpenDatabase> {
  await migrateOnce(directUrl, migrations);
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  // This pool keeps its connection open. The server can be checked even when requests use all other connections, or
  // when the server has none left.
  const healthPool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: HEALTH_TIMEOUT_MS,
    query_timeout: HEALTH_TIMEOUT_MS,
  });
  const pools = [pool, healthPool];
  // A pool replaces a connection that breaks while idle. Without a listener, the error event would end the process.
  for (const each of pools) {
    each.on('error', () => {});
    each.on('acquire', (client) => client.on('error', giveBack));
    each.on('release', (_, client) => client.off('error', giveBack));
    if (!preparesStatements) each.on('connect', omitNames);
  }
  const close = async () => {
    await Promise.all(pools.map((each) => each.end()));
  };
  const waiting = measureWaiting(pool);
  return {
    db: drizzle(pool),
    raw: clientOf(pool),
    health: clientOf(healthPool),
    waiting,
    backUp: (file) => backUpPostgres(directUrl, file),
    close,
  };
}

/**
 * Returns a connection that breaks during use to its pool immediately, and the pool opens another one in its place. The
 * code that uses the connection sees its query fail, and may release the connection again. Drizzle would not return a
 * connection that breaks at the beginning of a transaction, and without a listener the error would end the process.
 */
function giveBack(this: pg.PoolClient): void {
  this.release(true);
  this.release = () => {};
}

/**
 * Makes a connection send every statement without its name. A pooler gives each transaction another connection of the
 * server, which does not know a statement that was prepared on the previous one.
 */
function omitNames(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((query: unknown, ...others: unknown[]) =>
    send(
      typeof query === 'object' ? { ...query, name: undefined } : query,
      ...others,
    )) as typeof client.query;
}

function clientOf(pool: pg.Pool): RawClient {
  return {
    query: async (query) => {
      const { rows, rowCount } = await pool.query(query);
      return { rows, rowCount: rowCount ?? rows.length };
    },
  };
}

/**
 * Runs the migrations once, although several services may start together: the first one holds a lock. The others poll
 * for the lock instead of waiting in a query, because building an index CONCURRENTLY waits for every running query. The
 * lock belongs to the session, and ends with it.
 */
function migrateOnce(directUrl: string, migrations: string): Promise<void> {
  return withSession(directUrl, async (client) => {
    while (!(await takeLock(client))) await wait(LOCK_PAUSE_MS);
    await migrate(client, migrations);
  });
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.taken ?? false;
}
