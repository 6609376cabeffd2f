import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../store/database.js';
import { collectionCases, collectionDebts } from '../store/debt-collection-tables.js';

/**
 * The claims of a customer that a partner collects: those in an open case. Nobody else takes money for them, neither by
 * token nor by job nor by credit; what the debtor pays is told by the partner (specification, debt collection steps).
 */
export async function claimsInCollection(db: Database, customerId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ claimId: collectionDebts.claimId })
    .from(collectionDebts)
    .innerJoin(collectionCases, eq(collectionCases.id, collectionDebts.caseId))
    .where(and(eq(collectionCases.customerId, customerId), isNull(collectionCases.closure)));
  return new Set(rows.map(({ claimId }) => claimId));
}
