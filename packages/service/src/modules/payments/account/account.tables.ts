import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../../core/database/columns.js';
import { customers } from '../../customers/customers.tables.js';
import { charges } from '../charges/charges.tables.js';
import { usages } from '../usages/usages.tables.js';

export const debtClaims = pgTable(
  'debt_claims',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 500001 }),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    /** The contract whose schedule contains this claim. */
    contractId: id64('contract_id'),
    /** Key of the fee within the contract (memberships/contracts). Each fee has at most one claim. */
    contractKey: text('contract_key'),
    description: text('description').notNull(),
    amount: minorUnits('amount').notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    /**
     * Whether payments cover the claim in full. The value follows from the payments; it is stored so that open claims
     * can be found without reading the settled ones. Only `payClaims` and `reverseClaimPayments` write it.
     */
    isSettled: boolean('is_settled').notNull().default(false),
  },
  (table) => [
    index('debt_claims_by_customer').on(table.customerId, table.dueDate),
    index('debt_claims_open')
      .on(table.dueDate)
      .where(sql`not is_settled`),
    uniqueIndex('debt_claims_by_contract').on(table.contractId, table.contractKey),
  ],
);

export const accountTransactions = pgTable(
  'account_transactions',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 700001 }),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    /** null when no token paid it: for payment runs, voucher credits, refunded fees and reversals. */
    usageId: uuid('usage_id')
      .unique()
      .references(() => usages.id),
    /** The payment run charge behind this transaction. */
    chargeId: uuid('charge_id')
      .unique()
      .references(() => charges.id),
    /**
     * The transaction that this one takes back in full, with the opposite sign. A reversal can itself be taken back
     * (`restoreTransaction`).
     */
    reversesId: bigint('reverses_id', { mode: 'number' })
      .unique()
      .references((): AnyPgColumn => accountTransactions.id),
    /**
     * The claim that this credit gives back, in full or in part, because the fee is no longer owed
     * (memberships/contracts).
     */
    creditsClaimId: bigint('credits_claim_id', { mode: 'number' }).references(() => debtClaims.id, {
      onDelete: 'set null',
    }),
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    bookedAt: instant('booked_at').notNull(),
  },
  (table) => [
    index('account_transactions_by_customer').on(table.customerId),
    index('account_transactions_by_time').on(table.bookedAt),
    index('account_transactions_by_credited_claim')
      .on(table.creditsClaimId)
      .where(sql`credits_claim_id is not null`),
  ],
);

/** The part of a transaction that pays a claim. The unassigned rest of a transaction is credit. */
export const claimPayments = pgTable(
  'claim_payments',
  {
    transactionId: id64('transaction_id')
      .notNull()
      .references(() => accountTransactions.id),
    claimId: id64('claim_id')
      .notNull()
      .references(() => debtClaims.id),
    amount: minorUnits('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.claimId] }),
    index('claim_payments_by_claim').on(table.claimId),
  ],
);
