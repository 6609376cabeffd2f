import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { customerId } from '../customers/customers.tables.js';
import { studioId } from '../studios/studios.tables.js';
import { CLASS, TRIAL_OFFER, TRIAL_SESSION } from './classes.stored.js';

export const trialOffers = pgTable('trial_offers', {
  id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 140001 }),
  studioId: studioId(),
  definition: jsonColumn('trial_offers.definition', TRIAL_OFFER).notNull(),
});

export const classes = pgTable(
  'classes',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 150001 }),
    studioId: studioId(),
    definition: jsonColumn('classes.definition', CLASS).notNull(),
    /** The trial offer by which it can be booked; null if it offers no trials. */
    trialOfferId: id64('trial_offer_id').references(() => trialOffers.id),
  },
  (table) => [index('classes_by_studio').on(table.studioId, table.id)],
);

/** The individual dates of a class. */
export const classSlots = pgTable(
  'class_slots',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 120001 }),
    classId: id64('class_id')
      .notNull()
      .references(() => classes.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    maxParticipants: integer('max_participants').notNull(),
    isCanceled: boolean('is_canceled').notNull().default(false),
  },
  (table) => [uniqueIndex('class_slots_by_start').on(table.classId, table.startsAt)],
);

export const classBookings = pgTable(
  'class_bookings',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 130001 }),
    /** Identifies the booking when its request is repeated. */
    uuid: uuid('uuid').notNull().unique(),
    slotId: id64('slot_id')
      .notNull()
      .references(() => classSlots.id),
    customerId: customerId(),
    bookedAt: instant('booked_at').notNull(),
    /** The time by which it must be confirmed; otherwise it no longer counts. null if no confirmation is required. */
    confirmBy: instant('confirm_by'),
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [
    uniqueIndex('class_bookings_once').on(table.slotId, table.customerId),
    index('class_bookings_by_customer').on(table.customerId),
  ],
);

/** The trial sessions of studios in the legacy interface; most studios have none. */
export const trialSessions = pgTable('trial_sessions', {
  studioId: studioId().primaryKey(),
  definition: jsonColumn('trial_sessions.definition', TRIAL_SESSION).notNull(),
});

export const trialSessionBookings = pgTable(
  'trial_session_bookings',
  {
    id: uuid('id').primaryKey(),
    studioId: studioId(),
    startsAt: instant('starts_at').notNull(),
    /** The trainer; 0 without a trainer. */
    resourceId: id64('resource_id').notNull(),
    customerId: customerId(),
    note: text('note'),
    referrerId: id64('referrer_id'),
    sourceCampaignId: id64('source_campaign_id'),
    bookedAt: instant('booked_at').notNull(),
    /** The time by which it must be confirmed; otherwise it no longer counts. null if no confirmation is required. */
    confirmBy: instant('confirm_by'),
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [
    uniqueIndex('trial_session_bookings_once').on(table.studioId, table.startsAt, table.resourceId),
  ],
);
