import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import {
  accountTransactions,
  claimPayments,
  debtClaims,
} from '../../modules/payments/account/account.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { refunds } from '../../modules/payments/refunds/refunds.tables.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { type ModuleStory, moduleStories } from './additional-modules.js';
import { idlePeriodStories, type IdlePeriodStory } from './idle-periods.js';
import { NO_ROWS, type Part, partOf, type Range } from './lists.js';

type Claim = typeof debtClaims.$inferSelect & {
  /** Payments and their reversals in booking order, in minor units. */
  readonly payments: readonly { readonly amount: number; readonly bookedAt: Date }[];
  /** Amounts credited because they are no longer owed, in minor units. */
  readonly credits: readonly { readonly amount: number; readonly bookedAt: Date }[];
};

/** A contract with its claims, modules and idle periods, and the charges and refunds of its member. */
export interface ContractStory {
  readonly contract: typeof contracts.$inferSelect;
  readonly studio: Studio;
  readonly claims: readonly Claim[];
  readonly modules: readonly ModuleStory[];
  readonly idlePeriods: readonly IdlePeriodStory[];
  readonly charges: readonly (typeof charges.$inferSelect)[];
  readonly refunds: readonly (typeof refunds.$inferSelect)[];
}

/** Contracts that are asked for; null does not narrow them. */
export interface ContractFilter extends Range {
  /** Contracts of these customers, or with this id. */
  readonly found: { readonly customerIds: readonly number[]; readonly contractId: number | null } | null;
  readonly customerId: number | null;
  readonly studioId: number | null;
}

/** Loads the newest contracts. */
export async function contractStories(
  context: Context,
  { found, customerId, studioId, size, before }: ContractFilter,
): Promise<Part<ContractStory>> {
  const { db } = context;
  const isFound =
    found === null
      ? undefined
      : (or(
          found.customerIds.length > 0 ? inArray(contracts.customerId, found.customerIds) : undefined,
          found.contractId === null ? undefined : eq(contracts.id, found.contractId),
        ) ?? sql`false`);
  const loaded = await db
    .select({ contract: contracts, studio: studios })
    .from(contracts)
    .innerJoin(customers, and(eq(customers.id, contracts.customerId), isNull(customers.erasedAt)))
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .where(
      and(
        isFound,
        customerId === null ? undefined : eq(contracts.customerId, customerId),
        studioId === null ? undefined : eq(customers.studioId, studioId),
        before === null ? undefined : lt(contracts.id, before),
      ),
    )
    .orderBy(desc(contracts.id))
    .limit(size + 1);
  const { rows, hasMore } = partOf(loaded, { size });
  if (rows.length === 0) return NO_ROWS;
  const contractIds = rows.map(({ contract }) => contract.id);
  const customerIds = rows.map(({ contract }) => contract.customerId);
  const claims = await db
    .select()
    .from(debtClaims)
    .where(inArray(debtClaims.contractId, contractIds))
    .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id));
  const paid = await db
    .select({
      claimId: claimPayments.claimId,
      amount: claimPayments.amount,
      bookedAt: accountTransactions.bookedAt,
    })
    .from(claimPayments)
    .innerJoin(accountTransactions, eq(accountTransactions.id, claimPayments.transactionId))
    .where(
      inArray(
        claimPayments.claimId,
        claims.map(({ id }) => id),
      ),
    )
    .orderBy(asc(accountTransactions.id));
  const charged = await db
    .select()
    .from(charges)
    .where(inArray(charges.customerId, customerIds))
    .orderBy(asc(charges.createdAt));
  const refunded = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.customerId, customerIds))
    .orderBy(asc(refunds.createdAt));
  const credited = await db
    .select()
    .from(accountTransactions)
    .where(
      and(
        inArray(accountTransactions.customerId, customerIds),
        isNotNull(accountTransactions.creditsClaimId),
      ),
    )
    .orderBy(asc(accountTransactions.id));
  const modules = await moduleStories(context, rows);
  const idlePeriods = await idlePeriodStories(db, contractIds);
  const stories = rows.map((row) => ({
    ...row,
    modules: modules.filter(({ booked }) => booked.contractId === row.contract.id),
    idlePeriods: idlePeriods.filter(({ idlePeriod }) => idlePeriod.contractId === row.contract.id),
    claims: claims
      .filter(({ contractId }) => contractId === row.contract.id)
      .map((claim) => ({
        ...claim,
        payments: paid.filter(({ claimId }) => claimId === claim.id),
        credits: credited.filter(({ creditsClaimId }) => creditsClaimId === claim.id),
      })),
    charges: charged.filter(({ customerId: of }) => of === row.contract.customerId),
    refunds: refunded.filter(({ customerId: of }) => of === row.contract.customerId),
  }));
  return { rows: stories, hasMore };
}
