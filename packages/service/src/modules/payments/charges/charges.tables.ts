import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { customers } from '../../customers/customers.tables.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { CLAIM_SHARES } from '../payments.stored.js';

/** RETURNED: the charge was done, and the bank took the money back. */
export type ChargeStatus = 'RESERVED' | 'DONE' | 'DECLINED' | 'RETURNED';

/**
 * A payment run's charge of a customer's stored instrument for claims that are due. RESERVED is stored before the
 * provider is called.
 */
export const charges = pgTable(
  'charges',
  {
    /** Also the provider's idempotency key. */
    id: uuid('id').primaryKey(),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    instrumentId: uuid('instrument_id')
      .notNull()
      .references(() => paymentInstruments.id),
    /** The share of the amount for each claim, in minor units. */
    claims: jsonColumn('charges.claims', CLAIM_SHARES).notNull(),
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    statementText: text('statement_text').notNull(),
    status: text('status').$type<ChargeStatus>().notNull(),
    providerReference: text('provider_reference'),
    /** Reason for the decline or return. */
    failureCode: text('failure_code').$type<DeclineCode>(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    index('charges_by_customer').on(table.customerId, table.status),
    index('charges_by_status').on(table.status, table.createdAt),
    index('charges_by_reference').on(table.providerReference),
    index('charges_by_instrument').on(table.instrumentId),
    index('charges_done')
      .on(table.finishedAt)
      .where(sql`status = 'DONE'`),
    uniqueIndex('charges_one_under_way')
      .on(table.customerId)
      .where(sql`status = 'RESERVED'`),
  ],
);
