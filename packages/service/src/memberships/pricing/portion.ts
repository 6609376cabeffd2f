import type { AgeAdjustment, Portion } from '../../domain/offer.js';

const WHOLE = 10_000;

/**
 * A portion of an amount in whole minor units, a half rounded away from zero. Amounts stay below 10^11 minor
 * units, so that every product is an exact integer.
 */
export function portionOf(amount: number, portion: Portion): number {
  if (portion.type === 'ABSOLUTE') return portion.amount;
  const product = amount * portion.basisPoints;
  return Math.sign(product) * Math.floor((Math.abs(product) + WHOLE / 2) / WHOLE);
}

/** The rest of an amount after a discount; never below zero. */
export function discounted(amount: number, discount: Portion): number {
  return Math.max(0, amount - portionOf(amount, discount));
}

/** The price for a person of an age; the first range that fits decides. Never below zero. */
export function ageAdjusted(
  price: number,
  adjustments: readonly AgeAdjustment[] | undefined,
  age: number | null,
): number {
  if (age === null) return price;
  const found = adjustments?.find(({ startAge, endAge }) => startAge <= age && age <= endAge);
  return found ? Math.max(0, price + portionOf(price, found.adjustment)) : price;
}

/** `amount × share ÷ whole` for whole numbers, a half rounded up. */
export function proportion(amount: number, share: number, whole: number): number {
  return Number((2n * BigInt(amount) * BigInt(share) + BigInt(whole)) / (2n * BigInt(whole)));
}
