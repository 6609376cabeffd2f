import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { studioId } from '../../studios/studios.tables.js';
import { vouchers } from '../vouchers/vouchers.tables.js';

export type SaleKind = 'CUSTOMER' | 'SIGNUP' | 'ADD_MEMBERSHIP' | 'SWITCH';
/** RESERVED is the only one that is not final. */
export type SaleStatus = 'RESERVED' | 'DONE' | 'FAILED';

/**
 * The making of a customer, a contract, or both, with the payments that belong to it: all of it happens, or
 * nothing. Reserved before the provider is asked, done or failed afterwards in one transaction.
 */
export const sales = pgTable(
  'sales',
  {
    id: uuid('id').primaryKey(),
    studioId: studioId(),
    kind: text('kind').$type<SaleKind>().notNull(),
    status: text('status').$type<SaleStatus>().notNull(),
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .references(() => paymentCustomers.id),
    /** null while the customer is not made. */
    customerId: id64('customer_id').references(() => customers.id),
    voucherId: bigint('voucher_id', { mode: 'number' }).references(() => vouchers.id),
    /** Minor units of the customer's credit that pay what is due on signing; nobody else gets them meanwhile. */
    creditReserved: minorUnits('credit_reserved').notNull().default(0),
    /** Recognises a repetition of the request that was cut off. */
    requestHash: text('request_hash').notNull(),
    /**
     * The rows to be made, AES-256-GCM, bound to this row; only while the sale is reserved, because it holds personal
     * data.
     */
    planEncrypted: text('plan_encrypted'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    index('sales_by_status').on(table.status, table.createdAt),
    index('sales_by_voucher').on(table.voucherId),
    index('sales_by_payment_customer').on(table.paymentCustomerId),
    index('sales_by_customer').on(table.customerId, table.status),
  ],
);
