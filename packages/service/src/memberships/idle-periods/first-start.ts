import type { FreezePeriod } from '../../domain/agreed-freeze.js';
import { addTerm, dayAfter, type CalendarDate } from '../../domain/calendar.js';
import type { IdlePeriodSettings } from '../../domain/idle-period-settings.js';
import { isFirstDay, nextFirstDay } from './terms.js';

type Rules = Pick<IdlePeriodSettings, 'leadDays' | 'temporalUnit' | 'firstDayOfTemporalUnitOnly'>;

interface Start {
  readonly rules: Rules;
  readonly today: CalendarDate;
  readonly contractStart: CalendarDate;
  /** The other freezes of the contract. */
  readonly others: readonly FreezePeriod[];
}

/** Whether the studio lets a freeze start on such a day: any, or a Monday or the first of a month only. */
export function isStartDay(date: CalendarDate, { temporalUnit, firstDayOfTemporalUnitOnly }: Rules): boolean {
  return !firstDayOfTemporalUnitOnly || isFirstDay(date, temporalUnit);
}

/** The earliest start that the studio's lead and the contract allow. */
export function earliestStart({ rules, today, contractStart }: Omit<Start, 'others'>): CalendarDate {
  const soonest = addTerm(today, { value: rules.leadDays, unit: 'DAY' });
  return nextStartDay(soonest > contractStart ? soonest : contractStart, rules);
}

/** The earliest start that is not in another freeze; after one without an end there is none to name, so that it is passed over. */
export function nextPossibleStart(start: Start): CalendarDate {
  let date = earliestStart(start);
  const byStart = start.others.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  for (const { startDate, endDate } of byStart) {
    if (endDate === null || date < startDate || date > endDate) continue;
    date = nextStartDay(dayAfter(endDate), start.rules);
  }
  return date;
}

function nextStartDay(date: CalendarDate, rules: Rules): CalendarDate {
  return rules.firstDayOfTemporalUnitOnly ? nextFirstDay(date, rules.temporalUnit) : date;
}
