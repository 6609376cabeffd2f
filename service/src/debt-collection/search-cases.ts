import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Database } from '../store/database.js';
import { collectionAdjustments, collectionCases } from '../store/debt-collection-tables.js';
import { customerIdOf } from './debtors.js';
import { findDebtorFiles, type DebtorFile } from './debtor-files.js';
import type { RunHolder } from './runs.js';

/** The cases that are asked for: those that fit each given filter in one of its values. */
export interface CaseSearch {
  readonly debtorId?: readonly string[];
  readonly collectionCaseId?: readonly string[];
  readonly agencyCollectionCaseId?: readonly string[];
  readonly caseAdjustmentRequestId?: readonly number[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The cases of a partner's debtors at a studio. What the partner has gathered in a case of its own is found as a whole,
 * whichever part of it is named.
 */
export async function searchCases(
  db: Database,
  { studio, partner }: RunHolder,
  search: CaseSearch,
): Promise<DebtorFile[]> {
  const debtorIds = search.debtorId?.flatMap((id) => customerIdOf(id) ?? []);
  const caseIds = search.collectionCaseId?.filter((id) => UUID.test(id));
  const conditions: (SQL | undefined)[] = [
    eq(collectionCases.partnerId, partner.id),
    debtorIds && inArray(collectionCases.customerId, debtorIds),
    caseIds && inArray(collectionCases.id, caseIds),
    search.agencyCollectionCaseId &&
      inArray(collectionCases.agencyCaseId, [...search.agencyCollectionCaseId]),
    search.caseAdjustmentRequestId &&
      inArray(
        collectionCases.id,
        db
          .select({ id: collectionAdjustments.caseId })
          .from(collectionAdjustments)
          .where(inArray(collectionAdjustments.id, [...search.caseAdjustmentRequestId])),
      ),
  ];
  const named = await db
    .select({
      id: collectionCases.id,
      customerId: collectionCases.customerId,
      agencyCaseId: collectionCases.agencyCaseId,
    })
    .from(collectionCases)
    .where(and(...conditions));
  if (named.length === 0) return [];
  const gathered = named.filter(({ agencyCaseId }) => agencyCaseId !== null);
  const cases = or(
    inArray(
      collectionCases.id,
      named.map(({ id }) => id),
    ),
    gathered.length === 0
      ? undefined
      : and(
          inArray(
            collectionCases.customerId,
            gathered.map(({ customerId }) => customerId),
          ),
          inArray(
            collectionCases.agencyCaseId,
            gathered.map(({ agencyCaseId }) => agencyCaseId ?? ''),
          ),
        ),
  );
  return findDebtorFiles(db, { studio, partnerId: partner.id, cases });
}
