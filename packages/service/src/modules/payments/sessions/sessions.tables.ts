import { boolean, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { METHODS } from '../../../core/database/lists.js';
import { paymentCustomers } from '../../customers/customers.tables.js';
import type { Scope } from '../../integrations/integrations.tables.js';
import { studios } from '../../studios/studios.tables.js';

/** OPEN until used; USING and EXPIRING are the two ways out, and only one of them can be taken. */
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
    /** The id of the secret that the token is derived from. */
    tokenKeyId: text('token_key_id').notNull(),
    scope: text('scope').$type<Scope>().notNull(),
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    referenceText: text('reference_text').notNull(),
    /** null: the filter was not given. */
    permittedPaymentChoices: jsonColumn('payment_sessions.permitted_payment_choices', METHODS),
    requireDirectDebitSignature: boolean('require_direct_debit_signature').notNull(),
    showExistingPaymentInstruments: boolean('show_existing_payment_instruments').notNull(),
    savingAllowed: boolean('saving_allowed').notNull(),
    /** Whether the box to save is ticked when it shows: unless the partner has asked for it in so many words. */
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
    index('payment_sessions_by_studio').on(table.studioId, table.createdAt, table.id),
  ],
);
