import {
  addTerm,
  type CalendarDate,
  dayBefore,
  daysBetween,
  monthDayIn,
  type Term,
  yearOf,
} from '../../../core/calendar.js';
import type { BonusPeriod, PaymentFrequency } from '../offers/offer.js';

/** A time in which fees fall due. `end` is the first day after it. */
export interface Runtime {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

/** The initial runtime of a contract, including its bonus periods. */
export interface ShapedRuntime extends Runtime {
  /** The part in which fees fall due. */
  readonly paid: Runtime;
  /** The parts in which nothing has to be paid. */
  readonly free: readonly (Runtime & { readonly bonus: BonusPeriod })[];
  /**
   * The first day that has to be paid for. Time-based discounts are counted from it, so that free time does not use
   * them up.
   */
  readonly payableFrom: CalendarDate;
}

/**
 * Returns the initial runtime with its bonus periods. A bonus period that extends the runtime is placed before or after
 * the paid part. One that does not extend it waives the fees that fall within it. A bonus period for the next term does
 * not change the first.
 */
export function shapeRuntime(
  start: CalendarDate,
  term: Term,
  bonusPeriods: readonly BonusPeriod[],
): ShapedRuntime {
  const free: (Runtime & { bonus: BonusPeriod })[] = [];
  const paid = { start, end: start };
  const at = (strategy: BonusPeriod['termStrategy'], extending: boolean) =>
    bonusPeriods.filter(
      ({ termStrategy, runtimeExtensionType }) =>
        termStrategy === strategy && (runtimeExtensionType === 'WITH_EXTENSION') === extending,
    );
  for (const bonus of at('CONTRACT_START', true)) {
    const end = addTerm(paid.start, bonus.term);
    free.push({ start: paid.start, end, bonus });
    paid.start = end;
  }
  paid.end = addTerm(paid.start, term);
  let end = paid.end;
  for (const bonus of at('END_OF_CURRENT_TERM', true)) {
    const extended = addTerm(end, bonus.term);
    free.push({ start: end, end: extended, bonus });
    end = extended;
  }
  for (const bonus of at('CONTRACT_START', false)) {
    free.push({ start: paid.start, end: addTerm(paid.start, bonus.term), bonus });
  }
  for (const bonus of at('END_OF_CURRENT_TERM', false)) {
    const begin = addTerm(paid.end, bonus.term, -1);
    free.push({ start: begin < paid.start ? paid.start : begin, end: paid.end, bonus });
  }
  const waived = free.filter((period) => period.start === paid.start).map((period) => period.end);
  const payableFrom = waived.reduce((latest, day) => (day > latest ? day : latest), paid.start);
  return { start, end, paid, free, payableFrom };
}

export interface Fee {
  readonly dueDate: CalendarDate;
  /** Amount in minor units. */
  readonly amount: number;
  /** The last day that the fee covers: the day before the next fee of its rhythm, or the end of the runtime. */
  readonly paidUntil: CalendarDate;
}

type DatedPrice = Omit<Fee, 'paidUntil'>;

/**
 * Returns the fees that a payment frequency makes due in a runtime, earliest first (see PaymentFrequency for the
 * rules).
 */
export function feesOf(frequency: PaymentFrequency, runtime: Runtime): Fee[] {
  switch (frequency.type) {
    case 'FREE':
      return [];
    case 'NON_RECURRING':
      return untilNext([{ dueDate: runtime.start, amount: frequency.price }], runtime);
    case 'RECURRING':
      return everyTerm(frequency.term, [{ dueDate: runtime.start, amount: frequency.price }], runtime);
    case 'MONTH_DAY':
      return monthDayFees(frequency, runtime);
    case 'TERM_BASED':
      return termBasedFees(frequency, runtime);
  }
}

/** Returns the price that a contract begins with: the amount of the first fee, or 0 if nothing is due. */
export function basePriceOf(frequency: PaymentFrequency, runtime: Runtime): number {
  if (frequency.type === 'RECURRING' || frequency.type === 'NON_RECURRING') return frequency.price;
  return feesOf(frequency, runtime)[0]?.amount ?? 0;
}

/** Returns an amount and the number of days that it covers, from which a daily price can be calculated. */
export function dailyBasis(frequency: PaymentFrequency, runtime: Runtime): { amount: number; days: number } {
  const { start, end } = runtime;
  const isPeriodic =
    frequency.type === 'RECURRING' || (frequency.type === 'TERM_BASED' && frequency.recurring);
  if (isPeriodic) {
    return {
      amount: basePriceOf(frequency, runtime),
      days: daysBetween(start, addTerm(start, frequency.term)),
    };
  }
  const amount = feesOf(frequency, runtime).reduce((sum, fee) => sum + fee.amount, 0);
  return { amount, days: daysBetween(start, end) };
}

/**
 * Charges the currently active price after each term. The last fee may cover days after the runtime, because an
 * extension continues in the same rhythm.
 */
function everyTerm(term: Term, prices: readonly DatedPrice[], { start, end }: Runtime): Fee[] {
  const fees: Fee[] = [];
  for (let dueDate = start, count = 1; dueDate < end; count++) {
    const next = addTerm(start, term, count);
    const active = prices.findLast((price) => price.dueDate <= dueDate);
    if (active) fees.push({ dueDate, amount: active.amount, paidUntil: dayBefore(next) });
    dueDate = next;
  }
  return fees;
}

/** Extends each fee until the next one, and the last fee until the end of the runtime. */
function untilNext(prices: readonly DatedPrice[], { end }: Runtime): Fee[] {
  return prices.map((fee, index) => ({
    ...fee,
    paidUntil: dayBefore(prices[index + 1]?.dueDate ?? end),
  }));
}

function monthDayFees(
  { days, recurring }: Extract<PaymentFrequency, { type: 'MONTH_DAY' }>,
  { start, end }: Runtime,
): Fee[] {
  const years = Array.from({ length: yearOf(end) - yearOf(start) + 2 }, (_, count) => yearOf(start) + count);
  const dates = days
    .flatMap(({ month, dayOfMonth, price }) => {
      const due = years
        .map((year) => ({ dueDate: monthDayIn(year, month, dayOfMonth), amount: price }))
        .filter(({ dueDate }) => start <= dueDate);
      return recurring ? due : due.slice(0, 1);
    })
    .sort(byDueDate);
  const isIn = ({ dueDate }: DatedPrice) => dueDate < end;
  return recurring
    ? untilNext(dates, { start, end }).filter(isIn)
    : untilNext(dates.filter(isIn), { start, end });
}

function termBasedFees(
  { steps, recurring, term }: Extract<PaymentFrequency, { type: 'TERM_BASED' }>,
  runtime: Runtime,
): Fee[] {
  const prices = steps
    .map(({ after, price }) => ({ dueDate: addTerm(runtime.start, after), amount: price }))
    .filter(({ dueDate }) => dueDate < runtime.end)
    .sort(byDueDate);
  return recurring ? everyTerm(term, prices, runtime) : untilNext(prices, runtime);
}

function byDueDate(a: DatedPrice, b: DatedPrice): number {
  return a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0;
}
