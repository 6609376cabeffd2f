import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.js';

/** Requests of both APIs that came with an Idempotency-Key, and what they made. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The owner of the key: `session <id>`, or `studio <id>` and its caller. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** The session, payment, usage or sale it made; its state is the answer, so that no answer is stored. */
    madeId: uuid('made_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index('idempotency_keys_by_expiry').on(table.expiresAt),
  ],
);
