import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { customers } from '../customers/customers.tables.js';
import { studioId } from '../studios/studios.tables.js';

/** The aggregator through which people visit a studio without a contract of their own there; one per studio. */
export const aggregators = pgTable('aggregators', {
  studioId: studioId().primaryKey(),
  /** The base URL to which the paths of the operations are added. */
  url: text('url').notNull(),
  /** The key sent as X-API-Key, encrypted with AES-256-GCM and bound to this row. */
  apiKeyEncrypted: text('api_key_encrypted').notNull(),
});

/** Customers who visit through an aggregator. */
export const aggregatorMembers = pgTable(
  'aggregator_members',
  {
    customerId: id64('customer_id')
      .primaryKey()
      .references(() => customers.id),
    studioId: studioId(),
    /** The aggregator's own id for the person. */
    aggregatorId: text('aggregator_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** null while active. */
    endedAt: instant('ended_at'),
  },
  (table) => [uniqueIndex('aggregator_members_by_aggregator_id').on(table.studioId, table.aggregatorId)],
);
