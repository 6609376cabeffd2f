import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { IDS } from '../../../core/database/lists.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { customers } from '../../customers/customers.tables.js';
import { payments } from '../payments.tables.js';

/** INITIAL_PAYMENT: the amount due when a contract is signed; always part of a sale. */
export type UsageKind = 'ACCOUNT_PAYMENT' | 'PAYMENT_INSTRUMENT' | 'INITIAL_PAYMENT';
export type UsageStatus = 'RESERVED' | 'DONE' | 'DECLINED';

export const usages = pgTable(
  'usages',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind').$type<UsageKind>().notNull(),
    /** The sale that the usage is part of; null for a separate usage. */
    saleId: uuid('sale_id'),
    /** null until the sale that creates the customer is done. */
    customerId: id64('customer_id').references(() => customers.id),
    amount: minorUnits('amount').notNull(),
    debtClaimIds: jsonColumn('usages.debt_claim_ids', IDS),
    /** Recognises a repeated request. null for a usage of a sale, which stores its own hash. */
    requestHash: text('request_hash'),
    status: text('status').$type<UsageStatus>().notNull(),
    providerReference: text('provider_reference'),
    failureCode: text('failure_code').$type<DeclineCode>(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    uniqueIndex('usages_one_per_payment')
      .on(table.paymentId)
      .where(sql`status in ('RESERVED', 'DONE')`),
    index('usages_by_payment').on(table.paymentId),
    index('usages_by_status').on(table.status),
    index('usages_by_customer').on(table.customerId, table.status),
    index('usages_declined')
      .on(table.finishedAt)
      .where(sql`status = 'DECLINED'`),
    index('usages_by_reference').on(table.providerReference),
    index('usages_done')
      .on(table.finishedAt)
      .where(sql`status = 'DONE'`),
    index('usages_by_sale')
      .on(table.saleId)
      .where(sql`sale_id is not null`),
  ],
);
