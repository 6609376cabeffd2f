/** A collection case by its own id and by the partner's. */
interface CaseIds {
  readonly id: string;
  readonly agencyCaseId: string | null;
}

/**
 * The collection cases that the partner invoices: of those under one agencyCollectionCaseId the first, and each that has
 * none (specification, debt collection case update, rule 4).
 *
 * @param cases in the order of their hand-over.
 */
export function invoicedCases<T extends CaseIds>(cases: readonly T[]): T[] {
  const seen = new Set<string>();
  return cases.filter(({ agencyCaseId }) => {
    if (agencyCaseId === null) return true;
    const isFirst = !seen.has(agencyCaseId);
    seen.add(agencyCaseId);
    return isFirst;
  });
}
