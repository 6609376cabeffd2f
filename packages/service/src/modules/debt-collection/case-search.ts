import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { customers } from '../customers/customers.tables.js';
import { collectionAdjustments, collectionCases } from './debt-collection.tables.js';
import { type DebtorFile, findDebtorFiles } from './debtor-files.js';
import { customerIdOf, requireDebtorsHere } from './debtors.js';
import type { RunHolder } from './runs.js';

/** Filters for cases. A case matches if it has one of the values of every given filter. */
export interface CaseSearch {
  readonly debtorId?: readonly string[];
  readonly collectionCaseId?: readonly string[];
  readonly agencyCollectionCaseId?: readonly string[];
  readonly caseAdjustmentRequestId?: readonly number[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds the cases of a partner's debtors at a studio. Cases that the partner has grouped are returned together,
 * whichever of them is named.
 *
 * @throws ApiError 403 if a named case belongs to a debtor who is now at another studio.
 */
export async function searchCases(
  db: Database,
  { studio, partner }: RunHolder,
  search: CaseSearch,
): Promise<DebtorFile[]> {
  const filters = filtersOf(db, search);
  const ofPartner = eq(collectionCases.partnerId, partner.id);
  const requireHere = async ([parameter, filter]: [string, SQL | undefined]) => {
    if (filter === undefined) return;
    const named = db
      .select({ id: collectionCases.customerId })
      .from(collectionCases)
      .where(and(ofPartner, filter));
    await requireDebtorsHere(db, { studio, partner }, inArray(customers.id, named), parameter);
  };
  const { agencyCollectionCaseId, ...ofOurIds } = filters;
  for (const filter of Object.entries(ofOurIds)) await requireHere(filter);
  const found = await findNamed(db, { studio, partner }, and(ofPartner, ...Object.values(filters)));
  // A partner may use the same id of its own at several studios, so this id is checked only if nothing was found.
  if (found.length === 0) await requireHere(['agencyCollectionCaseId', agencyCollectionCaseId]);
  return found;
}

/** Returns a condition on cases for each given parameter. */
function filtersOf(db: Database, search: CaseSearch): Record<keyof CaseSearch, SQL | undefined> {
  const debtorIds = search.debtorId?.flatMap((id) => customerIdOf(id) ?? []);
  const uuids = (ids: readonly string[]) => ids.filter((id) => UUID.test(id));
  const { collectionCaseId, agencyCollectionCaseId: names, caseAdjustmentRequestId } = search;
  return {
    debtorId: debtorIds && inArray(collectionCases.customerId, debtorIds),
    collectionCaseId: collectionCaseId && inArray(collectionCases.id, uuids(collectionCaseId)),
    agencyCollectionCaseId:
      names &&
      or(
        inArray(collectionCases.agencyCaseId, [...names]),
        // A case that the partner has not named is found by our id.
        and(isNull(collectionCases.agencyCaseId), inArray(collectionCases.id, uuids(names))),
      ),
    caseAdjustmentRequestId:
      caseAdjustmentRequestId &&
      inArray(
        collectionCases.id,
        db
          .select({ id: collectionAdjustments.caseId })
          .from(collectionAdjustments)
          .where(inArray(collectionAdjustments.id, [...caseAdjustmentRequestId])),
      ),
  };
}

/** Finds debtors with the cases that match a condition, and the cases that the partner has grouped with them. */
async function findNamed(
  db: Database,
  { studio, partner }: RunHolder,
  condition: SQL | undefined,
): Promise<DebtorFile[]> {
  const named = await db
    .select({
      id: collectionCases.id,
      customerId: collectionCases.customerId,
      agencyCaseId: collectionCases.agencyCaseId,
    })
    .from(collectionCases)
    .where(condition);
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
