import { sql } from 'drizzle-orm';
import type { Database } from '../../src/core/database/database.js';

/**
 * Number of connections in the pool. A connection normally reports what it has read only when it is idle, so every one
 * is made to report it now.
 */
const CONNECTIONS = 10;

/**
 * Returns how many rows of these tables some work reads, by scan or by index, according to the database's own counts.
 */
export async function rowsRead(
  db: Database,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await counted(db, tables);
  await work();
  return (await counted(db, tables)) - before;
}

async function counted(db: Database, tables: readonly string[]): Promise<number> {
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => db.execute(sql`select pg_stat_force_next_flush()`)),
  );
  const names = sql.join(
    tables.map((name) => sql`${name}`),
    sql`, `,
  );
  const answer = await db.execute(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables
    where relname in (${names})`);
  return Number((answer as { rows: readonly { rows: number }[] }).rows[0]?.rows);
}
