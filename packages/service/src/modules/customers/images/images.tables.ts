import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64 } from '../../../core/database/columns.js';
import { customers } from '../customers.tables.js';

/** Pictures of customers, by which staff recognise them at the entrance. */
export const customerImages = pgTable('customer_images', {
  customerId: id64('customer_id')
    .primaryKey()
    .references(() => customers.id),
  /** The id to which the ciphertext is bound. It is new for each image, so that a link opens one image only. */
  contentKey: uuid('content_key').notNull().unique(),
  /** The bytes of a JPEG in base64, encrypted. */
  contentEncrypted: text('content_encrypted').notNull(),
});
