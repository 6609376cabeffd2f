import type { PaymentMethod } from '@upc/contract/gateway';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { studios } from '../studios/studios.tables.js';
import { PROFILE } from './customers.stored.js';

/** A person as the payment service knows them, with or without a customer record. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    id: uuid('id').primaryKey(),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    createdAt: instant('created_at').notNull(),
    /** The customer who was this person until they moved to another studio, where they are another one. */
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
    /** Method of the payment runs; with an instrument, that of the instrument. */
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull().default('CASH'),
    /** The instrument of the payment runs; null for CASH and BANK_TRANSFER. */
    paymentInstrumentId: uuid('payment_instrument_id'),
    /** Data that signup asks for, without `identityEncrypted`; null for erased customers. */
    profile: jsonColumn('customers.profile', PROFILE),
    /** Birth date, tax id and identification document as JSON, AES-256-GCM; see `customers/identity.ts`. */
    identityEncrypted: text('identity_encrypted'),
    /** Names the customer in codes that they show, where an id could be guessed. */
    uuid: uuid('uuid').notNull().unique().defaultRandom(),
    /** null: not known. */
    createdAt: instant('created_at'),
    /** From then on nobody finds them; the row stays for what the law keeps, and goes with it (customers/erasure). */
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
