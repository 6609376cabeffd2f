import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { METHODS } from '../../../core/database/lists.js';
import { paymentCustomers } from '../../customers/customers.tables.js';
import type { Scope } from '../../integrations/integrations.tables.js';
import { studios } from '../../studios/studios.tables.js';
import { paymentLinks } from '../links/links.tables.js';

/**
 * A session is OPEN until it is used or expires. USING and EXPIRING are the two ways out, and only one of them can be
 * taken.
 */
export type SessionStatus = 'OPEN' | 'USING' | 'USED' | 'EXPIRING' | 'EXPIRED';

export const paymentSessions = pgTable(
  'payment_sessions',
  {
    id: uuid('id').primaryKey(),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .references(() => paymentCustomers.id),
    tokenHash: text('token_hash').notNull().unique(),
    /** Id of the secret from which the token is derived. */
    tokenKeyId: text('token_key_id').notNull(),
    /** The payment link whose page shows the session; null for a session that a partner has opened. */
    linkId: uuid('link_id').references(() => paymentLinks.id, { onDelete: 'set null' }),
    scope: text('scope').$type<Scope>().notNull(),
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    referenceText: text('reference_text').notNull(),
    /** null if the request contained no filter. */
    permittedPaymentChoices: jsonColumn('payment_sessions.permitted_payment_choices', METHODS),
    requireDirectDebitSignature: boolean('require_direct_debit_signature').notNull(),
    showExistingPaymentInstruments: boolean('show_existing_payment_instruments').notNull(),
    savingAllowed: boolean('saving_allowed').notNull(),
    /** Whether the checkbox for saving is ticked initially. It is not if the partner explicitly requested saving. */
    savingPreset: boolean('saving_preset').notNull().default(true),
    status: text('status').$type<SessionStatus>().notNull(),
    validUntil: instant('valid_until').notNull(),
    createdAt: instant('created_at').notNull(),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    index('payment_sessions_due').on(table.status, table.validUntil),
    index('payment_sessions_by_person').on(table.paymentCustomerId),
    index('payment_sessions_by_time').on(table.createdAt, table.id),
    index('payment_sessions_by_link')
      .on(table.linkId)
      .where(sql`link_id is not null`),
    index('payment_sessions_by_studio').on(table.studioId, table.createdAt, table.id),
  ],
);
