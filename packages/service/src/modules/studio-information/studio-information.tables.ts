import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { jsonColumn } from '../../core/database/json-column.js';
import { studioId } from '../studios/studios.tables.js';
import { STUDIO_INFORMATION } from './studio-information.stored.js';

/** What studios publish about themselves. A studio that has published nothing has no row. */
export const studioInformation = pgTable('studio_information', {
  studioId: studioId().primaryKey(),
  definition: jsonColumn('studio_information.definition', STUDIO_INFORMATION).notNull(),
});

/** The tags that a studio of this installation can have. */
export const tags = pgTable('tags', { name: text('name').primaryKey() });

export const studioTags = pgTable(
  'studio_tags',
  {
    studioId: studioId(),
    name: text('name')
      .notNull()
      .references(() => tags.name, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.name] }),
    index('studio_tags_by_name').on(table.name),
  ],
);
