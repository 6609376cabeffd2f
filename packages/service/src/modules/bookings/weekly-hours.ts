import { Temporal } from 'temporal-polyfill';
import { addTerm, type CalendarDate, dayBefore } from '../../core/calendar.js';
import type { Period } from './terms.js';

/** Hours of each week in a studio's time zone. */
export interface WeeklyHours {
  /** 1 is Monday. */
  readonly dayOfWeek: number;
  /** `HH:mm` or `HH:mm:ss`. */
  readonly from: string;
  /** If not after `from`, the hours end at that time on the next day. */
  readonly until: string;
}

export interface SlotPattern {
  readonly weekly: readonly WeeklyHours[];
  /** Length of a slot. */
  readonly minutes: number;
  /** Time from the start of one slot to the start of the next; if absent, they follow one another without a break. */
  readonly step?: number;
}

/**
 * Returns every slot that starts between two days, both included, in order. Slots are measured by the clock that never
 * changes: the hour that a day loses has no slot, and the hour that it has twice has slots twice.
 */
export function slotsBetween(
  { weekly, minutes, step = minutes }: SlotPattern,
  from: CalendarDate,
  until: CalendarDate,
  timeZone: string,
): Period[] {
  const first = instantOf(Temporal.PlainDate.from(from).toPlainDateTime(), timeZone);
  const end = instantOf(Temporal.PlainDate.from(until).add({ days: 1 }).toPlainDateTime(), timeZone);
  const starts = new Set<number>();
  // The hours of the day before may last until after midnight.
  for (let day = dayBefore(from); day <= until; day = addTerm(day, { value: 1, unit: 'DAY' })) {
    const date = Temporal.PlainDate.from(day);
    for (const hours of weekly.filter(({ dayOfWeek }) => dayOfWeek === date.dayOfWeek)) {
      const closing = hours.until > hours.from ? date : date.add({ days: 1 });
      const closes = instantOf(closing.toPlainDateTime(hours.until), timeZone);
      let start = instantOf(date.toPlainDateTime(hours.from), timeZone);
      for (; start + minutes * 60_000 <= closes; start += step * 60_000) {
        if (start >= first && start < end) starts.add(start);
      }
    }
  }
  return [...starts]
    .sort((a, b) => a - b)
    .map((start) => ({ startsAt: new Date(start), endsAt: new Date(start + minutes * 60_000) }));
}

function instantOf(local: Temporal.PlainDateTime, timeZone: string): number {
  return local.toZonedDateTime(timeZone).epochMilliseconds;
}
