import {
  addTerm,
  type CalendarDate,
  dayAfter,
  dayBefore,
  daysBetween,
  weekdayOf,
  yearOf,
} from '../../../core/calendar.js';
import type { IdlePeriodSettings, IdlePeriodUnit } from '../../studios/settings/idle-period-settings.js';
import type { AgreedIdlePeriod, IdleDates } from './idle-time.js';

/**
 * Returns whether a calendar unit begins on a day: any day for DAY, a Monday for WEEK, the first of the month for
 * MONTH.
 */
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

/** Returns the first day on or after `date` on which a calendar unit begins. */
export function nextFirstDay(date: CalendarDate, unit: IdlePeriodUnit): CalendarDate {
  if (isFirstDay(date, unit)) return date;
  if (unit === 'WEEK') return addTerm(date, { value: 8 - weekdayOf(date), unit: 'DAY' });
  return addTerm(`${date.slice(0, 8)}01`, { value: 1, unit });
}

/** Returns the last day of the given number of terms. */
export function lastDay(startDate: CalendarDate, unit: IdlePeriodUnit, terms: number): CalendarDate {
  return dayBefore(addTerm(startDate, { value: 1, unit }, terms));
}

/**
 * Returns the first days of the terms of an idle period. The last term may be cut short.
 *
 * @param until the last day to consider if the idle period has no end.
 */
export function termStarts(
  { startDate, endDate }: IdleDates,
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

/** Returns the number of days of a term that lie within the idle period. */
function daysOfTerm(start: CalendarDate, unit: IdlePeriodUnit, { endDate }: IdleDates): number {
  const next = addTerm(start, { value: 1, unit });
  const days = daysBetween(start, next);
  return endDate === null ? days : Math.min(days, daysBetween(start, endDate) + 1);
}

/** Returns whether two idle periods share a day. */
export function overlap(one: IdleDates, other: IdleDates): boolean {
  const isBehind = (a: IdleDates, b: IdleDates) => b.endDate !== null && a.startDate > b.endDate;
  return !isBehind(one, other) && !isBehind(other, one);
}

/** A year whose terms are counted together. Both dates are included. */
export interface ReferencePeriod {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
}

/** Returns the reference period that contains a day: its calendar year or its contract year. */
export function referencePeriodOf(
  date: CalendarDate,
  kind: IdlePeriodSettings['referencePeriod'],
  contractStart: CalendarDate,
): ReferencePeriod {
  if (kind === 'CALENDAR_YEAR') {
    const year = date.slice(0, 4);
    return { startDate: `${year}-01-01`, endDate: `${year}-12-31` };
  }
  const year = { value: 1, unit: 'YEAR' } as const;
  const guess = yearOf(date) - yearOf(contractStart);
  const years = addTerm(contractStart, year, guess) <= date ? guess : guess - 1;
  return {
    startDate: addTerm(contractStart, year, years),
    endDate: dayBefore(addTerm(contractStart, year, years + 1)),
  };
}

/** Returns the days that lie within a reference period. */
function within(days: readonly CalendarDate[], { startDate, endDate }: ReferencePeriod): CalendarDate[] {
  return days.filter((day) => startDate <= day && day <= endDate);
}

type CountingRules = Pick<
  IdlePeriodSettings,
  | 'temporalUnit'
  | 'maxTerms'
  | 'maxTermPerReferencePeriod'
  | 'referencePeriod'
  | 'freeTerms'
  | 'unlimitedAllowed'
>;

/** The rules and other idle periods against which a contract's new idle period is counted. */
export interface Counted {
  readonly rules: CountingRules;
  readonly contractStart: CalendarDate;
  readonly others: readonly AgreedIdlePeriod[];
}

/**
 * Returns whether an idle period has too many terms, either by itself or together with other idle periods in the same
 * reference period. A shortened term counts in full, in the reference period in which it begins. There is no maximum if
 * open-ended idle periods are allowed (specification, Limits).
 */
export function exceedsMaximum(dates: IdleDates, counted: Counted): boolean {
  const { rules, contractStart } = counted;
  if (dates.endDate === null || rules.unlimitedAllowed) return false;
  const starts = termStarts(dates, rules.temporalUnit, dates.endDate);
  if (starts.length > rules.maxTerms) return true;
  const { maxTermPerReferencePeriod: most } = rules;
  if (most === undefined) return false;
  return starts.some((start) => {
    const period = referencePeriodOf(start, rules.referencePeriod, contractStart);
    return termsUsed(counted, period) + within(starts, period).length > most;
  });
}

/**
 * Returns the first days of the free terms of an idle period: its first terms in each reference period, as many as
 * other idle periods have left over. An open-ended idle period has none (specification, Limits).
 */
export function freeTermStarts(dates: IdleDates, counted: Counted): CalendarDate[] {
  const { rules, contractStart } = counted;
  if (dates.endDate === null) return [];
  const free: CalendarDate[] = [];
  for (const start of termStarts(dates, rules.temporalUnit, dates.endDate)) {
    const period = referencePeriodOf(start, rules.referencePeriod, contractStart);
    if (freeTermsUsed(counted, period) + within(free, period).length < rules.freeTerms) free.push(start);
  }
  return free;
}

/** Returns the terms left in a day's reference period. `maximum` is null if there is no limit. */
export function remainingTerms(
  day: CalendarDate,
  counted: Counted,
): { readonly maximum: number | null; readonly free: number } {
  const { rules, contractStart } = counted;
  const period = referencePeriodOf(day, rules.referencePeriod, contractStart);
  const { maxTermPerReferencePeriod: most, unlimitedAllowed } = rules;
  return {
    maximum: most === undefined || unlimitedAllowed ? null : Math.max(0, most - termsUsed(counted, period)),
    free: Math.max(0, rules.freeTerms - freeTermsUsed(counted, period)),
  };
}

/** Returns the number of days of an idle period that are free of charge. */
export function freeDays(agreed: AgreedIdlePeriod): number {
  return agreed.freeTermStarts.reduce((sum, start) => sum + daysOfTerm(start, agreed.unit, agreed), 0);
}

function termsUsed({ others, rules }: Counted, period: ReferencePeriod): number {
  return others
    .map((other) => within(termStarts(other, rules.temporalUnit, period.endDate), period).length)
    .reduce((sum, count) => sum + count, 0);
}

function freeTermsUsed({ others }: Counted, period: ReferencePeriod): number {
  return others.flatMap((other) => within(other.freeTermStarts, period)).length;
}

type StartRules = Pick<IdlePeriodSettings, 'leadDays' | 'temporalUnit' | 'firstDayOfTemporalUnitOnly'>;

interface Start {
  readonly rules: StartRules;
  readonly today: CalendarDate;
  readonly contractStart: CalendarDate;
  readonly others: readonly IdleDates[];
}

/**
 * Returns whether the studio lets an idle period start on a day. Some studios only allow Mondays or the first of the
 * month.
 */
export function isStartDay(
  date: CalendarDate,
  { temporalUnit, firstDayOfTemporalUnitOnly }: StartRules,
): boolean {
  return !firstDayOfTemporalUnitOnly || isFirstDay(date, temporalUnit);
}

/** Returns the earliest start that the studio's lead time and the contract allow. */
export function earliestStart({ rules, today, contractStart }: Omit<Start, 'others'>): CalendarDate {
  const soonest = addTerm(today, { value: rules.leadDays, unit: 'DAY' });
  return nextStartDay(soonest > contractStart ? soonest : contractStart, rules);
}

/**
 * Returns the earliest start that is not within another idle period. Open-ended idle periods are skipped, because no
 * start after them can be determined.
 */
export function nextPossibleStart(start: Start): CalendarDate {
  let date = earliestStart(start);
  const byStart = start.others.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  for (const { startDate, endDate } of byStart) {
    if (endDate === null || date < startDate || date > endDate) continue;
    date = nextStartDay(dayAfter(endDate), start.rules);
  }
  return date;
}

function nextStartDay(date: CalendarDate, rules: StartRules): CalendarDate {
  return rules.firstDayOfTemporalUnitOnly ? nextFirstDay(date, rules.temporalUnit) : date;
}
