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

/** The calendar of a clearing system. TARGET: T2, which settles SEPA direct debits. */
export type BankCalendar = 'TARGET';

const SATURDAY = 6;

/** Tells for each calendar whether a weekday is one of its holidays. */
const IS_HOLIDAY: Readonly<Record<BankCalendar, (day: CalendarDate) => boolean>> = {
  // European Central Bank, long-term calendar of closing days: the same six days in all countries.
  TARGET: (day) => {
    if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return true;
    const easter = easterSunday(yearOf(day));
    return day === addDays(easter, -2) || day === addDays(easter, 1);
  },
};

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
  { timeZone, creditor }: Pick<Studio, 'timeZone' | 'creditor'>,
  told: Date,
): CalendarDate {
  const notice = { value: creditor.preNotificationDays ?? PRE_NOTIFICATION_DAYS, unit: 'DAY' } as const;
  return bankDayFrom('TARGET', addTerm(calendarDateIn(told, timeZone), notice));
}
