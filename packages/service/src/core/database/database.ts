import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Waiting } from './waiting.js';

/** The database, or a transaction of it: whoever is given one does not know which. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** A plain query, for libraries that speak to PostgreSQL themselves; one that has a name is planned once for a connection. */
export interface RawClient {
  query(query: {
    name?: string;
    text: string;
    values?: unknown[];
  }): Promise<{ rows: unknown[]; rowCount: number }>;
}

export interface OpenDatabase {
  readonly db: Database;
  readonly raw: RawClient;
  /** Asks apart from the queue of the requests: whether the database is there, however busy it is. */
  readonly health: RawClient;
  /** The queue for the database as it is now. */
  readonly waiting: () => Waiting;
  /**
   * Writes everything into a file that must not be there yet, readable by its owner only.
   *
   * @throws StaffError when it cannot be made.
   */
  backUp(file: string): Promise<void>;
  close(): Promise<void>;
}
