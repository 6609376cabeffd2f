import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { studioId } from '../../studios/studios.tables.js';
import { vouchers } from '../vouchers/vouchers.tables.js';

export type SaleKind = 'CUSTOMER' | 'SIGNUP' | 'ADD_MEMBERSHIP' | 'SWITCH';
/** Only RESERVED is not final. */
export type SaleStatus = 'RESERVED' | 'DONE' | 'FAILED';

/**
 * Sales create a customer, a contract, or both, with the payments that belong to them, all or nothing. A sale is
 * reserved before the provider is called, and is then completed or failed in one transaction.
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
    /** null until the customer is created. */
    customerId: id64('customer_id').references(() => customers.id),
    voucherId: bigint('voucher_id', { mode: 'number' }).references(() => vouchers.id),
    /**
     * Minor units of the customer's credit that pay what is due on signing; nothing else can use them in the meantime.
     */
    creditReserved: minorUnits('credit_reserved').notNull().default(0),
    /** Recognises a repeat of the interrupted request. */
    requestHash: text('request_hash').notNull(),
    /**
     * The rows to be written, encrypted with AES-256-GCM and bound to this row. It contains personal data, so it is
     * stored only while the sale is reserved.
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
