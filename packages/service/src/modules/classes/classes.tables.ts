import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { INSTRUCTOR_IDS } from '../bookings/bookings.stored.js';
import { trialOffers } from '../bookings/bookings.tables.js';
import { customerId } from '../customers/customers.tables.js';
import { studioId } from '../studios/studios.tables.js';
import { CLASS, TRIAL_SESSION } from './classes.stored.js';

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
    studioId: studioId(),
    classId: id64('class_id')
      .notNull()
      .references(() => classes.id),
    /** The start in the timetable. A slot that is moved keeps it, so that the timetable does not plan it again. */
    plannedAt: instant('planned_at').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    maxParticipants: integer('max_participants').notNull(),
    maxWaitingListParticipants: integer('max_waiting_list_participants').notNull().default(0),
    instructorIds: jsonColumn('class_slots.instructor_ids', INSTRUCTOR_IDS).notNull(),
    isCanceled: boolean('is_canceled').notNull().default(false),
  },
  (table) => [
    uniqueIndex('class_slots_once').on(table.classId, table.plannedAt),
    index('class_slots_by_class').on(table.classId, table.startsAt, table.id),
    index('class_slots_by_studio').on(table.studioId, table.startsAt, table.id),
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
