import { addTerm, type CalendarDate, dayBefore, monthsIn, type Term } from '../../../core/calendar.js';
import { type Contract, signedTerm } from '../contracts/contracts.js';
import type { PaymentFrequency } from '../offers/offer.js';
import type { AgreedIdlePeriod, IdlePeriodCharge } from './idle-time.js';
import { termStarts } from './terms.js';

/** The initial runtime of a contract. */
interface Runtime {
  readonly start: CalendarDate;
  readonly term: Term;
}

/**
 * Returns the monthly price of a contract on a day, in minor units and not rounded. This is the current contribution on
 * which a percentage fee is based (specification, Configuration fields). It excludes modules and flat fees, and uses
 * the price for the member's age at the start.
 */
export function monthlyContribution(contract: Contract, on: CalendarDate): number {
  const { details, startDate } = contract;
  const { term, paymentFrequency, extension } = signedTerm(contract);
  const isExtended = on >= addTerm(startDate, term);
  if (isExtended && extension.type === 'SUBSEQUENT_RATE_DETAIL') {
    return extension.price / monthsIn(extension.term);
  }
  const price = monthlyPrice(paymentFrequency, { start: startDate, term }, on);
  const { basePrice, ageAdjustedPrice } = details;
  return ageAdjustedPrice === null || basePrice === 0 ? price : (price * ageAdjustedPrice) / basePrice;
}

/**
 * Converts a payment frequency to a monthly price. Prices for days of the year, and one-off prices, are spread evenly.
 */
export function monthlyPrice(
  frequency: PaymentFrequency,
  { start, term }: Runtime,
  on: CalendarDate,
): number {
  const sum = (parts: readonly { readonly price: number }[]) =>
    parts.reduce((all, { price }) => all + price, 0);
  switch (frequency.type) {
    case 'FREE':
      return 0;
    case 'NON_RECURRING':
      return frequency.price / monthsIn(term);
    case 'RECURRING':
      return frequency.price / monthsIn(frequency.term);
    case 'MONTH_DAY':
      return sum(frequency.days) / (frequency.recurring ? 12 : monthsIn(term));
    case 'TERM_BASED': {
      if (!frequency.recurring) return sum(frequency.steps) / monthsIn(term);
      const current = frequency.steps.findLast(({ after }) => addTerm(start, after) <= on);
      return (current?.price ?? 0) / monthsIn(frequency.term);
    }
  }
}

/** Types of fee calculation (fields, idlePeriodFeeCalculationType). */
export type FeeType = 'NONE' | 'ABSOLUTE' | 'TERM_BASED' | 'RELATIVE';

/**
 * Returns how a fee is calculated. A percentage takes precedence over an amount per term, and that over a fixed amount
 * (specification, Configuration fields).
 */
export function feeType({ fee }: Pick<AgreedIdlePeriod, 'fee'>): FeeType {
  if (fee.percentage !== undefined) return 'RELATIVE';
  if (fee.amountPerTermUnit !== undefined) return 'TERM_BASED';
  return fee.amount > 0 ? 'ABSOLUTE' : 'NONE';
}

/** Returns the fee in minor units for one term; for a non-recurring fixed fee, for all terms together. */
export function feeAmount(
  idlePeriod: Pick<AgreedIdlePeriod, 'fee' | 'unit' | 'monthlyContribution'>,
): number {
  const { fee, unit, monthlyContribution } = idlePeriod;
  if (fee.percentage !== undefined) {
    return Math.round((monthlyContribution * monthsIn({ value: 1, unit }) * fee.percentage) / 100);
  }
  return fee.amountPerTermUnit ?? fee.amount;
}

/**
 * Returns the fees of an idle period, earliest first. They are one sum at the start, or one fee per term if the fee is
 * recurring, or if the period is open-ended and its sum is unknown. Free terms cost nothing, and a fixed fee is waived
 * only if all terms are free. A term that has begun is charged in full.
 *
 * @param until the last day to consider if the idle period has no end.
 */
export function feesOfIdlePeriod(idlePeriod: AgreedIdlePeriod, until: CalendarDate): IdlePeriodCharge[] {
  const { startDate, endDate, unit, fee, freeTermStarts } = idlePeriod;
  const amount = feeAmount(idlePeriod);
  const charged = termStarts(idlePeriod, unit, until).filter((start) => !freeTermStarts.includes(start));
  if (amount === 0 || charged.length === 0) return [];
  const isFixed = feeType(idlePeriod) === 'ABSOLUTE';
  if (fee.recurring || (endDate === null && !isFixed)) {
    return charged.map((from) => ({ dueDate: from, from, to: endOfTerm(from, idlePeriod), amount }));
  }
  const sum = isFixed ? amount : amount * charged.length;
  return [{ dueDate: startDate, from: startDate, to: endDate, amount: sum }];
}

/** Returns the fee of an open-ended idle period that is given an end. Charges per term remain charges per term. */
export function feeOfEnded({ fee }: Pick<AgreedIdlePeriod, 'fee'>): AgreedIdlePeriod['fee'] {
  return feeType({ fee }) === 'ABSOLUTE' ? fee : { ...fee, recurring: true };
}

/** Returns the total fee of an idle period in minor units; null if it depends on an end that is not known yet. */
export function totalFee(idlePeriod: AgreedIdlePeriod): number | null {
  const { startDate, endDate, fee } = idlePeriod;
  const type = feeType(idlePeriod);
  if (endDate === null && type !== 'NONE' && (type !== 'ABSOLUTE' || fee.recurring)) return null;
  return feesOfIdlePeriod(idlePeriod, endDate ?? startDate).reduce((sum, { amount }) => sum + amount, 0);
}

function endOfTerm(start: CalendarDate, { unit, endDate }: AgreedIdlePeriod): CalendarDate {
  const last = dayBefore(addTerm(start, { value: 1, unit }));
  return endDate !== null && endDate < last ? endDate : last;
}
