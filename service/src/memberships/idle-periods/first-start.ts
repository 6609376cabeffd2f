import type { FreezePeriod } from '../../domain/agreed-freeze.js';
import { addTerm, dayAfter, type CalendarDate } from '../../domain/calendar.js';
import type { IdlePeriodSettings } from '../../domain/idle-period-settings.js';
import { nextFirstDay } from './terms.js';

interface Start {
  readonly rules: Pick<IdlePeriodSettings, 'leadDays' | 'temporalUnit'>;
  readonly today: CalendarDate;
  readonly contractStart: CalendarDate;
  /** The other freezes of the contract. */
  readonly others: readonly FreezePeriod[];
}

/** The earliest start that the studio's lead and the contract allow. */
export function earliestStart({ rules, today, contractStart }: Omit<Start, 'others'>): CalendarDate {
  const soonest = addTerm(today, { value: rules.leadDays, unit: 'DAY' });
  return nextFirstDay(soonest > contractStart ? soonest : contractStart, rules.temporalUnit);
}

/** The earliest start that is not in another freeze; after one without an end there is none to name, so that it is passed over. */
export function nextPossibleStart(start: Start): CalendarDate {
  let date = earliestStart(start);
  const byStart = start.others.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  for (const { startDate, endDate } of byStart) {
    if (endDate === null || date < startDate || date > endDate) continue;
    date = nextFirstDay(dayAfter(endDate), start.rules.temporalUnit);
  }
  return date;
}
