import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { customerId } from '../customers/customers.tables.js';

/** Results of body scales. They are data concerning health, so they are always encrypted. */
export const weighings = pgTable(
  'weighings',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 670001 }),
    /** The id to which the ciphertext is bound. It is derived from the Idempotency-Key if the request had one. */
    contentKey: uuid('content_key').notNull().unique(),
    customerId: customerId(),
    contentEncrypted: text('content_encrypted').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('weighings_by_customer').on(table.customerId, table.id)],
);
