import { sql } from 'drizzle-orm';
import { boolean, date, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id64, instant, minorUnits } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { customerId, customers } from '../customers/customers.tables.js';
import { collectionPartners } from '../integrations/integrations.tables.js';
import { accountTransactions, debtClaims } from '../payments/account/account.tables.js';
import { studioId } from '../studios/studios.tables.js';
import {
  BLOCK,
  CLOSURE,
  type CollectionType,
  type TransferOrigin,
  type TransferStatus,
} from './debt-collection.stored.js';

export type PartnershipStatus = 'ACTIVE' | 'TERMINATED';
/** Bookings of the totals of a debt, in the order in which a claim takes them. */
export const COLLECTION_BOOKING_KINDS = ['PAYMENT', 'REDUCTION', 'ABANDONMENT'] as const;
export type CollectionBookingKind = (typeof COLLECTION_BOOKING_KINDS)[number];

const partnerId = () =>
  id64('partner_id')
    .notNull()
    .references(() => collectionPartners.id);

/** The partner that collects for a studio; at most one at a time. */
export const collectionPartnerships = pgTable(
  'collection_partnerships',
  {
    studioId: studioId(),
    partnerId: partnerId(),
    status: text('status').$type<PartnershipStatus>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.partnerId] }),
    uniqueIndex('collection_partnerships_one_active')
      .on(table.studioId)
      .where(sql`status = 'ACTIVE'`),
  ],
);

/** A batch of claims that a studio has handed over. */
export const collectionRuns = pgTable(
  'collection_runs',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 40001 }),
    studioId: studioId(),
    partnerId: partnerId(),
    status: text('status').$type<TransferStatus>().notNull(),
    origin: text('origin').$type<TransferOrigin>().notNull(),
    collectionType: text('collection_type').$type<CollectionType>().notNull(),
    /** The day of the hand-over at the studio. */
    collectionDate: date('collection_date', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('collection_runs_by_studio').on(table.studioId, table.id)],
);

/** The collection case: a run's claims on one debtor. The partner may gather several in a case of its own. */
export const collectionCases = pgTable(
  'collection_cases',
  {
    id: uuid('id').primaryKey(),
    /** The order of hand-over. */
    position: id64('position').notNull().generatedAlwaysAsIdentity(),
    runId: id64('run_id')
      .notNull()
      .references(() => collectionRuns.id),
    partnerId: partnerId(),
    customerId: customerId(),
    agencyCaseId: text('agency_case_id'),
    publicCaseId: text('public_case_id'),
    block: jsonColumn('collection_cases.block', BLOCK),
    /** null: open. */
    closure: jsonColumn('collection_cases.closure', CLOSURE),
    /** Whether the closure wrote off what was left. */
    isDerecognized: boolean('is_derecognized').notNull().default(false),
  },
  (table) => [
    index('collection_cases_by_run').on(table.runId, table.customerId),
    index('collection_cases_by_customer').on(table.customerId, table.partnerId),
    index('collection_cases_by_agency_case').on(table.partnerId, table.agencyCaseId),
  ],
);

/** A claim in a case, with the totals that the partner has told last; minor units. */
export const collectionDebts = pgTable(
  'collection_debts',
  {
    id: uuid('id').primaryKey(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => collectionCases.id),
    claimId: id64('claim_id')
      .notNull()
      .references(() => debtClaims.id, { onDelete: 'cascade' }),
    /** The open amount of the claim when it was handed over. */
    originalAmount: minorUnits('original_amount').notNull(),
    paidAmount: minorUnits('paid_amount').notNull().default(0),
    reducedAmount: minorUnits('reduced_amount').notNull().default(0),
    writeOffAmount: minorUnits('write_off_amount').notNull().default(0),
    /** Deprecated; kept as it was told. */
    canceledAmount: minorUnits('canceled_amount'),
    block: jsonColumn('collection_debts.block', BLOCK),
  },
  (table) => [
    index('collection_debts_by_case').on(table.caseId),
    index('collection_debts_by_claim').on(table.claimId),
  ],
);

/** Entries of the account that the totals of a debt have made. */
export const collectionBookings = pgTable(
  'collection_bookings',
  {
    debtId: uuid('debt_id')
      .notNull()
      .references(() => collectionDebts.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<CollectionBookingKind>().notNull(),
    transactionId: id64('transaction_id')
      .notNull()
      .unique()
      .references(() => accountTransactions.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.debtId, table.kind] })],
);

/** A customer as the debtor of a partner. */
export const collectionDebtors = pgTable(
  'collection_debtors',
  {
    partnerId: partnerId(),
    customerId: customerId(),
    /** Whether the partner may read the customer's data. */
    isGranted: boolean('is_granted').notNull(),
    block: jsonColumn('collection_debtors.block', BLOCK),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.customerId] }),
    index('collection_debtors_by_customer').on(table.customerId),
  ],
);

/** Customers who may not enter because of a hand-over. */
export const collectionRestrictions = pgTable('collection_restrictions', {
  customerId: id64('customer_id')
    .primaryKey()
    .references(() => customers.id),
  since: instant('since').notNull(),
});

/** Updates that were taken, so that each counts once. */
export const collectionUpdates = pgTable(
  'collection_updates',
  {
    studioId: studioId(),
    partnerId: partnerId(),
    requestId: text('request_id').notNull(),
    requestHash: text('request_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.studioId, table.partnerId, table.requestId] })],
);

/** Changes that a studio has made in a case by itself; the id is the caseAdjustmentRequestId. */
export const collectionAdjustments = pgTable(
  'collection_adjustments',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 45001 }),
    caseId: uuid('case_id')
      .notNull()
      .references(() => collectionCases.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('collection_adjustments_by_case').on(table.caseId)],
);
