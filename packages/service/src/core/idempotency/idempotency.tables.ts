import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.js';

/** Requests of both APIs that had an Idempotency-Key, with the id of what each created. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Owner of the key: `session <id>`, or `studio <id>` and its caller. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /**
     * Id of the session, payment, usage or sale that the request made. Its state is the response, so no response is
     * stored.
     */
    madeId: uuid('made_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index('idempotency_keys_by_expiry').on(table.expiresAt),
  ],
);
