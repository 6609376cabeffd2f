import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { customerId } from '../customers/customers.tables.js';
import { studioId } from '../studios/studios.tables.js';
import { INSTRUCTOR_IDS, TRIAL_OFFER } from './bookings.stored.js';

export const trialOffers = pgTable('trial_offers', {
  id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 140001 }),
  studioId: studioId(),
  definition: jsonColumn('trial_offers.definition', TRIAL_OFFER).notNull(),
});

export const PARTICIPATIONS = ['PARTICIPATING', 'NOT_PARTICIPATING', 'UNSET'] as const;

/** The class slots and appointments that people have booked. */
export const bookings = pgTable(
  'bookings',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 130001 }),
    /** Identifies the booking when its request is repeated. */
    uuid: uuid('uuid').notNull().unique(),
    studioId: studioId(),
    customerId: customerId(),
    kind: text('kind').$type<'CLASS' | 'APPOINTMENT'>().notNull(),
    /** The class slot or the bookable appointment. */
    subjectId: id64('subject_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The employees who hold an appointment. Those of a class are in its slot. */
    instructorIds: jsonColumn('bookings.instructor_ids', INSTRUCTOR_IDS).notNull(),
    status: text('status').$type<'BOOKED' | 'WAITING_LIST' | 'CANCELED'>().notNull(),
    isTrial: boolean('is_trial').notNull().default(false),
    bookedAt: instant('booked_at').notNull(),
    /** The time by which it must be confirmed; otherwise it no longer counts. null if no confirmation is required. */
    confirmBy: instant('confirm_by'),
    confirmedAt: instant('confirmed_at'),
    canceledAt: instant('canceled_at'),
    participation: text('participation').$type<(typeof PARTICIPATIONS)[number]>().notNull().default('UNSET'),
  },
  (table) => [
    // Counts of places read this index too.
    uniqueIndex('bookings_once')
      .on(table.kind, table.subjectId, table.startsAt, table.customerId)
      .where(sql`status <> 'CANCELED'`),
    index('bookings_by_customer').on(table.customerId, table.startsAt),
    index('bookings_by_time').on(table.startsAt),
    index('bookings_to_confirm')
      .on(table.confirmBy)
      .where(sql`confirmed_at is null and status <> 'CANCELED'`),
    index('bookings_of_instructors')
      .on(table.studioId, table.startsAt)
      .where(sql`kind = 'APPOINTMENT' and status <> 'CANCELED'`),
  ],
);
