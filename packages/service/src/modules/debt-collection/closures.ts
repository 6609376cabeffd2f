import type { DebtCollectionSettings } from '../studios/settings/debt-collection-settings.js';
import type { Closure, ClosureType } from './debt-collection.stored.js';

interface ClosureEffect {
  /** Whether the claims no longer count as in collection. */
  readonly liftsStatus: boolean;
  /** Whether the member may enter again, unless another case is open. */
  readonly liftsRestriction: boolean;
  /** Whether the partner loses access to the member's data, unless it has another open case. */
  readonly endsGrant: boolean;
}

/**
 * Effects of each type of closure (specification, states of a debt collection case). docs/decisions/0023 explains the
 * grant after REJECTION.
 */
export const CLOSURE_EFFECTS: Readonly<Record<ClosureType, ClosureEffect>> = {
  POSITIVE: { liftsStatus: true, liftsRestriction: true, endsGrant: true },
  NEGATIVE: { liftsStatus: true, liftsRestriction: true, endsGrant: true },
  REVERSAL: { liftsStatus: true, liftsRestriction: false, endsGrant: true },
  REJECTION: { liftsStatus: false, liftsRestriction: false, endsGrant: false },
};

type Derecognition = Pick<
  DebtCollectionSettings,
  'derecognizeRemainingDebtsOnClosure' | 'derecognizeRemainingDebtsOnRejection'
>;

/** Returns whether a closure writes off the remainder, because the partner requests it or the studio always does. */
export function writesOffRemainder({ type, options = [] }: Closure, settings: Derecognition): boolean {
  switch (type) {
    case 'POSITIVE':
    case 'NEGATIVE':
      return (
        settings.derecognizeRemainingDebtsOnClosure === 'ALWAYS' ||
        // The only option that exists requests the write-off.
        options.length > 0
      );
    case 'REJECTION':
      return settings.derecognizeRemainingDebtsOnRejection === 'ALWAYS';
    case 'REVERSAL':
      return false;
  }
}

/** The end of a case; `closure` is null while it is open. */
export interface CaseEnd {
  readonly closure: Closure | null;
  readonly isDerecognized: boolean;
}

/** Returns the end of a case after a report. A case ends only once; later reports about its end change nothing. */
export function endAfter(before: CaseEnd, reported: Closure | null, settings: Derecognition): CaseEnd {
  const { closure, isDerecognized } = before;
  if (closure !== null || reported === null) return { closure, isDerecognized };
  return { closure: reported, isDerecognized: writesOffRemainder(reported, settings) };
}

/** The ids that the service and the partner have given to a collection case. */
interface CaseIds {
  readonly id: string;
  readonly agencyCaseId: string | null;
}

/**
 * Returns the collection cases that the partner invoices: the first under each agencyCollectionCaseId, and every case
 * without one (specification, debt collection case update, rule 4).
 *
 * @param cases in the order of their handover.
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
