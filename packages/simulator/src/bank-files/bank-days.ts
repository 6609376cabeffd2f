/** A day of the calendar: YYYY-MM-DD. */
export type Day = string;

/** Returns the day that is a number of days after a day. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The calendar of a clearing system. TARGET: SEPA. SIC: Swiss banks. FED: the Federal Reserve, which settles ACH. BECS: Australia. */
export type BankCalendar = 'TARGET' | 'SIC' | 'FED' | 'BECS';

/** Returns whether the banks of a calendar settle payments on a day. */
export function isBankDay(calendar: BankCalendar, day: Day): boolean {
  return !isWeekend(weekdayOf(day)) && !HOLIDAYS[calendar](Number(day.slice(0, 4))).includes(day);
}

/** Returns the given day if it is a bank day, else the next one. */
export function bankDayFrom(calendar: BankCalendar, day: Day): Day {
  return isBankDay(calendar, day) ? day : bankDayFrom(calendar, addDays(day, 1));
}

/** Returns the bank day that is a number of bank days after a day. */
export function addBankDays(calendar: BankCalendar, day: Day, days: number): Day {
  return days === 0 ? day : addBankDays(calendar, bankDayFrom(calendar, addDays(day, 1)), days - 1);
}

const SUNDAY = 0;
const MONDAY = 1;
const TUESDAY = 2;
const THURSDAY = 4;
const SATURDAY = 6;

/** Lists the holidays of a year by calendar. */
const HOLIDAYS: Readonly<Record<BankCalendar, (year: number) => readonly Day[]>> = {
  TARGET: (year) => [
    ...daysOf(year, '01-01', '05-01', '12-25', '12-26'),
    ...daysAfterEaster(year, GOOD_FRIDAY, EASTER_MONDAY),
  ],
  // Some cantons work on 1 May. A file for that day is refused, because not all payers' banks execute it.
  SIC: (year) => [
    ...daysOf(year, '01-01', '01-02', '05-01', '08-01', '12-25', '12-26'),
    ...daysAfterEaster(year, GOOD_FRIDAY, EASTER_MONDAY, ASCENSION, WHIT_MONDAY),
  ],
  // The Federal Reserve closes on the Monday after a holiday on a Sunday, and does not move one on a Saturday.
  FED: (year) => [
    ...daysOf(year, '01-01', '06-19', '07-04', '11-11', '12-25').map((day) =>
      weekdayOf(day) === SUNDAY ? addDays(day, 1) : day,
    ),
    weekdayFrom(`${year}-01-15`, MONDAY),
    weekdayFrom(`${year}-02-15`, MONDAY),
    // The last Monday of May.
    weekdayFrom(`${year}-05-25`, MONDAY),
    weekdayFrom(`${year}-09-01`, MONDAY),
    weekdayFrom(`${year}-10-08`, MONDAY),
    weekdayFrom(`${year}-11-22`, THURSDAY),
  ],
  // The Reserve Bank closes when New South Wales and Victoria do: not on the Monday after Anzac Day.
  BECS: (year) => [
    ...daysOf(year, '01-01', '01-26').map((day) =>
      isWeekend(weekdayOf(day)) ? weekdayFrom(day, MONDAY) : day,
    ),
    ...daysAfterEaster(year, GOOD_FRIDAY, EASTER_MONDAY),
    `${year}-04-25`,
    // The second Monday of June.
    weekdayFrom(`${year}-06-08`, MONDAY),
    ...daysOf(year, '12-25', '12-26'),
    // Christmas and Boxing Day on a weekend are observed on Monday and Tuesday.
    ...daysOf(year, '12-27', '12-28').filter((day) => [MONDAY, TUESDAY].includes(weekdayOf(day))),
  ],
};

const GOOD_FRIDAY = -2;
const EASTER_MONDAY = 1;
const ASCENSION = 39;
const WHIT_MONDAY = 50;

const isWeekend = (weekday: number): boolean => weekday === SATURDAY || weekday === SUNDAY;

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const daysOf = (year: number, ...days: readonly string[]): Day[] => days.map((day) => `${year}-${day}`);

const daysAfterEaster = (year: number, ...days: readonly number[]): Day[] =>
  days.map((after) => addDays(easterSunday(year), after));

/** Returns the first day with a weekday that is not before a day. */
const weekdayFrom = (day: Day, weekday: number): Day => addDays(day, (weekday - weekdayOf(day) + 7) % 7);

/** Computes Easter Sunday from the moon's age at the end of March and the next Sunday (Gauss, with Lichtenberg's rule). */
function easterSunday(year: number): Day {
  const century = Math.floor(year / 100);
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sunShift = 2 - Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const seed = (19 * cycle + moonShift) % 30;
  const correction = Math.floor((seed + Math.floor(cycle / 11)) / 29);
  const fullMoon = 21 + seed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7);
  const daysToSunday = 7 - ((fullMoon - firstSunday) % 7);
  return addDays(`${String(year).padStart(4, '0')}-03-01`, fullMoon + daysToSunday - 1);
}
