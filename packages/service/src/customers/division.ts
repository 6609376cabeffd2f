import type { CalendarDate } from '../domain/calendar.js';

/** The rest of a claim that is still to be paid, in minor units. */
export interface OpenClaim {
  readonly id: number;
  readonly dueDate: CalendarDate;
  readonly open: number;
}

/** The share of an amount that goes to a claim, in minor units. */
export interface Part {
  readonly claimId: number;
  readonly amount: number;
}

/** A payment under way. */
export interface PendingPayment {
  /** Minor units. */
  readonly amount: number;
  /** The claims it is for; null: those that are due, the oldest first. */
  readonly claimIds: readonly number[] | null;
}

/** Divides an amount over claims in their order; what is more than they come to is left out. */
export function divide(amount: number, claims: readonly OpenClaim[]): Part[] {
  let left = amount;
  return claims.flatMap(({ id: claimId, open }) => {
    const part = Math.min(left, open);
    left -= part;
    return part > 0 ? [{ claimId, amount: part }] : [];
  });
}

/** The claims that a payment is for, of those that are open. */
export function meantBy(
  claimIds: readonly number[] | null,
  claims: readonly OpenClaim[],
  today: CalendarDate,
): OpenClaim[] {
  return claims.filter(({ id, dueDate }) => (claimIds ? claimIds.includes(id) : dueDate <= today));
}

/** The rest of each claim once the payments under way, in their order, have paid their part. */
export function lessPending(
  claims: readonly OpenClaim[],
  pending: readonly PendingPayment[],
  today: CalendarDate,
): OpenClaim[] {
  const left = pending.reduce<readonly OpenClaim[]>((open, { amount, claimIds }) => {
    const parts = divide(amount, meantBy(claimIds, open, today));
    return open.map((claim) => {
      const part = parts.find(({ claimId }) => claimId === claim.id);
      return { ...claim, open: claim.open - (part?.amount ?? 0) };
    });
  }, claims);
  return left.filter(({ open }) => open > 0);
}
