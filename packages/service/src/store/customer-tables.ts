import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AccessMediumType } from '../domain/access-medium.js';
import type { ThreadStatus } from '../domain/communication.js';
import { id64, instant } from './columns.js';
import { customers, studios } from './schema.js';
import { CONTACT_CHANGES } from './forms/customers.js';
import { jsonColumn } from './json-column.js';

/** PENDING is the only one that is not final. */
export type AmendmentStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

const customerId = () =>
  id64('customer_id')
    .notNull()
    .references(() => customers.id);

/** Changes of contact data that members have asked for. */
export const contactDataAmendments = pgTable(
  'contact_data_amendments',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 800001 }),
    customerId: customerId(),
    status: text('status').$type<AmendmentStatus>().notNull(),
    /** Only while it is pending, because it is personal data that nobody needs afterwards. */
    changes: jsonColumn('contact_data_amendments.changes', CONTACT_CHANGES),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('contact_data_amendments_one_pending')
      .on(table.customerId)
      .where(sql`status = 'PENDING'`),
  ],
);

/** Conversations with a customer, as another system holds them. */
export const communicationThreads = pgTable(
  'communication_threads',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 810001 }),
    customerId: customerId(),
    /** Of its newest communication. */
    status: text('status').$type<ThreadStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('communication_threads_by_customer').on(table.customerId, table.id)],
);

export const communications = pgTable(
  'communications',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 820001 }),
    /** The id that the ciphertext is bound to, derived from an Idempotency-Key where there is one. */
    contentKey: uuid('content_key').notNull().unique(),
    threadId: id64('thread_id')
      .notNull()
      .references(() => communicationThreads.id),
    /** The message, by whom and how, as JSON, AES-256-GCM: it may hold anything that people write to each other. */
    contentEncrypted: text('content_encrypted').notNull(),
    communicatedAt: instant('communicated_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('communications_by_thread').on(table.threadId, table.id)],
);

/** Cards, codes and other media that a customer shows at the entrance. */
export const accessMediums = pgTable(
  'access_mediums',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 650001 }),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    customerId: customerId(),
    type: text('type').$type<AccessMediumType>().notNull(),
    /** Of a card: its bytes in hexadecimal, the most significant first. */
    value: text('value').notNull(),
  },
  (table) => [
    uniqueIndex('access_mediums_by_value').on(table.studioId, table.type, table.value),
    index('access_mediums_by_customer').on(table.customerId),
  ],
);
