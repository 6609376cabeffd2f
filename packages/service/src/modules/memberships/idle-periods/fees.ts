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
 * The monthly price of a contract at a time, in minor units, not rounded: the current contribution that an idle period can
 * cost a share of (specification, Configuration fields). Without modules and flat fees, for the age at its start.
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

/** A payment frequency as a price of one month; what is paid on days of the year, or once, is spread evenly. */
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

/** Calculation of a fee (fields, idlePeriodFeeCalculationType). */
export type FeeType = 'NONE' | 'ABSOLUTE' | 'TERM_BASED' | 'RELATIVE';

/** A percentage goes before an amount for each term, that before a fixed one (specification, Configuration fields). */
export function feeType({ fee }: Pick<AgreedIdlePeriod, 'fee'>): FeeType {
  if (fee.percentage !== undefined) return 'RELATIVE';
  if (fee.amountPerTermUnit !== undefined) return 'TERM_BASED';
  return fee.amount > 0 ? 'ABSOLUTE' : 'NONE';
}

/** Minor units for one term; for a fixed fee that is not recurring, for all of them. */
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
 * Fees of an idle period, earliest first: in one sum when it begins, or term by term where the fee is recurring, or where it
 * has no end that a sum could be made of. Free terms cost nothing, and a fixed fee nothing when all terms are free; a term
 * that has begun costs all of its fee.
 *
 * @param until the last day to look at where the idle period has no end.
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

/** The fee of an idle period that ran without an end and gets one: what was charged term by term stays so. */
export function feeOfEnded({ fee }: Pick<AgreedIdlePeriod, 'fee'>): AgreedIdlePeriod['fee'] {
  return feeType({ fee }) === 'ABSOLUTE' ? fee : { ...fee, recurring: true };
}

/** The total fee of an idle period, in minor units; null where that depends on its end, which is open. */
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
