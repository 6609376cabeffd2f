import { type SQL, sql } from 'drizzle-orm';
import { bigint, date, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../core/calendar.js';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { customers } from '../../customers/customers.tables.js';
import { CANCELATION, CONTRACT_DETAILS } from '../memberships.stored.js';
import { sales } from '../sales/sales.tables.js';

/** Returns the condition that staff have to decide about a cancellation or its withdrawal. */
export function isCancelationPending(cancelation: unknown): SQL {
  return sql`${cancelation} ->> 'status' <> 'CANCELED'`;
}

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
    /** The last day that is certain so far; extensions and idle periods move it. */
    endDate: date('end_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /**
     * The day beyond which nothing extends the contract, counted as if no idle period moved it; null if the contract
     * continues.
     */
    finalEndDate: date('final_end_date', { mode: 'string' }).$type<CalendarDate>(),
    /** null until the contract is cancelled. */
    cancelation: jsonColumn('contracts.cancelation', CANCELATION),
    /** The day on which the member withdrew from the contract, which is then as if it had never been; otherwise null. */
    withdrawnOn: date('withdrawn_on', { mode: 'string' }).$type<CalendarDate>(),
    /** The amount that the member owes for the use until the withdrawal; null without one. */
    amountUsed: minorUnits('amount_used'),
    /** The day on which the jobs next check the contract; null if the passing of time changes nothing. */
    nextChange: date('next_change', { mode: 'string' }).$type<CalendarDate>(),
    /**
     * The account transaction that booked the voucher's credit; null until it is booked. It is not a foreign key,
     * because the id stays after the ledger's retention has deleted the transaction.
     */
    creditTransactionId: bigint('credit_transaction_id', { mode: 'number' }),
    details: jsonColumn('contracts.details', CONTRACT_DETAILS).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('contracts_by_customer').on(table.customerId, table.startDate),
    index('contracts_by_next_change').on(table.nextChange),
    index('contracts_by_end').on(table.endDate),
    index('contracts_with_pending_cancelation').on(table.id).where(isCancelationPending(table.cancelation)),
  ],
);
