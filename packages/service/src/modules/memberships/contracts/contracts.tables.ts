import { bigint, date, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../core/calendar.js';
import { id64, instant } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { customers } from '../../customers/customers.tables.js';
import { CANCELATION, CONTRACT_DETAILS } from '../memberships.stored.js';
import { sales } from '../sales/sales.tables.js';

export const contracts = pgTable(
  'contracts',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 600001 }),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    saleId: uuid('sale_id')
      .notNull()
      .references(() => sales.id),
    offerId: id64('offer_id').notNull(),
    offerTermId: id64('offer_term_id').notNull(),
    startDate: date('start_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /** The last day of the runtime as far as it is certain; extensions and idle periods move it. */
    endDate: date('end_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /** Nothing extends it beyond this day, which is counted as if no idle period moved it; null: it continues. */
    finalEndDate: date('final_end_date', { mode: 'string' }).$type<CalendarDate>(),
    /** null: nobody has cancelled. */
    cancelation: jsonColumn('contracts.cancelation', CANCELATION),
    /** Day on which the jobs look at it next; null: nothing will change by time. */
    nextChange: date('next_change', { mode: 'string' }).$type<CalendarDate>(),
    /**
     * The account transaction that booked the credit of its voucher; null: it is not booked. Stays when the retention of the
     * ledger has deleted that, so it is no foreign key.
     */
    creditTransactionId: bigint('credit_transaction_id', { mode: 'number' }),
    details: jsonColumn('contracts.details', CONTRACT_DETAILS).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('contracts_by_customer').on(table.customerId, table.startDate),
    index('contracts_by_next_change').on(table.nextChange),
    index('contracts_by_end').on(table.endDate),
  ],
);
