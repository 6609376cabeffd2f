import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../../core/database/columns.js';
import { studioId } from '../../studios/studios.tables.js';
import { customers } from '../customers.tables.js';

/** A studio's own lists of its members, such as the participants of a course. */
export const memberLists = pgTable(
  'member_lists',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 300001 }),
    studioId: studioId(),
    name: text('name').notNull(),
    modifiedAt: instant('modified_at').notNull(),
  },
  (table) => [index('member_lists_by_studio').on(table.studioId, table.id)],
);

export const memberListEntries = pgTable(
  'member_list_entries',
  {
    listId: id64('list_id')
      .notNull()
      .references(() => memberLists.id),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
  },
  (table) => [primaryKey({ columns: [table.listId, table.customerId] })],
);
