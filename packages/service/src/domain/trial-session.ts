import { Temporal } from 'temporal-polyfill';
import { addTerm, type CalendarDate } from './calendar.js';

/** A booking by somebody who wants to get to know a studio (specification, Legacy trial session interface). */
export interface TrialSession {
  readonly name: string;
  readonly description: string;
  readonly minutes: number;
  /** Whether it can be booked without a trainer; then once at a time as well. */
  readonly bookingWithoutResourcesAllowed: boolean;
  readonly trainers: readonly { readonly id: number; readonly name: string }[];
  /** Weekly hours of the sessions, which are held one after the other. */
  readonly weekly: readonly {
    /** 1: Monday. */
    readonly dayOfWeek: number;
    /** `HH:mm`, in the zone of the studio. */
    readonly from: string;
    readonly until: string;
  }[];
}

export interface SessionSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Every slot that starts on a day from the first to the last one, in order. Clocks that are put forward leave some out. */
export function slotsBetween(
  { weekly, minutes }: Pick<TrialSession, 'weekly' | 'minutes'>,
  from: CalendarDate,
  until: CalendarDate,
  timeZone: string,
): SessionSlot[] {
  const slots: SessionSlot[] = [];
  for (let day = from; day <= until; day = addTerm(day, { value: 1, unit: 'DAY' })) {
    const date = Temporal.PlainDate.from(day);
    for (const hours of weekly.filter(({ dayOfWeek }) => dayOfWeek === date.dayOfWeek)) {
      const closing = date.toPlainDateTime(hours.until);
      let start = date.toPlainDateTime(hours.from);
      for (;;) {
        const end = start.add({ minutes });
        if (Temporal.PlainDateTime.compare(end, closing) > 0) break;
        slots.push({ startsAt: instantOf(start, timeZone), endsAt: instantOf(end, timeZone) });
        start = end;
      }
    }
  }
  return slots
    .filter(({ startsAt, endsAt }) => endsAt.getTime() - startsAt.getTime() === minutes * 60_000)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

function instantOf(local: Temporal.PlainDateTime, timeZone: string): Date {
  return new Date(local.toZonedDateTime(timeZone).epochMilliseconds);
}
