import { date, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../core/calendar.js';
import { id64, instant } from '../../core/database/columns.js';
import { customerId } from '../customers/customers.tables.js';
import { studios } from '../studios/studios.tables.js';

/** Moves of customers to another studio of the operator. */
export const homeStudioMoves = pgTable(
  'home_studio_moves',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 680001 }),
    customerId: customerId(),
    sourceStudioId: id64('source_studio_id')
      .notNull()
      .references(() => studios.id),
    targetStudioId: id64('target_studio_id')
      .notNull()
      .references(() => studios.id),
    /** The day from which the studios count the member at the other one; the move itself is `movedAt`. */
    switchDate: date('switch_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /** null if whoever requested the move gave none. */
    description: text('description'),
    movedAt: instant('moved_at').notNull(),
  },
  (table) => [index('home_studio_moves_by_customer').on(table.customerId)],
);
