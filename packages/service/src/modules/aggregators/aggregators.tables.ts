import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { customers } from '../customers/customers.tables.js';
import { studioId } from '../studios/studios.tables.js';

/** The partner through whom people visit a studio without a contract of their own; one per studio. */
export const aggregators = pgTable('aggregators', {
  studioId: studioId().primaryKey(),
  /** Its base address, to which the paths of its operations are added. */
  url: text('url').notNull(),
  /** Sent as X-API-Key; AES-256-GCM, bound to this row. */
  apiKeyEncrypted: text('api_key_encrypted').notNull(),
});

/** Customers who come through an aggregator. */
export const aggregatorMembers = pgTable(
  'aggregator_members',
  {
    customerId: id64('customer_id')
      .primaryKey()
      .references(() => customers.id),
    studioId: studioId(),
    /** The aggregator's own id of the person. */
    aggregatorId: text('aggregator_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** null: active. */
    endedAt: instant('ended_at'),
  },
  (table) => [uniqueIndex('aggregator_members_by_aggregator_id').on(table.studioId, table.aggregatorId)],
);
