import { addTerm, type CalendarDate } from '../../../core/calendar.js';
import type { OngoingFee } from '../contracts/contract-details.js';
import type { AgeAdjustment, PaymentFrequency, Portion } from '../offers/offer.js';
import type { Discount, DiscountPeriod, Voucher } from '../vouchers/voucher.js';
import type { Fee } from './fees.js';

const WHOLE = 10_000;

/**
 * Returns a portion of an amount in whole minor units; halves are rounded away from zero. Amounts stay below 10^11
 * minor units, so every product is an exact integer.
 */
function portionOf(amount: number, portion: Portion): number {
  if (portion.type === 'ABSOLUTE') return portion.amount;
  const product = amount * portion.basisPoints;
  return Math.sign(product) * Math.floor((Math.abs(product) + WHOLE / 2) / WHOLE);
}

/** Returns `amount × share ÷ whole` for whole numbers; halves are rounded up. */
export function proportion(amount: number, share: number, whole: number): number {
  return Number((2n * BigInt(amount) * BigInt(share) + BigInt(whole)) / (2n * BigInt(whole)));
}

/** Returns the price for a person's age, which is never below zero. The first matching range applies. */
export function ageAdjusted(
  price: number,
  adjustments: readonly AgeAdjustment[] | undefined,
  age: number | null,
): number {
  if (age === null) return price;
  const found = adjustments?.find(({ startAge, endAge }) => startAge <= age && age <= endAge);
  return found ? Math.max(0, price + portionOf(price, found.adjustment)) : price;
}

/** Adjusts the prices of a payment frequency for a person's age. */
export function atAge(frequency: PaymentFrequency, age: number | null): PaymentFrequency {
  const { ageAdjustments, ...rest } = frequency;
  const adjust = <Priced extends { readonly price: number }>(priced: Priced): Priced => {
    return { ...priced, price: ageAdjusted(priced.price, ageAdjustments, age) };
  };
  switch (rest.type) {
    case 'FREE':
      return rest;
    case 'NON_RECURRING':
    case 'RECURRING':
      return adjust(rest);
    case 'MONTH_DAY':
      return { ...rest, days: rest.days.map(adjust) };
    case 'TERM_BASED':
      return { ...rest, steps: rest.steps.map(adjust) };
  }
}

/** Returns the discount of a voucher of any type, or null. */
export function discountOf(voucher: Voucher | null): Discount | null {
  if (voucher?.type === 'DISCOUNT') return voucher;
  return voucher?.type === 'COMPANY_FEE_SPLIT' ? (voucher.discount ?? null) : null;
}

/** Returns what remains of an amount after a discount; never below zero. */
export function discounted(amount: number, discount: Portion): number {
  return Math.max(0, amount - portionOf(amount, discount));
}

/** Amounts in minor units. */
export interface CompanySplit {
  readonly company: number;
  readonly member: number;
}

/** Splits a price between the voucher's company and the member. */
export function split(price: number, voucher: Voucher | null): CompanySplit {
  if (voucher?.type !== 'COMPANY_FEE_SPLIT') return { company: 0, member: price };
  const company = Math.min(price, Math.max(0, portionOf(price, voucher.share)));
  return { company, member: price - company };
}

/**
 * Reduces a fee to the amount that the member pays. The discount of the day applies to every discounted fee, the share
 * of the voucher's company only to the contract's own fee.
 *
 * @param phase in which the fee falls due. A discount for the initial runtime does not reduce later fees.
 */
export function memberAmount(
  { amount, dueDate }: Pick<Fee, 'amount' | 'dueDate'>,
  { type, discountFrom }: Pick<OngoingFee, 'type' | 'discountFrom'>,
  voucher: Voucher | null,
  phase: 'INITIAL' | 'EXTENSION',
): number {
  if (discountFrom === null) return amount;
  const period = periodOn(discountOf(voucher)?.periods ?? [], discountFrom, dueDate);
  const hasEnded = phase === 'EXTENSION' && period?.effective.type === 'INITIAL_TERM';
  const price = period && !hasEnded ? discounted(amount, period.discount) : amount;
  return type === 'CONTRACT_FEE' ? split(price, voucher).member : price;
}

/** Returns the discount period of a day. Periods follow one another from the start; the last may have no end. */
function periodOn(
  periods: readonly DiscountPeriod[],
  start: CalendarDate,
  date: CalendarDate,
): DiscountPeriod | null {
  let begin = start;
  for (const period of periods) {
    if (period.effective.type !== 'TIME_BASED') return period;
    const end = addTerm(begin, period.effective.term);
    if (date < end) return period;
    begin = end;
  }
  return null;
}
