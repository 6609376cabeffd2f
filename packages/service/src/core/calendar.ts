import { Temporal } from 'temporal-polyfill';
import type { Context } from './context.js';

/** A calendar date without a time zone, `yyyy-MM-dd`; these texts sort like the dates they represent. */
export type CalendarDate = string;

export const TERM_UNITS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type TermUnit = (typeof TERM_UNITS)[number];

/** A length of time on the calendar, such as `{value: 12, unit: 'MONTH'}`. */
export interface Term {
  readonly value: number;
  readonly unit: TermUnit;
}

const DURATION_UNITS = { DAY: 'days', WEEK: 'weeks', MONTH: 'months', YEAR: 'years' } as const;

/**
 * Returns the date that is a number of terms later. Each count starts at the same anchor, so a contract of the 31st is
 * due on 28 February and on 31 March, and does not drift.
 *
 * @param times number of terms; a negative number goes back.
 */
export function addTerm(date: CalendarDate, { value, unit }: Term, times = 1): CalendarDate {
  return Temporal.PlainDate.from(date)
    .add({ [DURATION_UNITS[unit]]: value * times })
    .toString();
}

/**
 * Returns the instant that is a number of days or months earlier in UTC; one month before 31 March is the end of
 * February.
 */
export function instantBefore(
  instant: Date,
  ago: { readonly days?: number; readonly months?: number },
): Date {
  const then = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO('UTC')
    .subtract(ago);
  return new Date(then.epochMilliseconds);
}

export function dayBefore(date: CalendarDate): CalendarDate {
  return addTerm(date, { value: 1, unit: 'DAY' }, -1);
}

export function dayAfter(date: CalendarDate): CalendarDate {
  return addTerm(date, { value: 1, unit: 'DAY' });
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;
}

/** Returns the age in full years on a date. */
export function ageOn(dateOfBirth: CalendarDate, date: CalendarDate): number {
  return Temporal.PlainDate.from(dateOfBirth).until(Temporal.PlainDate.from(date), { largestUnit: 'years' })
    .years;
}

/** Returns the calendar date at an instant in a studio's time zone (specification, date and time rules). */
export function calendarDateIn(instant: Date, timeZone: string): CalendarDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** Returns the time of day at an instant in a time zone, as `HH:mm`; these texts sort like the times they represent. */
export function timeOfDayIn(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
}

/** Zones found to be valid, some hundreds at most. The check is slow, and a page needs it for each of its rows. */
const knownZones = new Set<string>();

/** Returns whether a time zone is known both to this process's calendars and to the date formats of its documents. */
export function isKnownZone(timeZone: string): boolean {
  if (knownZones.has(timeZone)) return true;
  try {
    calendarDateIn(new Date(), timeZone);
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    return false;
  }
  knownZones.add(timeZone);
  return true;
}

/** Returns the start of a day in a time zone, which is later than 00:00 where clocks go forward at midnight. */
export function startOfDay(date: CalendarDate, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);
}

/** Returns a day of a month in a year; 29 February becomes 28 February except in leap years. */
export function monthDayIn(year: number, month: number, day: number): CalendarDate {
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toString();
}

export function yearOf(date: CalendarDate): number {
  return Temporal.PlainDate.from(date).year;
}

/** Returns the length of a term in months; weeks and days are converted with the average year of 365.25 days. */
export function monthsIn({ value, unit }: Term): number {
  const AVERAGE_MONTH = 365.25 / 12;
  switch (unit) {
    case 'YEAR':
      return value * 12;
    case 'MONTH':
      return value;
    case 'WEEK':
      return (value * 7) / AVERAGE_MONTH;
    case 'DAY':
      return value / AVERAGE_MONTH;
  }
}

/** Returns the number of full months from a date to a later one. */
export function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'months' }).months;
}

/** Returns the weekday of a date, from 1 (Monday) to 7 (Sunday). */
export function weekdayOf(date: CalendarDate): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

/** Returns today's date in a studio's time zone. */
export function todayAt(
  { clock }: Pick<Context, 'clock'>,
  studio: { readonly timeZone: string },
): CalendarDate {
  return calendarDateIn(clock.now(), studio.timeZone);
}
