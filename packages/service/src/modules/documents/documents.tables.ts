import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { customers } from '../customers/customers.tables.js';
import { studios } from '../studios/studios.tables.js';

/** CUSTOMER: listed among a customer's documents. IDLE_PERIOD: submitted with the request for an idle period. */
export type DocumentPurpose = 'CUSTOMER' | 'IDLE_PERIOD';

/**
 * Customers' files. They can contain specially protected data, such as a doctor's certificate, so they are always
 * encrypted.
 */
export const documents = pgTable(
  'documents',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 40001 }),
    /** The id to which the ciphertext is bound. */
    contentKey: uuid('content_key').notNull().unique(),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    purpose: text('purpose').$type<DocumentPurpose>().notNull(),
    fileName: text('file_name').notNull(),
    description: text('description'),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    /** The file's bytes in base64, encrypted. */
    contentEncrypted: text('content_encrypted').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('documents_by_customer').on(table.customerId, table.purpose, table.id)],
);
