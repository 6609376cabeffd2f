import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../store/database.js';
import { contracts } from '../store/membership-tables.js';
import {
  accountTransactions,
  charges,
  claimPayments,
  customers,
  debtClaims,
  studios,
} from '../store/schema.js';

const SHOWN = 30;

type Claim = typeof debtClaims.$inferSelect & {
  /** What has paid it, and what took a payment back, in the order of the bookings; minor units. */
  readonly payments: readonly { readonly amount: number; readonly bookedAt: Date }[];
};

/** A contract with what is due for it, and the charges of its member. */
export interface ContractStory {
  readonly contract: typeof contracts.$inferSelect;
  readonly studioName: string;
  readonly currency: string;
  readonly claims: readonly Claim[];
  readonly charges: readonly (typeof charges.$inferSelect)[];
}

/** The newest contracts. */
export async function contractStories(db: Database): Promise<ContractStory[]> {
  const rows = await db
    .select({ contract: contracts, studioName: studios.name, currency: studios.currency })
    .from(contracts)
    .innerJoin(customers, eq(customers.id, contracts.customerId))
    .innerJoin(studios, eq(studios.id, customers.studioId))
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
    .where(inArray(accountTransactions.customerId, customerIds))
    .orderBy(asc(accountTransactions.id));
  const charged = await db
    .select()
    .from(charges)
    .where(inArray(charges.customerId, customerIds))
    .orderBy(asc(charges.createdAt));
  return rows.map((row) => ({
    ...row,
    claims: claims
      .filter(({ contractId }) => contractId === row.contract.id)
      .map((claim) => ({ ...claim, payments: paid.filter(({ claimId }) => claimId === claim.id) })),
    charges: charged.filter(({ customerId }) => customerId === row.contract.customerId),
  }));
}
