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
