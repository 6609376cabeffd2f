import {
  addTerm,
  dayAfter,
  daysBetween,
  monthsBetween,
  type CalendarDate,
  type Term,
} from '../../domain/calendar.js';

/** A freeze as the life of a contract sees it: days on which its time stands still. */
export interface Freeze {
  readonly id: number;
  readonly startDate: CalendarDate;
  /** The last day; null: nobody knows it yet. */
  readonly endDate: CalendarDate | null;
  /** Fees for it, on these days even if the freeze moves. */
  readonly charges: readonly FreezeCharge[];
}

interface FreezeCharge {
  readonly dueDate: CalendarDate;
  /** The days that it is for. */
  readonly from: CalendarDate;
  /** null: nobody knows it yet. */
  readonly to: CalendarDate | null;
  readonly description: string;
  /** Minor units. */
  readonly amount: number;
}

/**
 * Calendar day of a day of the contract's own time: everything from the start of a freeze on is later by its length. A
 * freeze of whole months moves by months, so that what was due on the 15th stays due on a 15th; any other by its days.
 *
 * @param freezes do not overlap
 * @param today a freeze whose end nobody knows lasts until then, so far
 */
export function moved(own: CalendarDate, freezes: readonly Freeze[], today: CalendarDate): CalendarDate {
  return inOrder(freezes).reduce((date, freeze) => {
    const length = lengthOf(freeze, today);
    return length !== null && date >= freeze.startDate ? addTerm(date, length) : date;
  }, own);
}

/** Whether a day of the contract's own time waits for the end of a freeze that nobody knows. */
export function isSuspended(own: CalendarDate, freezes: readonly Freeze[], today: CalendarDate): boolean {
  const known = freezes.filter(({ endDate }) => endDate !== null);
  return freezes.some(({ endDate, startDate }) => endDate === null && moved(own, known, today) >= startDate);
}

/** The latest day of the contract's own time that comes by a day of the calendar. */
export function unmoved(date: CalendarDate, freezes: readonly Freeze[], today: CalendarDate): CalendarDate {
  let own = date;
  while (moved(dayAfter(own), freezes, today) > dayAfter(date))
    own = addTerm(own, { value: 1, unit: 'DAY' }, -1);
  return own;
}

/** null: it has not begun, and nobody knows how long it will be. */
function lengthOf({ startDate, endDate }: Freeze, today: CalendarDate): Term | null {
  const last = endDate ?? today;
  if (last < startDate) return null;
  const next = dayAfter(last);
  const months = monthsBetween(startDate, next);
  if (months > 0 && addTerm(startDate, { value: months, unit: 'MONTH' }) === next) {
    return { value: months, unit: 'MONTH' };
  }
  return { value: daysBetween(startDate, next), unit: 'DAY' };
}

function inOrder(freezes: readonly Freeze[]): Freeze[] {
  return [...freezes].sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
}
