import {
  addTerm,
  daysBetween,
  monthDayIn,
  yearOf,
  type CalendarDate,
  type Term,
} from '../../domain/calendar.js';
import type { PaymentFrequency } from '../../domain/offer.js';

/** A time in which fees fall due; `end` is the first day that is not part of it. */
export interface Runtime {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

export interface Fee {
  readonly dueDate: CalendarDate;
  /** Minor units. */
  readonly amount: number;
}

/** Fees that a payment frequency makes due in a runtime, earliest first (see PaymentFrequency for the rules). */
export function feesOf(frequency: PaymentFrequency, runtime: Runtime): Fee[] {
  switch (frequency.type) {
    case 'FREE':
      return [];
    case 'NON_RECURRING':
      return [{ dueDate: runtime.start, amount: frequency.price }];
    case 'RECURRING':
      return datesEvery(frequency.term, runtime).map((dueDate) => ({ dueDate, amount: frequency.price }));
    case 'MONTH_DAY':
      return monthDayFees(frequency, runtime);
    case 'TERM_BASED':
      return termBasedFees(frequency, runtime);
  }
}

/** The price that a contract begins with: of the first fee, or 0 where nothing is due. */
export function basePriceOf(frequency: PaymentFrequency, runtime: Runtime): number {
  if (frequency.type === 'RECURRING' || frequency.type === 'NON_RECURRING') return frequency.price;
  return feesOf(frequency, runtime)[0]?.amount ?? 0;
}

/** An amount and the number of days that it pays for, from which the price of single days follows. */
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

function datesEvery(term: Term, { start, end }: Runtime): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (let count = 0, date = start; date < end; date = addTerm(start, term, ++count)) dates.push(date);
  return dates;
}

function monthDayFees(
  { days, recurring }: Extract<PaymentFrequency, { type: 'MONTH_DAY' }>,
  { start, end }: Runtime,
): Fee[] {
  const years = Array.from({ length: yearOf(end) - yearOf(start) + 1 }, (_, count) => yearOf(start) + count);
  return days
    .flatMap(({ month, dayOfMonth, price }) => {
      const due = years
        .map((year) => monthDayIn(year, month, dayOfMonth))
        .filter((date) => start <= date && date < end)
        .map((dueDate) => ({ dueDate, amount: price }));
      return recurring ? due : due.slice(0, 1);
    })
    .sort(byDueDate);
}

function termBasedFees(
  { steps, recurring, term }: Extract<PaymentFrequency, { type: 'TERM_BASED' }>,
  runtime: Runtime,
): Fee[] {
  const active = steps
    .map(({ after, price }) => ({ dueDate: addTerm(runtime.start, after), amount: price }))
    .filter(({ dueDate }) => dueDate < runtime.end)
    .sort(byDueDate);
  if (!recurring) return active;
  return datesEvery(term, runtime).flatMap((dueDate) => {
    const current = active.findLast((step) => step.dueDate <= dueDate);
    return current ? [{ dueDate, amount: current.amount }] : [];
  });
}

function byDueDate(a: Fee, b: Fee): number {
  return a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0;
}
