import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { customers } from '../../customers/customers.tables.js';
import { accountTransactions, debtClaims } from '../account/account.tables.js';

/**
 * CANCELLED: nothing had to be refunded, because the debit was cancelled before it settled or the bank has returned it.
 * DECLINED: the provider refused the refund.
 */
export type RefundStatus = 'RESERVED' | 'DONE' | 'CANCELLED' | 'DECLINED';

/** A refund of one payment, in full or in part. RESERVED is stored before the provider is called. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also the provider's idempotency key. */
    id: uuid('id').primaryKey(),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    /** The transaction of the refunded payment. */
    transactionId: id64('transaction_id')
      .notNull()
      .references(() => accountTransactions.id),
    /**
     * The claim that debits the refund to the account (docs/decisions/0050-refunds.md). null once the refund has ended
     * without a movement of money.
     */
    claimId: id64('claim_id')
      .unique()
      .references(() => debtClaims.id),
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    status: text('status').$type<RefundStatus>().notNull(),
    /** Reason for the decline. */
    failureCode: text('failure_code').$type<DeclineCode>(),
    createdAt: instant('created_at').notNull(),
    /** Time from which the provider may have made the refund; null until it is asked to. */
    requestedAt: instant('requested_at'),
    finishedAt: instant('finished_at'),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    index('refunds_by_customer').on(table.customerId, table.status),
    index('refunds_by_status').on(table.status, table.createdAt),
    index('refunds_by_transaction').on(table.transactionId),
    index('refunds_done')
      .on(table.finishedAt)
      .where(sql`status = 'DONE'`),
  ],
);
