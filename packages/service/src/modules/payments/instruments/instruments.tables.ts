import type { PaymentMethod } from '@upc/contract/gateway';
import { sql } from 'drizzle-orm';
import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../core/calendar.js';
import { instant } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { paymentCustomers } from '../../customers/customers.tables.js';
import { INSTRUMENT } from '../payments.stored.js';
import type { ReleaseStatus } from '../payments.tables.js';
import type { ProviderName } from '../providers/provider.js';

/** COLLECTED: usable only through its payment's token. ACTIVE: listed in later sessions. */
export type InstrumentStatus = 'COLLECTED' | 'ACTIVE' | 'DISCARDED';

export const paymentInstruments = pgTable(
  'payment_instruments',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull().unique(),
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .references(() => paymentCustomers.id),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    status: text('status').$type<InstrumentStatus>().notNull(),
    /** Masked details of the instrument. */
    details: jsonColumn('payment_instruments.details', INSTRUMENT).notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    providerReference: text('provider_reference').notNull(),
    /** Whether the provider still has to forget the instrument; null until it is removed. */
    detachStatus: text('detach_status').$type<ReleaseStatus>(),
    /**
     * The day from which partners are notified that the instrument expires; null if it does not expire, or once they
     * have been notified.
     */
    expiryNoticeOn: date('expiry_notice_on', { mode: 'string' }).$type<CalendarDate>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('payment_instruments_by_customer').on(table.paymentCustomerId, table.createdAt),
    index('payment_instruments_by_reference').on(table.providerReference),
    index('payment_instruments_to_detach')
      .on(table.createdAt)
      .where(sql`detach_status = 'DUE'`),
    index('payment_instruments_expiring')
      .on(table.expiryNoticeOn, table.id)
      .where(sql`expiry_notice_on is not null`),
  ],
);
