import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.js';

/** Number of tries of something that the jobs bring to its end, as long as it is not there. */
export const jobTries = pgTable(
  'job_tries',
  {
    lane: text('lane').notNull(),
    subjectId: uuid('subject_id').notNull(),
    tries: integer('tries').notNull(),
    nextTryAt: instant('next_try_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lane, table.subjectId] }),
    index('job_tries_by_time').on(table.nextTryAt),
    index('job_tries_due').on(table.lane, table.nextTryAt),
  ],
);
