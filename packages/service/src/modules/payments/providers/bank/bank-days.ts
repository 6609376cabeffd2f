import {
  addTerm,
  type CalendarDate,
  calendarDateIn,
  dayAfter,
  dayBefore,
  weekdayOf,
  yearOf,
} from '../../../../core/calendar.js';
import type { Studio } from '../../../studios/studios.tables.js';
import { PRE_NOTIFICATION_DAYS } from '../../mandates/mandate-offer.js';

/**
 * The calendar of a clearing system. TARGET: T2, which settles SEPA direct debits. SIC: Swiss banks. FED: the Federal
 * Reserve, which settles ACH. BECS: the Reserve Bank of Australia, which settles BECS.
 */
export type BankCalendar = 'TARGET' | 'SIC' | 'FED' | 'BECS';

const MONDAY = 1;
const TUESDAY = 2;
const THURSDAY = 4;
const SATURDAY = 6;

/** Tells for each calendar whether a weekday is one of its holidays. */
const IS_HOLIDAY: Readonly<Record<BankCalendar, (day: CalendarDate) => boolean>> = {
  // European Central Bank, long-term calendar of closing days: the same six days in all countries.
  TARGET: (day) => isOneOf(day, ['01-01', '05-01', '12-25', '12-26']) || isAfterEaster(day, [-2, 1]),
  // SIX, Clearing Day Calendar: Good Friday, Easter Monday, Ascension and Whit Monday beside fixed days. Banks of some
  // cantons are open on 1 May; if a day too many is closed, a debit is only later.
  SIC: (day) =>
    isOneOf(day, ['01-01', '01-02', '05-01', '08-01', '12-25', '12-26']) ||
    isAfterEaster(day, [-2, 1, 39, 50]),
  // Federal Reserve, K.8: a holiday on a Sunday closes the banks on Monday; one on a Saturday does not on Friday.
  FED: (day) => {
    const fixed = ['01-01', '06-19', '07-04', '11-11', '12-25'];
    if (isOneOf(day, fixed) || (weekdayOf(day) === MONDAY && isOneOf(dayBefore(day), fixed))) return true;
    return FED_WEEKDAYS.some((week) => isInWeek(day, week));
  },
  // Reserve Bank of Australia, RITS business hours: holidays of New South Wales and Victoria. What falls on a weekend is
  // observed on Monday, Christmas and Boxing Day on Monday and Tuesday. Only some states observe Anzac Day so; if a day
  // too many is closed, a debit is only later.
  BECS: (day) => {
    const fixed = ['01-01', '01-26', '04-25', '12-25', '12-26'];
    if (isOneOf(day, fixed) || isAfterEaster(day, [-2, 1])) return true;
    if (weekdayOf(day) === MONDAY && [-1, -2].some((days) => isOneOf(addDays(day, days), fixed))) return true;
    if (weekdayOf(day) === TUESDAY && isOneOf(day, ['12-27', '12-28'])) return true;
    return isInWeek(day, KINGS_BIRTHDAY);
  },
};

/** A weekday and the first and last day of its week, as month and day. */
type WeekdayOfYear = readonly [first: string, last: string, weekday: number];

function isInWeek(day: CalendarDate, [first, last, weekday]: WeekdayOfYear): boolean {
  return day.slice(5) >= first && day.slice(5) <= last && weekdayOf(day) === weekday;
}

const KINGS_BIRTHDAY: WeekdayOfYear = ['06-08', '06-14', MONDAY];

/** Weeks in which a weekday is a holiday of the Federal Reserve: Martin Luther King to Thanksgiving. */
const FED_WEEKDAYS: readonly WeekdayOfYear[] = [
  ['01-15', '01-21', MONDAY],
  ['02-15', '02-21', MONDAY],
  ['05-25', '05-31', MONDAY],
  ['09-01', '09-07', MONDAY],
  ['10-08', '10-14', MONDAY],
  ['11-22', '11-28', THURSDAY],
];

/** Returns whether a day is one of the days of a year that are given as month and day. */
function isOneOf(day: CalendarDate, days: readonly string[]): boolean {
  return days.includes(day.slice(5));
}

function isAfterEaster(day: CalendarDate, distances: readonly number[]): boolean {
  const easter = easterSunday(yearOf(day));
  return distances.some((distance) => day === addDays(easter, distance));
}

/** Returns whether a calendar's banks settle on a day. */
export function isBankDay(calendar: BankCalendar, day: CalendarDate): boolean {
  return weekdayOf(day) < SATURDAY && !IS_HOLIDAY[calendar](day);
}

/** Returns the given day if it is a bank day, else the next one. */
export function bankDayFrom(calendar: BankCalendar, day: CalendarDate): CalendarDate {
  let found = day;
  while (!isBankDay(calendar, found)) found = dayAfter(found);
  return found;
}

/**
 * Returns the bank day that is a number of bank days after a day. The day itself need not be a bank day and does not
 * count: one bank day after a Saturday is Monday.
 *
 * @param days a negative number goes back; 0 is the same as `bankDayFrom`.
 */
export function addBankDays(calendar: BankCalendar, day: CalendarDate, days: number): CalendarDate {
  if (days === 0) return bankDayFrom(calendar, day);
  const next = days > 0 ? dayAfter : dayBefore;
  let found = day;
  for (let left = Math.abs(days); left > 0;) {
    found = next(found);
    if (isBankDay(calendar, found)) left -= 1;
  }
  return found;
}

/** Returns the last day that a number of bank days had followed by a day. */
export function lastDayBefore(calendar: BankCalendar, day: CalendarDate, days: number): CalendarDate {
  let found = dayBefore(day);
  while (addBankDays(calendar, found, days) > day) found = dayBefore(found);
  return found;
}

const ZONES: Readonly<Record<BankCalendar, string>> = {
  TARGET: 'Europe/Berlin',
  SIC: 'Europe/Zurich',
  FED: 'America/New_York',
  BECS: 'Australia/Sydney',
};

/** Returns the time zone in which the days of a calendar begin. */
export const zoneOf = (calendar: BankCalendar): string => ZONES[calendar];

/** Computes Easter Sunday in the Gregorian calendar with Gauss's method, in the form of Lichtenberg (1997). */
export function easterSunday(year: number): CalendarDate {
  const century = Math.floor(year / 100);
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sunShift = 2 - Math.floor((3 * century + 3) / 4);
  const inCycle = year % 19;
  const moonSeed = (19 * inCycle + moonShift) % 30;
  const correction = Math.floor((moonSeed + Math.floor(inCycle / 11)) / 29);
  const fullMoon = 21 + moonSeed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7);
  const toSunday = 7 - ((((fullMoon - firstSunday) % 7) + 7) % 7);
  return addDays(`${year}-03-01`, fullMoon + toSunday - 1);
}

function addDays(day: CalendarDate, days: number): CalendarDate {
  return addTerm(day, { value: 1, unit: 'DAY' }, days);
}

/** Returns the first bank day on which a studio may collect a debit of which the payer is told at a time. */
export function dueDayOf(
  calendar: BankCalendar,
  { timeZone, creditor }: Pick<Studio, 'timeZone' | 'creditor'>,
  told: Date,
): CalendarDate {
  const notice = { value: creditor.preNotificationDays ?? PRE_NOTIFICATION_DAYS, unit: 'DAY' } as const;
  return bankDayFrom(calendar, addTerm(calendarDateIn(told, timeZone), notice));
}
