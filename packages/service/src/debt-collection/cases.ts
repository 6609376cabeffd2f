import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../store/database.js';
import { collectionCases, collectionDebts } from '../store/debt-collection-tables.js';
import { debtClaims } from '../store/schema.js';

export type CollectionDebt = typeof collectionDebts.$inferSelect & {
  readonly claim: typeof debtClaims.$inferSelect;
};
export type CollectionCase = typeof collectionCases.$inferSelect & {
  readonly debts: readonly CollectionDebt[];
};

/** Cases with their debts, in the order of their hand-over. */
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

/** A partner's cases of customers. */
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

/** The open cases of a customer, whoever collects them. */
export function openCasesOf(
  db: Database,
  customerId: number,
): Promise<(typeof collectionCases.$inferSelect)[]> {
  return db
    .select()
    .from(collectionCases)
    .where(and(eq(collectionCases.customerId, customerId), isNull(collectionCases.closure)));
}
