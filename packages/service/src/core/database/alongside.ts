import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { Database } from './database.js';

/** A write that has not been sent, so that another statement can contain it. */
export type Write = TypedQueryBuilder<undefined>;

/**
 * Begins a statement that also makes other writes, so that they need no round trips of their own. Foreign keys are
 * checked when the whole statement has ended. No part sees what the others write, and no two parts may write the same
 * row.
 */
export function alongside(db: Database, writes: readonly Write[]) {
  return db.with(...writes.map((write, index) => db.$with(`write_${index}`).as(write)));
}
