import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { backUpPostgres } from './backup.js';
import { currentMigrations } from './current-migrations.js';
import type { OpenDatabase, RawClient } from './database.js';
import { migrate } from './migrate.js';
import { measureWaiting } from './waiting.js';

/** Arbitrary number for an advisory lock that no other user of the server takes. */
const MIGRATION_LOCK = 4_010_001;
const LOCK_PAUSE_MS = 100;
/** Milliseconds after which an unresponsive connection is given up and replaced. */
const HEALTH_TIMEOUT_MS = 5_000;

/** Opens a PostgreSQL server, which any number of services may share. Errors never contain `url`. */
export async function openPostgres(url: string, migrations = currentMigrations()): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
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
  }
  const close = async () => {
    await Promise.all(pools.map((each) => each.end()));
  };
  const waiting = measureWaiting(pool);
  try {
    await migrateOnce(pool, migrations);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: drizzle(pool),
    raw: clientOf(pool),
    health: clientOf(healthPool),
    waiting,
    backUp: (file) => backUpPostgres(url, file),
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
 * for the lock instead of waiting in a query, because building an index CONCURRENTLY waits for every running query.
 */
async function migrateOnce(pool: pg.Pool, migrations: string): Promise<void> {
  const client = await pool.connect();
  try {
    while (!(await takeLock(client))) await wait(LOCK_PAUSE_MS);
    await migrate(client, migrations);
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  } catch (error) {
    // Closing the connection releases the lock, whatever state the connection is in.
    client.release(true);
    throw error;
  }
}

async function takeLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.taken ?? false;
}
