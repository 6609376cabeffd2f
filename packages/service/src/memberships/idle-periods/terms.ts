import type { FreezePeriod } from '../../domain/agreed-freeze.js';
import { addTerm, dayBefore, daysBetween, weekdayOf, type CalendarDate } from '../../domain/calendar.js';
import type { IdlePeriodUnit } from '../../domain/idle-period-settings.js';

/** Whether a calendar unit begins on a day: any day, a Monday, or the first of a month. */
export function isFirstDay(date: CalendarDate, unit: IdlePeriodUnit): boolean {
  switch (unit) {
    case 'DAY':
      return true;
    case 'WEEK':
      return weekdayOf(date) === 1;
    case 'MONTH':
      return date.endsWith('-01');
  }
}

/** The first day, from the given one on, on which a calendar unit begins. */
export function nextFirstDay(date: CalendarDate, unit: IdlePeriodUnit): CalendarDate {
  if (isFirstDay(date, unit)) return date;
  if (unit === 'WEEK') return addTerm(date, { value: 8 - weekdayOf(date), unit: 'DAY' });
  return addTerm(`${date.slice(0, 8)}01`, { value: 1, unit });
}

/** The last day of so many terms. */
export function lastDay(startDate: CalendarDate, unit: IdlePeriodUnit, terms: number): CalendarDate {
  return dayBefore(addTerm(startDate, { value: 1, unit }, terms));
}

/**
 * The first days of the terms of a freeze; the last term may have been cut short.
 *
 * @param until the last day to look at where the freeze has no end.
 */
export function termStarts(
  { startDate, endDate }: FreezePeriod,
  unit: IdlePeriodUnit,
  until: CalendarDate,
): CalendarDate[] {
  const last = endDate ?? until;
  const starts: CalendarDate[] = [];
  for (let start = startDate; start <= last;) {
    starts.push(start);
    start = addTerm(startDate, { value: 1, unit }, starts.length);
  }
  return starts;
}

/** Number of days of a term that lie in the freeze. */
export function daysOfTerm(start: CalendarDate, unit: IdlePeriodUnit, { endDate }: FreezePeriod): number {
  const next = addTerm(start, { value: 1, unit });
  const days = daysBetween(start, next);
  return endDate === null ? days : Math.min(days, daysBetween(start, endDate) + 1);
}

/** Whether two freezes have a day in common. */
export function overlap(one: FreezePeriod, other: FreezePeriod): boolean {
  const isBehind = (a: FreezePeriod, b: FreezePeriod) => b.endDate !== null && a.startDate > b.endDate;
  return !isBehind(one, other) && !isBehind(other, one);
}
