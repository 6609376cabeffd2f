import { COLLECTION_BOOKING_KINDS, type CollectionBookingKind } from './debt-collection.tables.js';

/** Amounts that a partner has reported for a debt: cumulative totals in minor units. */
export interface Totals {
  readonly paidAmount: number;
  readonly reducedAmount: number;
  readonly writeOffAmount: number;
}

export interface DebtAmounts extends Totals {
  readonly originalAmount: number;
}

/** Returns the amount left to collect (specification, debt collection case update, rule 1). */
export function openAmount({
  originalAmount,
  paidAmount,
  reducedAmount,
  writeOffAmount,
}: DebtAmounts): number {
  return originalAmount - paidAmount - reducedAmount - writeOffAmount;
}

/**
 * Returns the totals that apply. Payments after the closure first replace what was written off, then what was reduced.
 * Once the remainder has been written off, it stays written off, whatever is reported later.
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

/** Returns the account entries that correspond to the totals (rule 6). */
export function entriesOf({
  paidAmount,
  reducedAmount,
  writeOffAmount,
}: Totals): Record<CollectionBookingKind, number> {
  return { PAYMENT: paidAmount, REDUCTION: reducedAmount, ABANDONMENT: writeOffAmount };
}

/**
 * Divides the totals over the claim, in the order of the booking kinds. A payment is booked in full, and the part that
 * exceeds the claim becomes the member's credit. Reductions and write-offs are limited to the open amount.
 *
 * @param open the claim's open amount without these entries.
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
