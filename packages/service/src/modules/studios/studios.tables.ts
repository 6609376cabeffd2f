import { sql } from 'drizzle-orm';
import { integer, pgTable, text, varchar } from 'drizzle-orm/pg-core';
import { id64 } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { METHODS } from '../../core/database/lists.js';
import { SESSION_MINUTES } from './settings/session-lifetime.js';
import { STUDIO_SETTINGS } from './settings/studio-settings.js';
import { BANK, CREDITOR, TRANSFER_ACCOUNT } from './studios.stored.js';

export type Studio = typeof studios.$inferSelect;

export const studios = pgTable('studios', {
  id: id64('id').primaryKey(),
  name: text('name').notNull(),
  currency: varchar('currency', { length: 3 }).notNull(),
  timeZone: text('time_zone').notNull(),
  language: text('language').notNull(),
  region: text('region').notNull(),
  creditor: jsonColumn('studios.creditor', CREDITOR).notNull(),
  publicKey: text('public_key').notNull(),
  paymentMethods: jsonColumn('studios.payment_methods', METHODS).notNull(),
  sessionMinutes: integer('session_minutes').notNull().default(SESSION_MINUTES.usual),
  /**
   * The name of its Stripe account (providers/stripe/settings.ts). null: its own account, or the one of all studios.
   */
  stripeAccount: text('stripe_account'),
  /** The account for payers' bank transfers; null if the studio gives it to them itself. */
  transferAccount: jsonColumn('studios.transfer_account', TRANSFER_ACCOUNT),
  /** How its bank collects debits from files; null if it does not. */
  bank: jsonColumn('studios.bank', BANK),
  /** The studio's own settings. `settingsOf` adds the defaults. */
  settings: jsonColumn('studios.settings', STUDIO_SETTINGS)
    .notNull()
    .default(sql`'{"decided":{}}'::jsonb`),
});

/** Builds the column for the studio that a row belongs to. */
export const studioId = () =>
  id64('studio_id')
    .notNull()
    .references(() => studios.id);
