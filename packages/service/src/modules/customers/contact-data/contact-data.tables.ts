import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { customerId } from '../customers.tables.js';
import { CONTACT_CHANGES } from './contact-data.stored.js';

/** Only PENDING is not final. */
export type AmendmentStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

/** Changes of contact data that members have requested. */
export const contactDataAmendments = pgTable(
  'contact_data_amendments',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 800001 }),
    customerId: customerId(),
    status: text('status').$type<AmendmentStatus>().notNull(),
    /** Set only while the amendment is pending, because it is personal data that is not needed afterwards. */
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
