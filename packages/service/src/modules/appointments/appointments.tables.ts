import { index, pgTable } from 'drizzle-orm/pg-core';
import { id64 } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { trialOffers } from '../bookings/bookings.tables.js';
import { studioId } from '../studios/studios.tables.js';
import { APPOINTMENT } from './appointments.stored.js';

/** What people can book a time for, such as a body analysis. */
export const bookableAppointments = pgTable(
  'bookable_appointments',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 160001 }),
    studioId: studioId(),
    definition: jsonColumn('bookable_appointments.definition', APPOINTMENT).notNull(),
    /** The trial offer by which it can be booked; null if it offers no trials. */
    trialOfferId: id64('trial_offer_id').references(() => trialOffers.id),
  },
  (table) => [index('bookable_appointments_by_studio').on(table.studioId, table.id)],
);
