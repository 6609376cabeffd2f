import {
  addTerm,
  type CalendarDate,
  dayBefore,
  daysBetween,
  monthDayIn,
  type Term,
  yearOf,
} from '../../../core/calendar.js';
import type { PaymentFrequency } from '../offers/offer.js';

/** A time in which fees fall due; `end` is the first day that is not part of it. */
export interface Runtime {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

export interface Fee {
  readonly dueDate: CalendarDate;
  /** Minor units. */
  readonly amount: number;
  /** The last day that it pays for: before the next one of its rhythm, else of the runtime. */
  readonly paidUntil: CalendarDate;
}

/** Fees that a payment frequency makes due in a runtime, earliest first (see PaymentFrequency for the rules). */
export function feesOf(frequency: PaymentFrequency, runtime: Runtime): Fee[] {
  switch (frequency.type) {
    case 'FREE':
      return [];
    case 'NON_RECURRING':
      return [{ dueDate: runtime.start, amount: frequency.price, paidUntil: dayBefore(runtime.end) }];
    case 'RECURRING':
      return datesEvery(frequency.term, runtime).map((date) => ({ ...date, amount: frequency.price }));
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

/** The last of them may pay for days behind the runtime: an extension goes on in the same rhythm. */
function datesEvery(term: Term, { start, end }: Runtime): Omit<Fee, 'amount'>[] {
  const dates: Omit<Fee, 'amount'>[] = [];
  for (let dueDate = start; dueDate < end;) {
    const next = addTerm(start, term, dates.length + 1);
    dates.push({ dueDate, paidUntil: dayBefore(next) });
    dueDate = next;
  }
  return dates;
}

/** Gives each fee the days until the next one; the last one those of the runtime. */
function untilNext(fees: readonly Omit<Fee, 'paidUntil'>[], { end }: Runtime): Fee[] {
  return fees.map((fee, index) => ({ ...fee, paidUntil: dayBefore(fees[index + 1]?.dueDate ?? end) }));
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
  const isIn = ({ dueDate }: { readonly dueDate: CalendarDate }) => dueDate < end;
  return recurring
    ? untilNext(dates, { start, end }).filter(isIn)
    : untilNext(dates.filter(isIn), { start, end });
}

function termBasedFees(
  { steps, recurring, term }: Extract<PaymentFrequency, { type: 'TERM_BASED' }>,
  runtime: Runtime,
): Fee[] {
  const active = steps
    .map(({ after, price }) => ({ dueDate: addTerm(runtime.start, after), amount: price }))
    .filter(({ dueDate }) => dueDate < runtime.end)
    .sort(byDueDate);
  if (!recurring) return untilNext(active, runtime);
  return datesEvery(term, runtime).flatMap((date) => {
    const current = active.findLast((step) => step.dueDate <= date.dueDate);
    return current ? [{ ...date, amount: current.amount }] : [];
  });
}

function byDueDate(a: Pick<Fee, 'dueDate'>, b: Pick<Fee, 'dueDate'>): number {
  return a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0;
}
