import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { studioId } from './studios.tables.js';

/** Origins of the pages that may use a studio's payments (origins.ts). */
export const studioOrigins = pgTable(
  'studio_origins',
  {
    studioId: studioId(),
    /** An origin in lower case, or a pattern for several. */
    pattern: text('pattern').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.pattern] }),
    index('studio_origins_by_pattern').on(table.pattern),
  ],
);
