import { boolean, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from './columns.js';
import { customers, studios } from './schema.js';

const studioId = () =>
  id64('studio_id')
    .notNull()
    .references(() => studios.id);

/** Lists that the studio keeps of its members, such as those of a course. */
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

/** Offers that a studio sells online beside memberships, such as packs of visits. */
export const onlineOffers = pgTable(
  'online_offers',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 200001 }),
    studioId: studioId(),
    name: text('name').notNull(),
    price: minorUnits('price').notNull(),
    isActive: boolean('is_active').notNull(),
    /** Whether it is sold online, not at the counter alone. */
    isSoldOnline: boolean('is_sold_online').notNull(),
    /** Both days are part of it. */
    publishedFrom: date('published_from', { mode: 'string' }).notNull(),
    publishedUntil: date('published_until', { mode: 'string' }),
  },
  (table) => [index('online_offers_by_studio').on(table.studioId, table.id)],
);
