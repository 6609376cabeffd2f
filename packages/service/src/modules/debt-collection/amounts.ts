import { COLLECTION_BOOKING_KINDS, type CollectionBookingKind } from './debt-collection.tables.js';

/** Amounts that a partner has reported for a debt: cumulative running totals in minor units. */
export interface Totals {
  readonly paidAmount: number;
  readonly reducedAmount: number;
  readonly writeOffAmount: number;
}

export interface DebtAmounts extends Totals {
  readonly originalAmount: number;
}

/** The amount left to collect (specification, debt collection case update, rule 1). */
export function openAmount({
  originalAmount,
  paidAmount,
  reducedAmount,
  writeOffAmount,
}: DebtAmounts): number {
  return originalAmount - paidAmount - reducedAmount - writeOffAmount;
}

/**
 * The totals that hold. What is paid after the closure takes the place of what was written off, then of what was reduced;
 * once all that was left is written off, it stays so whatever is told later.
 */
export function effectiveTotals(debt: DebtAmounts, isDerecognized: boolean): DebtAmounts {
  const { originalAmount, paidAmount } = debt;
  const reducedAmount = Math.min(debt.reducedAmount, originalAmount - paidAmount);
  const remainder = originalAmount - paidAmount - reducedAmount;
  return {
    originalAmount,
    paidAmount,
    reducedAmount,
    writeOffAmount: isDerecognized ? remainder : Math.min(debt.writeOffAmount, remainder),
  };
}

/** The entries of the account that the totals stand for (rule 6). */
export function entriesOf({
  paidAmount,
  reducedAmount,
  writeOffAmount,
}: Totals): Record<CollectionBookingKind, number> {
  return { PAYMENT: paidAmount, REDUCTION: reducedAmount, ABANDONMENT: writeOffAmount };
}

/**
 * Amount of each total that the claim takes, in the order of the kinds. A payment is booked in full, and what the claim
 * does not take is the member's credit. Nothing is reduced or written off that is not open.
 *
 * @param open what is open of the claim without these entries.
 */
export function divideOverClaim(
  totals: Totals,
  open: number,
): { readonly kind: CollectionBookingKind; readonly amount: number; readonly ofClaim: number }[] {
  const entries = entriesOf(totals);
  let left = Math.max(open, 0);
  return COLLECTION_BOOKING_KINDS.map((kind) => {
    const total = entries[kind];
    const ofClaim = Math.min(total, left);
    left -= ofClaim;
    return { kind, ofClaim, amount: kind === 'PAYMENT' ? total : ofClaim };
  });
}
