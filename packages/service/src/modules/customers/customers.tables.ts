import type { PaymentMethod } from '@upc/contract/gateway';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { studios } from '../studios/studios.tables.js';
import { PROFILE } from './customers.stored.js';

/** A person at the payment service, with or without a customer record. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    id: uuid('id').primaryKey(),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    createdAt: instant('created_at').notNull(),
    /** Customer who used this person before moving to another studio, where the customer got a new person. */
    movedCustomerId: id64('moved_customer_id'),
  },
  (table) => [
    index('payment_customers_moved')
      .on(table.movedCustomerId)
      .where(sql`moved_customer_id is not null`),
  ],
);

export const customers = pgTable(
  'customers',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 100001 }),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .unique()
      .references(() => paymentCustomers.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    thirdPartyAccess: boolean('third_party_access').notNull().default(true),
    /** Payment method for payment runs; if there is an instrument, its method. */
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull().default('CASH'),
    /** The instrument for payment runs; null for CASH and BANK_TRANSFER. */
    paymentInstrumentId: uuid('payment_instrument_id'),
    /** Data that a signup requests, except the data in `identityEncrypted`; null for erased customers. */
    profile: jsonColumn('customers.profile', PROFILE),
    /**
     * Date of birth, tax id and identification document, as JSON encrypted with AES-256-GCM; see
     * `customers/identity.ts`.
     */
    identityEncrypted: text('identity_encrypted'),
    /** Identifies the customer in codes that the customer shows, because an id could be guessed. */
    uuid: uuid('uuid').notNull().unique().defaultRandom(),
    /** null if not known. */
    createdAt: instant('created_at'),
    /**
     * Time of the erasure. From then on, lookups no longer find the customer. The row stays as long as data that must
     * be retained by law refers to it (admin/retention/erased-customers.ts).
     */
    erasedAt: instant('erased_at'),
  },
  (table) => [
    index('customers_erased')
      .on(table.erasedAt)
      .where(sql`erased_at is not null`),
    index('customers_by_studio').on(table.studioId, table.id),
    index('customers_by_instrument')
      .on(table.paymentInstrumentId)
      .where(sql`payment_instrument_id is not null`),
    index('customers_by_email').on(table.studioId, sql`lower(profile ->> 'email')`),
    index('customers_by_first_name').on(table.studioId, sql`lower(first_name) collate "C"`),
    index('customers_by_last_name').on(table.studioId, sql`lower(last_name) collate "C"`),
  ],
);

/** The column of the customer that a row belongs to. */
export const customerId = () =>
  id64('customer_id')
    .notNull()
    .references(() => customers.id);
