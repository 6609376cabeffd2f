import type { Schemas } from '@upc/contract/gateway';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { ACCEPTED_OFFER } from '../payments.stored.js';
import { payments } from '../payments.tables.js';

/** Mandates as they were accepted. */
export const mandates = pgTable(
  'mandates',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id),
    scheme: text('scheme').$type<Schemas['MandateOffer']['scheme']>().notNull(),
    reference: text('reference').notNull(),
    version: text('version').notNull(),
    language: text('language').notNull(),
    paymentType: text('payment_type').$type<Schemas['MandateOffer']['paymentType']>().notNull(),
    /** The offer as it was shown, and the creditor that made it. */
    accepted: jsonColumn('mandates.accepted', ACCEPTED_OFFER).notNull(),
    /** Everything that the person read, as one text. */
    acceptedText: text('accepted_text').notNull(),
    acceptedTextSha256: text('accepted_text_sha256').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    /** SVG, redrawn by the service. */
    signature: text('signature'),
    /** The payer's details as JSON, AES-256-GCM, bound to this row. */
    payerEncrypted: text('payer_encrypted').notNull(),
  },
  (table) => [index('mandates_by_time').on(table.acceptedAt)],
);
