import { sql } from 'drizzle-orm';
import type { Database } from '../../src/core/database/database.js';

/** Of a pool: each reports what it has read when it is idle, so that each is asked. */
const CONNECTIONS = 10;

/** Number of rows of these tables that some work reads, one after the other or by an index, as the database counts them. */
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
