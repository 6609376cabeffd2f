import type { FailureCode, PaymentMethod, Schemas } from '@upc/contract/gateway';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { paymentCustomers } from '../customers/customers.tables.js';
import { ACCEPTANCE, INSTRUMENT } from './payments.stored.js';
import type { ProviderName } from './providers/provider.js';
import { paymentSessions } from './sessions/sessions.tables.js';

export type PaymentStatus = Schemas['PaymentStatus'];
/**
 * The provider's hold for a payment, which determines what a usage has to do. STORED: an instrument of an earlier
 * session; nothing has been done yet. SETUP: an instrument collected now. AUTHORIZED: an amount held. PAID: an amount
 * taken immediately. NOTHING: no provider is involved (CASH).
 */
export type PaymentHold = 'STORED' | 'SETUP' | 'AUTHORIZED' | 'PAID' | 'NOTHING';
/** Whether the provider's hold for a cancelled or failed payment has been released. */
export type ReleaseStatus = 'DUE' | 'DONE';

/** The provider's own id for a person, at providers that store persons. */
export const providerCustomers = pgTable(
  'provider_customers',
  {
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .references(() => paymentCustomers.id),
    provider: text('provider').$type<ProviderName>().notNull(),
    reference: text('reference').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.paymentCustomerId, table.provider] })],
);

export const LIVE_STATUSES = ['CREATED', 'ACTION_REQUIRED', 'AUTHENTICATED', 'UNKNOWN', 'PREAUTHED'] as const;

export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => paymentSessions.id),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    hold: text('hold').$type<PaymentHold>().notNull(),
    /** The provider that the payment was made with, which never changes; null with hold NOTHING. */
    provider: text('provider').$type<ProviderName>(),
    saveInstrument: boolean('save_instrument').notNull(),
    /** Only the hash is stored; the token itself is derived from the id when it is issued. */
    requestTokenHash: text('request_token_hash').unique(),
    /** Id of the secret from which the token is derived; null without a token. */
    requestTokenKeyId: text('request_token_key_id'),
    providerReference: text('provider_reference'),
    instrumentId: uuid('instrument_id'),
    /** Masked details of the instrument. */
    instrumentDetails: jsonColumn('payments.instrument_details', INSTRUMENT),
    failureCode: text('failure_code').$type<FailureCode>(),
    returnUrl: text('return_url'),
    /**
     * Evidence of the payer's browser, for payments whose details the provider's own page collects. For direct debits,
     * the mandate stores it.
     */
    acceptance: jsonColumn('payments.acceptance', ACCEPTANCE),
    releaseStatus: text('release_status').$type<ReleaseStatus>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    uniqueIndex('payments_one_live_per_session')
      .on(table.sessionId)
      .where(sql`status in ('CREATED', 'ACTION_REQUIRED', 'AUTHENTICATED', 'UNKNOWN', 'PREAUTHED')`),
    index('payments_by_session').on(table.sessionId, table.createdAt),
    index('payments_to_release').on(table.releaseStatus),
    index('payments_by_update').on(table.updatedAt),
    index('payments_by_method').on(table.paymentMethod, table.status, table.createdAt),
    index('payments_by_status').on(table.status, table.createdAt),
    index('payments_by_reference').on(table.providerReference),
    index('payments_by_instrument').on(table.instrumentId),
    index('payments_failed_accounts')
      .on(table.updatedAt)
      .where(
        sql`status in ('FAILED', 'CANCELLED') and (instrument_details is not null or acceptance is not null)`,
      ),
  ],
);
