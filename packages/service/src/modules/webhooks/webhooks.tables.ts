import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { FACTS, TEXTS } from '../../core/database/lists.js';
import { integrations } from '../integrations/integrations.tables.js';
import { studioId } from '../studios/studios.tables.js';

/** Receivers of the events of integrations. */
export const webhookSubscriptions = pgTable('webhook_subscriptions', {
  id: uuid('id').primaryKey(),
  studioId: studioId(),
  integrationId: id64('integration_id')
    .notNull()
    .unique()
    .references(() => integrations.id),
  url: text('url').notNull(),
  /** The integration's outbound key, sent with its events; encrypted with AES-256-GCM. */
  webhookKeyEncrypted: text('webhook_key_encrypted').notNull(),
  /** Key that signs its events; encrypted with AES-256-GCM. */
  signingKeyEncrypted: text('signing_key_encrypted').notNull(),
  /**
   * The earlier signing key, encrypted with AES-256-GCM, and the time until which it also signs. null if it was never
   * rotated, or the earlier key was deleted after its time.
   */
  earlierSigningKeyEncrypted: text('earlier_signing_key_encrypted'),
  earlierKeySignsUntil: instant('earlier_key_signs_until'),
  /** null: every type. */
  types: jsonColumn('webhook_subscriptions.types', TEXTS),
  isActive: boolean('is_active').notNull(),
});

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'GIVEN_UP';

/** The outbox: one row per event and subscription, written in the same transaction as the change it reports. */
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
    /** null for a personal event, and for a type without content. */
    content: jsonColumn('webhook_deliveries.content', FACTS),
    /** Content of a personal event, as JSON encrypted with AES-256-GCM. */
    contentEncrypted: text('content_encrypted'),
    status: text('status').$type<DeliveryStatus>().notNull(),
    attempts: integer('attempts').notNull(),
    /** The result of the last attempt, e.g. `HTTP 500` or `no response within 5 s`. */
    lastResult: text('last_result'),
    occurredAt: instant('occurred_at').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
  },
  (table) => [
    index('webhook_deliveries_by_entity').on(table.subscriptionId, table.entityId, table.id),
    index('webhook_deliveries_pending')
      .on(table.subscriptionId, table.entityId, table.id)
      .where(sql`status = 'PENDING'`),
    index('webhook_deliveries_finished')
      .on(table.status, table.occurredAt)
      .where(sql`status <> 'PENDING'`),
    index('webhook_deliveries_personal')
      .on(table.entityId, table.type)
      .where(sql`content_encrypted is not null`),
    index('webhook_deliveries_personal_by_age')
      .on(table.occurredAt)
      .where(sql`content_encrypted is not null`),
  ],
);
