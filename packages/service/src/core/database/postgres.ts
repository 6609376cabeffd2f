import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { backUpPostgres } from './backup.js';
import { currentMigrations } from './current-migrations.js';
import type { OpenDatabase, RawClient } from './database.js';
import { migrate } from './migrate.js';
import { measureWaiting } from './waiting.js';

/** Any number that no other user of the server takes for an advisory lock. */
const MIGRATION_LOCK = 4_010_001;
const LOCK_PAUSE_MS = 100;
/** A connection that says nothing for so long is given up, and another one is opened. */
const HEALTH_TIMEOUT_MS = 5_000;

/** Opens a PostgreSQL server, which any number of services may share. `url` is never part of an error. */
export async function openPostgres(url: string, migrations = currentMigrations()): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // Kept open: whether the server is there is asked also when requests have all of the others, or the server has no more.
  const healthPool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: HEALTH_TIMEOUT_MS,
    query_timeout: HEALTH_TIMEOUT_MS,
  });
  const pools = [pool, healthPool];
  // A connection that breaks while it is idle is replaced by its pool; without a listener its event would end the process.
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
 * A connection that breaks while it is in use goes back to its pool at once, which opens another one in its place; whoever uses
 * it is told by their query, and may release it once more. Drizzle would not, where it breaks at the beginning of a
 * transaction; and without a listener it would end the process.
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
 * Services that start together would run the same migration twice: the first holds a lock meanwhile. The others ask
 * for it again and again instead of waiting in a query: an index that is built CONCURRENTLY waits for every query.
 */
async function migrateOnce(pool: pg.Pool, migrations: string): Promise<void> {
  const client = await pool.connect();
  try {
    while (!(await takeLock(client))) await wait(LOCK_PAUSE_MS);
    await migrate(client, migrations);
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  } catch (error) {
    // Closing the connection gives the lock back, whatever state it is in.
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
