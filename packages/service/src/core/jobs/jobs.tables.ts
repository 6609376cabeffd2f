import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.js';

/** Number of times an item of a queue was taken, and when it is due again; finished items have no row. */
export const jobRetries = pgTable(
  'job_retries',
  {
    queue: text('queue').notNull(),
    subjectId: uuid('subject_id').notNull(),
    retries: integer('retries').notNull(),
    nextRetryAt: instant('next_retry_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.subjectId] }),
    index('job_retries_by_time').on(table.nextRetryAt),
    index('job_retries_due').on(table.queue, table.nextRetryAt),
  ],
);

/** Periodic jobs: which process runs each of them now, and when it runs next. */
export const jobLeases = pgTable('job_leases', {
  job: text('job').primaryKey(),
  /** The process that runs the job; null between two runs. */
  holder: uuid('holder'),
  /** Time at which another process may take the job over, unless the holder extends it; null between two runs. */
  heldUntil: instant('held_until'),
  nextRunAt: instant('next_run_at').notNull(),
});
