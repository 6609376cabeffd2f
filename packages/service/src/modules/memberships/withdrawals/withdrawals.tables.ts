import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../../core/database/columns.js';
import { contracts } from '../contracts/contracts.tables.js';

/** REFUNDING: refunds have yet to be reserved, or instruments to be removed. */
export type WithdrawalStatus = 'REFUNDING' | 'DONE';

/** Withdrawals from contracts, and what is left to do for them. The contract has the day and the amount used. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid('id').primaryKey(),
    contractId: id64('contract_id')
      .notNull()
      .unique()
      .references(() => contracts.id),
    status: text('status').$type<WithdrawalStatus>().notNull(),
    /** Whether the member wants their stored accounts and cards to be removed. */
    removeInstruments: boolean('remove_instruments').notNull(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    index('withdrawals_unfinished')
      .on(table.createdAt)
      .where(sql`status = 'REFUNDING'`),
  ],
);
