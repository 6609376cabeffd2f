import { Temporal } from 'temporal-polyfill';
import type { Context } from './context.js';

/** A calendar date without a zone, `yyyy-MM-dd`; such texts sort like the dates they represent. */
export type CalendarDate = string;

export const TERM_UNITS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type TermUnit = (typeof TERM_UNITS)[number];

/** A length of time on the calendar, e.g. `{value: 12, unit: 'MONTH'}`. */
export interface Term {
  readonly value: number;
  readonly unit: TermUnit;
}

const DURATION_UNITS = { DAY: 'days', WEEK: 'weeks', MONTH: 'months', YEAR: 'years' } as const;

/**
 * The date a number of terms later. Each count starts at the same anchor, so that a contract of the 31st is
 * due on the 28th of February and on the 31st of March, and does not slip.
 *
 * @param times how many terms; negative ones go back.
 */
export function addTerm(date: CalendarDate, { value, unit }: Term, times = 1): CalendarDate {
  return Temporal.PlainDate.from(date)
    .add({ [DURATION_UNITS[unit]]: value * times })
    .toString();
}

/** An instant so many days or months ago, in UTC; one month before 31 March is the end of February. */
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

/** Full years of age on a date. */
export function ageOn(dateOfBirth: CalendarDate, date: CalendarDate): number {
  return Temporal.PlainDate.from(dateOfBirth).until(Temporal.PlainDate.from(date), { largestUnit: 'years' })
    .years;
}

/** The calendar date at an instant, in the zone of a studio (specification, date and time rules). */
export function calendarDateIn(instant: Date, timeZone: string): CalendarDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** Zones that are known, of which there are some hundreds: a page asks for each of its rows, and to find out takes long. */
const knownZones = new Set<string>();

/** Whether the calendars of this process, and the words of its documents, know a zone. */
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

/** Start of a day in a zone: where clocks go forward at midnight, later than 00:00. */
export function startOfDay(date: CalendarDate, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);
}

/** A day of a month in a year; the 29th of February is the 28th where there is none. */
export function monthDayIn(year: number, month: number, day: number): CalendarDate {
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toString();
}

export function yearOf(date: CalendarDate): number {
  return Temporal.PlainDate.from(date).year;
}

/** Length of a term in months; weeks and days are counted by the average year of 365.25 days. */
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

/** Full months from a date to a later one. */
export function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'months' }).months;
}

/** 1: Monday … 7: Sunday */
export function weekdayOf(date: CalendarDate): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

/** Today at a studio, in its zone. */
export function todayAt(
  { clock }: Pick<Context, 'clock'>,
  studio: { readonly timeZone: string },
): CalendarDate {
  return calendarDateIn(clock.now(), studio.timeZone);
}
