import { addTerm, ageOn, type CalendarDate } from '../../../core/calendar.js';
import type { AgeAdjustment, FlatFee, PaymentFrequency, Portion } from '../offers/offer.js';
import type { Discount, DiscountPeriod, Voucher } from '../vouchers/voucher.js';
import { basePriceOf, type Runtime } from './fees.js';
import type { CompanySplit, QuoteRequest } from './quote-types.js';

const WHOLE = 10_000;

/**
 * A portion of an amount in whole minor units, a half rounded away from zero. Amounts stay below 10^11 minor
 * units, so that every product is an exact integer.
 */
function portionOf(amount: number, portion: Portion): number {
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

/** The discount on a day: the periods follow one another from the start, the last may have no end. */
export function discountOn(
  periods: readonly DiscountPeriod[],
  start: CalendarDate,
  date: CalendarDate,
): Portion | null {
  return periodOn(periods, start, date)?.discount ?? null;
}

/** The discount on a day after the initial runtime, with which a discount for it alone has ended. */
export function discountAfterInitialTerm(
  periods: readonly DiscountPeriod[],
  start: CalendarDate,
  date: CalendarDate,
): Portion | null {
  const period = periodOn(periods, start, date);
  return period && period.effective.type !== 'INITIAL_TERM' ? period.discount : null;
}

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

/** The discount of a voucher, of whichever type, or null. */
export function discountOf(voucher: Voucher | null): Discount | null {
  if (voucher?.type === 'DISCOUNT') return voucher;
  return voucher?.type === 'COMPANY_FEE_SPLIT' ? (voucher.discount ?? null) : null;
}

/** The price of a flat fee at its start, before and after the voucher. */
export function flatFeePrices(
  fee: FlatFee,
  discount: Discount | null,
  runtime: Runtime,
): { price: number; discounted: number } {
  const price = basePriceOf(fee.frequency, runtime);
  const first = discount?.flatFees.includes(fee.identifier) ? discount.periods[0] : undefined;
  return { price, discounted: first ? discounted(price, first.discount) : price };
}

/** An amount of a frequency, adjusted for the age at the start of the contract. */
export function adjustForAge(
  amount: number,
  request: QuoteRequest,
  frequency: PaymentFrequency = request.term.paymentFrequency,
): number {
  return ageAdjusted(amount, frequency.ageAdjustments, ageAtStart(request));
}

export function ageAtStart({ dateOfBirth, startDate }: QuoteRequest): number | null {
  return dateOfBirth === null ? null : ageOn(dateOfBirth, startDate);
}

/** The shares of a price that the company of a voucher and the member pay. */
export function split(price: number, voucher: Voucher | null): CompanySplit {
  if (voucher?.type !== 'COMPANY_FEE_SPLIT') return { company: 0, member: price };
  const company = Math.min(price, Math.max(0, portionOf(price, voucher.share)));
  return { company, member: price - company };
}
