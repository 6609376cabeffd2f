import { boolean, date, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id64, minorUnits } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { IDS } from '../../../core/database/lists.js';
import { studioId } from '../../studios/studios.tables.js';
import { OFFER } from '../memberships.stored.js';

export const membershipOffers = pgTable(
  'membership_offers',
  {
    id: id64('id').primaryKey(),
    studioId: studioId(),
    definition: jsonColumn('membership_offers.definition', OFFER).notNull(),
  },
  (table) => [index('membership_offers_by_studio').on(table.studioId)],
);

/** Offers that contracts for other offers can be switched to. */
export const switchConfigs = pgTable('switch_configs', {
  id: id64('id').primaryKey(),
  studioId: studioId(),
  name: text('name').notNull(),
  sourceOfferIds: jsonColumn('switch_configs.source_offer_ids', IDS).notNull(),
  targetOfferIds: jsonColumn('switch_configs.target_offer_ids', IDS).notNull(),
});

/** Offers that a studio sells online besides memberships, such as packs of visits. */
export const onlineOffers = pgTable(
  'online_offers',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 200001 }),
    studioId: studioId(),
    name: text('name').notNull(),
    price: minorUnits('price').notNull(),
    isActive: boolean('is_active').notNull(),
    /** Whether it is sold online and not only at the counter. */
    isSoldOnline: boolean('is_sold_online').notNull(),
    /** The first day of publication; `publishedUntil` is the last. */
    publishedFrom: date('published_from', { mode: 'string' }).notNull(),
    publishedUntil: date('published_until', { mode: 'string' }),
  },
  (table) => [index('online_offers_by_studio').on(table.studioId, table.id)],
);
