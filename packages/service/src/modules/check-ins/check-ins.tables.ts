import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { customerId } from '../customers/customers.tables.js';
import { vouchers } from '../memberships/vouchers/vouchers.tables.js';
import { studioId } from '../studios/studios.tables.js';

/** Visits to a studio. */
export const checkIns = pgTable(
  'check_ins',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 400001 }),
    studioId: studioId(),
    customerId: customerId(),
    checkedInAt: instant('checked_in_at').notNull(),
    /** Time from which a customer who has not checked out counts as gone. */
    goneAt: instant('gone_at').notNull(),
    /** null if not checked out. The customer may have left nevertheless; see `goneAt`. */
    checkedOutAt: instant('checked_out_at'),
  },
  (table) => [
    uniqueIndex('check_ins_one_open_per_customer')
      .on(table.customerId)
      .where(sql`checked_out_at is null`),
    index('check_ins_by_studio').on(table.studioId, table.checkedInAt),
    index('check_ins_by_time').on(table.checkedInAt),
    index('check_ins_open')
      .on(table.goneAt)
      .where(sql`checked_out_at is null`),
  ],
);

/** Check-in vouchers that were redeemed; each can be redeemed once. */
export const checkInVoucherRedemptions = pgTable(
  'check_in_voucher_redemptions',
  {
    id: uuid('id').primaryKey(),
    voucherId: id64('voucher_id')
      .notNull()
      .unique()
      .references(() => vouchers.id),
    studioId: studioId(),
    customerId: customerId(),
    /** Code that opens the studio once. */
    studioAccessCode: text('studio_access_code').notNull(),
    redeemedAt: instant('redeemed_at').notNull(),
    /** The visit that the code was used for; null until then. */
    checkInId: id64('check_in_id').references(() => checkIns.id),
  },
  (table) => [uniqueIndex('check_in_voucher_redemptions_by_code').on(table.studioId, table.studioAccessCode)],
);
