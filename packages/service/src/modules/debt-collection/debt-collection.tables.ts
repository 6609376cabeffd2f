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
/** Kinds of bookings for the totals of a debt, in the order in which a claim takes them. */
export const COLLECTION_BOOKING_KINDS = ['PAYMENT', 'REDUCTION', 'ABANDONMENT'] as const;
export type CollectionBookingKind = (typeof COLLECTION_BOOKING_KINDS)[number];

const partnerId = () =>
  id64('partner_id')
    .notNull()
    .references(() => collectionPartners.id);

/** Partnerships between studios and collection partners; a studio has at most one active partnership. */
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
    /** The day of the handover in the studio's time zone. */
    collectionDate: date('collection_date', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('collection_runs_by_studio').on(table.studioId, table.id)],
);

/** A collection case: a run's claims on one debtor. The partner may group several under an id of its own. */
export const collectionCases = pgTable(
  'collection_cases',
  {
    id: uuid('id').primaryKey(),
    /** The order of handover. */
    position: id64('position').notNull().generatedAlwaysAsIdentity(),
    runId: id64('run_id')
      .notNull()
      .references(() => collectionRuns.id),
    partnerId: partnerId(),
    customerId: customerId(),
    agencyCaseId: text('agency_case_id'),
    publicCaseId: text('public_case_id'),
    block: jsonColumn('collection_cases.block', BLOCK),
    /** null while the case is open. */
    closure: jsonColumn('collection_cases.closure', CLOSURE),
    /** Whether the closure wrote off the remainder. */
    isDerecognized: boolean('is_derecognized').notNull().default(false),
  },
  (table) => [
    index('collection_cases_by_run').on(table.runId, table.customerId),
    index('collection_cases_by_customer').on(table.customerId, table.partnerId),
    index('collection_cases_by_agency_case').on(table.partnerId, table.agencyCaseId),
  ],
);

/** A claim in a case, with the totals that the partner reported last, in minor units. */
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
    /** Deprecated; stored as reported. */
    canceledAmount: minorUnits('canceled_amount'),
    block: jsonColumn('collection_debts.block', BLOCK),
  },
  (table) => [
    index('collection_debts_by_case').on(table.caseId),
    index('collection_debts_by_claim').on(table.claimId),
  ],
);

/** Account entries made from the totals of a debt. */
export const collectionBookings = pgTable(
  'collection_bookings',
  {
    debtId: uuid('debt_id')
      .notNull()
      .references(() => collectionDebts.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<CollectionBookingKind>().notNull(),
    transactionId: id64('transaction_id')
      .primaryKey()
      .references(() => accountTransactions.id, { onDelete: 'cascade' }),
  },
  (table) => [index('collection_bookings_by_debt').on(table.debtId)],
);

/** A customer as a partner's debtor. */
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

/** Customers who may not enter because of a handover. */
export const collectionRestrictions = pgTable('collection_restrictions', {
  customerId: id64('customer_id')
    .primaryKey()
    .references(() => customers.id),
  since: instant('since').notNull(),
});

/** Updates already processed, so that each counts only once. */
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

/** Changes that the studio itself has made to a case; the id is the caseAdjustmentRequestId. */
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
