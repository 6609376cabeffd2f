import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { debtClaims } from '../payments/account/account.tables.js';
import { CLOSURE_EFFECTS } from './closures.js';
import type { Closure } from './debt-collection.stored.js';
import { collectionCases, collectionDebts } from './debt-collection.tables.js';
import { endGrants, type GrantHolder } from './grants.js';
import { restoreAccess } from './restrictions.js';

export type CollectionDebt = typeof collectionDebts.$inferSelect & {
  readonly claim: typeof debtClaims.$inferSelect;
};
export type CollectionCase = typeof collectionCases.$inferSelect & {
  readonly debts: readonly CollectionDebt[];
};

/** Finds cases with their debts, in the order of their handover. */
export async function findCases(db: Database, condition: SQL | undefined): Promise<CollectionCase[]> {
  const cases = await db
    .select()
    .from(collectionCases)
    .where(condition)
    .orderBy(asc(collectionCases.position));
  if (cases.length === 0) return [];
  const ids = cases.map(({ id }) => id);
  const rows = await db
    .select({ debt: collectionDebts, claim: debtClaims })
    .from(collectionDebts)
    .innerJoin(debtClaims, eq(debtClaims.id, collectionDebts.claimId))
    .where(inArray(collectionDebts.caseId, ids))
    .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id));
  return cases.map((one) => ({
    ...one,
    debts: rows.filter(({ debt }) => debt.caseId === one.id).map(({ debt, claim }) => ({ ...debt, claim })),
  }));
}

/** Returns a partner's cases for the given customers. */
export function casesOf(
  db: Database,
  partnerId: number,
  customerIds: readonly number[],
): Promise<CollectionCase[]> {
  if (customerIds.length === 0) return Promise.resolve([]);
  return findCases(
    db,
    and(eq(collectionCases.partnerId, partnerId), inArray(collectionCases.customerId, [...customerIds])),
  );
}

/** Returns the open cases of a customer with any partner. */
export function openCasesOf(
  db: Database,
  customerId: number,
): Promise<(typeof collectionCases.$inferSelect)[]> {
  return db
    .select()
    .from(collectionCases)
    .where(and(eq(collectionCases.customerId, customerId), isNull(collectionCases.closure)));
}

/**
 * Applies the consequences of cases that were just closed: lifts the customer's access restriction and ends the
 * partner's grant where the closures require it. The collection status follows from the cases themselves. The person
 * must be locked.
 */
export async function applyClosures(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { studioId, partnerId, customerId }: GrantHolder & { readonly studioId: number },
  closures: readonly Closure[],
): Promise<void> {
  if (closures.length === 0) return;
  const effects = closures.map(({ type }) => CLOSURE_EFFECTS[type]);
  const open = await openCasesOf(tx, customerId);
  if (open.length === 0 && effects.some(({ liftsRestriction }) => liftsRestriction)) {
    await restoreAccess(context, tx, { studioId, customerId });
  }
  const hasOpenCase = open.some((one) => one.partnerId === partnerId);
  if (!hasOpenCase && effects.some(({ endsGrant }) => endsGrant)) {
    await endGrants(tx, partnerId, [customerId]);
  }
}
