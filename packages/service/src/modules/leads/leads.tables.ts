import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { customers } from '../customers/customers.tables.js';
import { integrations } from '../integrations/integrations.tables.js';
import { studioId } from '../studios/studios.tables.js';

/** Where people who are interested in a membership come from. */
export const LEAD_SOURCES = ['LEAD_FORM', 'TRIAL_OFFER', 'TRIAL_SESSION', 'CHECKIN_VOUCHER'] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

/**
 * People who are interested in a membership. Each is a customer of the studio, and stays the same customer when the
 * membership begins.
 */
export const leads = pgTable(
  'leads',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 620001 }),
    uuid: uuid('uuid').notNull().unique(),
    studioId: studioId(),
    customerId: id64('customer_id')
      .notNull()
      .unique()
      .references(() => customers.id),
    source: text('source').$type<LeadSource>().notNull(),
    /** The partner that created the lead; null for a form without a key. */
    integrationId: id64('integration_id').references(() => integrations.id),
    /** The id of the lead in the partner's system. */
    externalIdentifier: text('external_identifier'),
    notes: text('notes'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('leads_by_studio').on(table.studioId, table.id)],
);
