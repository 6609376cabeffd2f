import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id64 } from '../../../core/database/columns.js';
import { studios } from '../../studios/studios.tables.js';
import { customerId } from '../customers.tables.js';

/** Cards, codes and other media that a customer shows at the entrance. */
export const accessMediums = pgTable(
  'access_mediums',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 650001 }),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    customerId: customerId(),
    type: text('type').$type<AccessMediumType>().notNull(),
    /** The shown value; for a card, its bytes in hexadecimal, most significant first. */
    value: text('value').notNull(),
    /** Whether a partner added it through the Open API; only then can partners change or remove it. */
    isAddedByPartner: boolean('is_added_by_partner').notNull().default(false),
  },
  (table) => [
    uniqueIndex('access_mediums_by_value').on(table.studioId, table.type, table.value),
    // A decimal number does not show how many bytes a card has.
    uniqueIndex('access_mediums_by_number')
      .on(table.studioId, sql`ltrim(value, '0')`)
      .where(sql`type = 'CARD_NUMBER'`),
    index('access_mediums_by_customer').on(table.customerId),
  ],
);

export const ACCESS_MEDIUM_TYPES = ['PIN', 'BARCODE', 'WALLET_PASS', 'CARD_NUMBER'] as const;
export type AccessMediumType = (typeof ACCESS_MEDIUM_TYPES)[number];
