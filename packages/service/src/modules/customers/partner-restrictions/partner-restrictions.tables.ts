import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../core/calendar.js';
import { integrationId } from '../../integrations/integrations.tables.js';
import { customerId } from '../customers.tables.js';

/** Customers whom a partner keeps out of the studio, at most once per integration. */
export const partnerRestrictions = pgTable(
  'partner_restrictions',
  {
    customerId: customerId(),
    integrationId: integrationId(),
    reason: text('reason').notNull(),
    /** Both dates or none; without dates, the restriction is in force until it is removed. */
    startDate: date('start_date', { mode: 'string' }).$type<CalendarDate>(),
    endDate: date('end_date', { mode: 'string' }).$type<CalendarDate>(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.integrationId] })],
);
