import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../domain/calendar.js';
import { id64, instant, minorUnits } from './columns.js';
import { customers, integrations, paymentCustomers, studios } from './schema.js';
import { FACTS, IDS, TEXTS } from './forms/lists.js';
import { CANCELATION, CONTRACT_DETAILS, OFFER, VOUCHER } from './forms/memberships.js';
import { jsonColumn } from './json-column.js';

export type SaleKind = 'CUSTOMER' | 'SIGNUP' | 'ADD_MEMBERSHIP' | 'SWITCH';
/** RESERVED is the only one that is not final. */
export type SaleStatus = 'RESERVED' | 'DONE' | 'FAILED';

const studioId = () =>
  id64('studio_id')
    .notNull()
    .references(() => studios.id);

export const membershipOffers = pgTable(
  'membership_offers',
  {
    id: id64('id').primaryKey(),
    studioId: studioId(),
    definition: jsonColumn('membership_offers.definition', OFFER).notNull(),
  },
  (table) => [index('membership_offers_by_studio').on(table.studioId)],
);

export const vouchers = pgTable(
  'vouchers',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 900001 }),
    studioId: studioId(),
    code: text('code').notNull(),
    definition: jsonColumn('vouchers.definition', VOUCHER).notNull(),
  },
  (table) => [uniqueIndex('vouchers_by_code').on(table.studioId, table.code)],
);

/** Offers that contracts of another offer can be switched to. */
export const switchConfigs = pgTable('switch_configs', {
  id: id64('id').primaryKey(),
  studioId: studioId(),
  name: text('name').notNull(),
  sourceOfferIds: jsonColumn('switch_configs.source_offer_ids', IDS).notNull(),
  targetOfferIds: jsonColumn('switch_configs.target_offer_ids', IDS).notNull(),
});

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
    /** The last day of the runtime as far as it is certain; extensions and freezes move it. */
    endDate: date('end_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /** Nothing extends it beyond this day, which is counted as if no freeze moved it (memberships/life); null: it continues. */
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
    index('contracts_by_end').on(table.endDate).concurrently(),
  ],
);

/** The address that the events of a studio's key are sent to. */
export const webhookSubscriptions = pgTable('webhook_subscriptions', {
  id: uuid('id').primaryKey(),
  studioId: studioId(),
  integrationId: id64('integration_id')
    .notNull()
    .unique()
    .references(() => integrations.id),
  /** The id that binds the encrypted webhook key: the integration's; before integrations, an API key's hash. */
  boundTo: text('api_key_hash').notNull().unique(),
  url: text('url').notNull(),
  /** The integration's outbound key, sent with its events; AES-256-GCM. */
  webhookKeyEncrypted: text('webhook_key_encrypted').notNull(),
  /** Signs its events, AES-256-GCM; null: from before events were signed, until the receiver is set again. */
  signingKeyEncrypted: text('signing_key_encrypted'),
  /** The signing key of before, AES-256-GCM, and until when it signs as well; null: it was not rotated, or long ago. */
  earlierSigningKeyEncrypted: text('earlier_signing_key_encrypted'),
  earlierKeySignsUntil: instant('earlier_key_signs_until'),
  /** null: every type. */
  types: jsonColumn('webhook_subscriptions.types', TEXTS),
  isActive: boolean('is_active').notNull(),
});

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'GIVEN_UP';

/** The outbox: one row for each event and subscription, written with what it reports. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity(),
    uuid: uuid('uuid').notNull().unique(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => webhookSubscriptions.id),
    entityId: id64('entity_id').notNull(),
    type: text('type').notNull(),
    content: jsonColumn('webhook_deliveries.content', FACTS),
    status: text('status').$type<DeliveryStatus>().notNull(),
    attempts: integer('attempts').notNull(),
    /** The result of the last attempt, e.g. `HTTP 500` or `no answer within 5 s`. */
    lastResult: text('last_result'),
    occurredAt: instant('occurred_at').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
  },
  (table) => [
    index('webhook_deliveries_due').on(table.status, table.nextAttemptAt),
    index('webhook_deliveries_by_entity').on(table.subscriptionId, table.entityId, table.id),
    index('webhook_deliveries_pending')
      .on(table.subscriptionId, table.entityId, table.id)
      .where(sql`status = 'PENDING'`)
      .concurrently(),
    index('webhook_deliveries_by_time').on(table.status, table.occurredAt).concurrently(),
  ],
);
