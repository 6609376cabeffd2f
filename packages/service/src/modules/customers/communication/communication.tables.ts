import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../../core/database/columns.js';
import { customerId } from '../customers.tables.js';

/** Conversations with a customer that another system manages. */
export const communicationThreads = pgTable(
  'communication_threads',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 810001 }),
    customerId: customerId(),
    /** The status given with the latest communication, unless the thread was closed since. */
    status: text('status').$type<ThreadStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('communication_threads_by_customer').on(table.customerId, table.id)],
);

export const communications = pgTable(
  'communications',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 820001 }),
    /** The id that the ciphertext is bound to. It is derived from the Idempotency-Key if the request had one. */
    contentKey: uuid('content_key').notNull().unique(),
    threadId: id64('thread_id')
      .notNull()
      .references(() => communicationThreads.id),
    /**
     * The message with its sender and channel, as JSON encrypted with AES-256-GCM, because messages may contain any
     * kind of personal data.
     */
    contentEncrypted: text('content_encrypted').notNull(),
    communicatedAt: instant('communicated_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('communications_by_thread').on(table.threadId, table.id)],
);

export const THREAD_STATUSES = ['CREATED', 'ONGOING', 'CLOSED'] as const;

export type ThreadStatus = (typeof THREAD_STATUSES)[number];
