import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../core/database/columns.js';
import { customerId } from '../customers/customers.tables.js';
import type { AmendmentKind } from './amendments.stored.js';

/**
 * PENDING: staff have to decide. APPLYING: decided, but the provider has not accepted the new bank account yet. The
 * others are final.
 */
export type AmendmentStatus = 'PENDING' | 'APPLYING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

/** Changes of their data that members have requested. */
export const amendments = pgTable(
  'amendments',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 800001 }),
    /** The id to which the ciphertext is bound. */
    contentKey: uuid('content_key').notNull().unique().defaultRandom(),
    customerId: customerId(),
    kind: text('kind').$type<AmendmentKind>().notNull(),
    status: text('status').$type<AmendmentStatus>().notNull(),
    /**
     * The requested values as JSON, encrypted with AES-256-GCM. Set only while the amendment is open, because it is
     * personal data that is not needed afterwards.
     */
    changesEncrypted: text('changes_encrypted'),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('amendments_one_open')
      .on(table.customerId, table.kind)
      .where(sql`status in ('PENDING', 'APPLYING')`),
  ],
);
