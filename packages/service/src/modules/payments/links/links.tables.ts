import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { customers } from '../../customers/customers.tables.js';
import { studioId } from '../../studios/studios.tables.js';
import { PURPOSES } from './links.stored.js';

/**
 * COMPLETED: everything was done, the last of it through the link. CLOSED: nothing was left to do, because it was done
 * elsewhere. CANCELLED: by the studio.
 */
export type LinkStatus = 'OPEN' | 'COMPLETED' | 'CLOSED' | 'CANCELLED';

/** A link with which a customer pays claims or gives another instrument, without an account. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    id: uuid('id').primaryKey(),
    studioId: studioId(),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    /** Only the hash is stored; the token itself is derived from the id. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Id of the secret from which the token is derived. */
    tokenKeyId: text('token_key_id').notNull(),
    purposes: jsonColumn('payment_links.purposes', PURPOSES).notNull(),
    /** Whether the link is for another instrument, and the customer has set none since. */
    isInstrumentOpen: boolean('is_instrument_open').notNull(),
    status: text('status').$type<LinkStatus>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    index('payment_links_by_customer').on(table.customerId, table.createdAt),
    index('payment_links_by_expiry').on(table.expiresAt),
    index('payment_links_open')
      .on(table.customerId)
      .where(sql`status = 'OPEN'`),
  ],
);

/** The claims of a link. They stay the same, so that a letter and the page that it leads to agree. */
export const paymentLinkClaims = pgTable(
  'payment_link_claims',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => paymentLinks.id, { onDelete: 'cascade' }),
    /** Not a foreign key: a change of the contract can delete the claim. */
    claimId: id64('claim_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.claimId] }),
    index('payment_link_claims_by_claim').on(table.claimId),
  ],
);
