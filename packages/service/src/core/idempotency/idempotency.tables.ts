import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../database/columns.js';

/** Requests of the Open API that came with an Idempotency-Key, and what they made. */
export const requestKeys = pgTable(
  'request_keys',
  {
    studioId: id64('studio_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** The session, usage or sale it made; its result is the answer, so that no answer is stored. */
    madeId: uuid('made_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.key] }),
    index('request_keys_by_expiry').on(table.expiresAt),
  ],
);
