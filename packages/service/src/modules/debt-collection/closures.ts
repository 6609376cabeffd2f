import type { DebtCollectionSettings } from '../studios/settings/debt-collection-settings.js';
import type { Closure, ClosureType } from './debt-collection.stored.js';

interface ClosureEffect {
  /** The claims count as given back by the collection. */
  readonly liftsStatus: boolean;
  /** The member may enter again, unless another case is open. */
  readonly liftsRestriction: boolean;
  /** The partner may no longer read the member's data, unless it has another open case. */
  readonly endsGrant: boolean;
}

/** Specification, states of a debt collection case; for the grant after REJECTION see docs/decisions/0023. */
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

/** Whether a closure writes off what is left: because the partner asks for it, or the studio always does. */
export function writesOffRemainder({ type, options = [] }: Closure, settings: Derecognition): boolean {
  switch (type) {
    case 'POSITIVE':
    case 'NEGATIVE':
      return (
        settings.derecognizeRemainingDebtsOnClosure === 'ALWAYS' ||
        // There is one option, which asks for it.
        options.length > 0
      );
    case 'REJECTION':
      return settings.derecognizeRemainingDebtsOnRejection === 'ALWAYS';
    case 'REVERSAL':
      return false;
  }
}

/** A case as far as its end is concerned. */
export interface CaseEnd {
  readonly closure: Closure | null;
  readonly isDerecognized: boolean;
}

/** A case ends once: what is told of its end later changes nothing. */
export function endAfter(before: CaseEnd, reported: Closure | null, settings: Derecognition): CaseEnd {
  const { closure, isDerecognized } = before;
  if (closure !== null || reported === null) return { closure, isDerecognized };
  return { closure: reported, isDerecognized: writesOffRemainder(reported, settings) };
}

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
