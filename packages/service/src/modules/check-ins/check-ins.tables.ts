import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { customerId } from '../customers/customers.tables.js';
import { vouchers } from '../memberships/vouchers/vouchers.tables.js';
import { studioId } from '../studios/studios.tables.js';

/** Visits of a studio. */
export const checkIns = pgTable(
  'check_ins',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 400001 }),
    studioId: studioId(),
    customerId: customerId(),
    checkedInAt: instant('checked_in_at').notNull(),
    /** null: not checked out; they may have left all the same, see `utilization`. */
    checkedOutAt: instant('checked_out_at'),
  },
  (table) => [
    uniqueIndex('check_ins_one_open_per_customer')
      .on(table.customerId)
      .where(sql`checked_out_at is null`),
    index('check_ins_by_studio').on(table.studioId, table.checkedInAt),
    index('check_ins_by_time').on(table.checkedInAt),
    index('check_ins_open')
      .on(table.studioId, table.checkedInAt)
      .where(sql`checked_out_at is null`),
  ],
);

/** A check-in voucher that became a visit; each can be redeemed once. */
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
    /** Opens the studio once. */
    studioAccessCode: text('studio_access_code').notNull(),
    redeemedAt: instant('redeemed_at').notNull(),
    /** The visit it became; null while the person has not come. */
    checkInId: id64('check_in_id').references(() => checkIns.id),
  },
  (table) => [uniqueIndex('check_in_voucher_redemptions_by_code').on(table.studioId, table.studioAccessCode)],
);
