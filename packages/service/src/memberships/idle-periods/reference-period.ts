import { addTerm, dayBefore, yearOf, type CalendarDate } from '../../domain/calendar.js';
import type { IdlePeriodSettings } from '../../domain/idle-period-settings.js';

/** The year in which terms are counted together. Both days are part of it. */
export interface ReferencePeriod {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
}

/** The reference period that a day is in: its calendar year, or the year of the contract. */
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

/** Those of some days that lie in a reference period. */
export function within(
  days: readonly CalendarDate[],
  { startDate, endDate }: ReferencePeriod,
): CalendarDate[] {
  return days.filter((day) => startDate <= day && day <= endDate);
}
