import type { Schemas } from '@upc/contract/gateway';
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { TEXTS } from '../../core/database/lists.js';
import { studioId, studios } from '../studios/studios.tables.js';

export const integrationId = () =>
  id64('integration_id')
    .notNull()
    .references(() => integrations.id);

/** Cross-studio access: other studios that let an integration work with their entities. */
export const integrationAccess = pgTable(
  'integration_access',
  { integrationId: integrationId(), studioId: studioId(), grantedAt: instant('granted_at').notNull() },
  (table) => [primaryKey({ columns: [table.integrationId, table.studioId] })],
);

export type Scope = Schemas['Scope'];
export type IntegrationStatus = 'ACTIVE' | 'DEACTIVATED';
export type ApiKeyStatus = 'ACTIVE' | 'ROTATED' | 'DEACTIVATED';

export const collectionPartners = pgTable('collection_partners', {
  id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  name: text('name').notNull(),
  /** Whether its reports may change accounts at all; the studio's mode decides besides (specification, rule 6). */
  debtModificationEnabled: boolean('debt_modification_enabled').notNull(),
  /** Whether it is told of what a studio changes in a case. */
  adjustmentsEnabled: boolean('adjustments_enabled').notNull(),
});

/** A partner's access to a studio: one tenant, its scopes, and whatever keys, events and devices belong to it. */
export const integrations = pgTable(
  'integrations',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 500001 }),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    name: text('name').notNull(),
    scopes: jsonColumn('integrations.scopes', TEXTS).notNull(),
    /** DEACTIVATED: none of its keys is valid, and it is told of nothing. */
    status: text('status').$type<IntegrationStatus>().notNull(),
    /** The debt collection partner whose access it is, with whatever key; null for everyone else. */
    collectionPartnerId: id64('collection_partner_id').references(() => collectionPartners.id),
  },
  (table) => [index('integrations_by_studio').on(table.studioId, table.id)],
);

/** The inbound keys of integrations: several while one is being replaced. */
export const apiKeys = pgTable(
  'api_keys',
  {
    keyHash: text('key_hash').primaryKey(),
    integrationId: id64('integration_id')
      .notNull()
      .references(() => integrations.id),
    status: text('status').$type<ApiKeyStatus>().notNull(),
  },
  (table) => [index('api_keys_by_integration').on(table.integrationId)],
);
