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

/** Cross-studio access: other studios that grant an integration access to their entities. */
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
  /**
   * Whether the partner's reports may change accounts at all. The studio's mode must allow it too (specification, rule
   * 6).
   */
  debtModificationEnabled: boolean('debt_modification_enabled').notNull(),
  /** Whether the partner is notified when a studio changes a case. */
  adjustmentsEnabled: boolean('adjustments_enabled').notNull(),
});

/** A partner's access to a studio: one tenant with its scopes, keys, events and devices. */
export const integrations = pgTable(
  'integrations',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 500001 }),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    name: text('name').notNull(),
    scopes: jsonColumn('integrations.scopes', TEXTS).notNull(),
    /** DEACTIVATED: none of its keys is valid, and it receives no events. */
    status: text('status').$type<IntegrationStatus>().notNull(),
    /** The collection partner that uses this access; null for all other integrations. */
    collectionPartnerId: id64('collection_partner_id').references(() => collectionPartners.id),
  },
  (table) => [index('integrations_by_studio').on(table.studioId, table.id)],
);

/** Inbound keys of integrations. An integration has several while one is being replaced. */
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
