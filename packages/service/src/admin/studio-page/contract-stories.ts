import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import {
  accountTransactions,
  claimPayments,
  debtClaims,
} from '../../modules/payments/account/account.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { idlePeriodStories, type IdlePeriodStory } from './idle-periods.js';

const SHOWN = 30;

type Claim = typeof debtClaims.$inferSelect & {
  /** Payments and their reversals in booking order, in minor units. */
  readonly payments: readonly { readonly amount: number; readonly bookedAt: Date }[];
  /** Amounts credited because they are no longer owed, in minor units. */
  readonly credits: readonly { readonly amount: number; readonly bookedAt: Date }[];
};

/** A contract with its claims and idle periods, and the charges of its member. */
export interface ContractStory {
  readonly contract: typeof contracts.$inferSelect;
  readonly studio: Studio;
  readonly claims: readonly Claim[];
  readonly idlePeriods: readonly IdlePeriodStory[];
  readonly charges: readonly (typeof charges.$inferSelect)[];
}

/**
 * Loads the newest contracts.
 *
 * @param customerId loads only this customer's contracts; null loads those of all customers
 */
export async function contractStories(db: Database, customerId: number | null): Promise<ContractStory[]> {
  const rows = await db
    .select({ contract: contracts, studio: studios })
    .from(contracts)
    .innerJoin(customers, and(eq(customers.id, contracts.customerId), isNull(customers.erasedAt)))
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .where(customerId === null ? undefined : eq(contracts.customerId, customerId))
    .orderBy(desc(contracts.id))
    .limit(SHOWN);
  if (rows.length === 0) return [];
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
  const idlePeriods = await idlePeriodStories(db, contractIds);
  return rows.map((row) => ({
    ...row,
    idlePeriods: idlePeriods.filter(({ idlePeriod }) => idlePeriod.contractId === row.contract.id),
    claims: claims
      .filter(({ contractId }) => contractId === row.contract.id)
      .map((claim) => ({
        ...claim,
        payments: paid.filter(({ claimId }) => claimId === claim.id),
        credits: credited.filter(({ creditsClaimId }) => creditsClaimId === claim.id),
      })),
    charges: charged.filter((charge) => charge.customerId === row.contract.customerId),
  }));
}
