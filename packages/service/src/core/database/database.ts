import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Waiting } from './waiting.js';

/** A database or one of its transactions; the code that receives it does not distinguish them. */
export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * Client for plain queries, for libraries that talk to PostgreSQL themselves. A named query is planned once per
 * connection.
 */
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
  /** Client outside the requests' queue, which can check that the database is reachable however busy it is. */
  readonly health: RawClient;
  /** Returns the current queue for the database. */
  readonly waiting: () => Waiting;
  /**
   * Writes everything to a file that must not exist yet, readable only by its owner.
   *
   * @throws StaffError when the file cannot be made.
   */
  backUp(file: string): Promise<void>;
  close(): Promise<void>;
}
