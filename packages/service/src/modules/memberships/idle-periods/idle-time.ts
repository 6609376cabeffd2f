import {
  addTerm,
  type CalendarDate,
  dayAfter,
  daysBetween,
  monthsBetween,
  type Term,
} from '../../../core/calendar.js';
import type {
  IdlePeriodReason,
  IdlePeriodSettings,
  IdlePeriodUnit,
} from '../../studios/settings/idle-period-settings.js';

/** A time in which a contract stands still. Both days are part of it; `endDate` null: until it is ended. */
export interface IdleDates {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate | null;
}

/** An idle period as member and studio have agreed on it, whatever the studio decides for later ones. */
export interface AgreedIdlePeriod extends IdleDates {
  readonly reason: IdlePeriodReason;
  /** The document that was handed in for the reason. */
  readonly documentId: number | null;
  readonly unit: IdlePeriodUnit;
  readonly fee: IdlePeriodSettings['fee'];
  /** The name of its claims, in the language of the studio. */
  readonly feeDescription: string;
  /** The monthly price of the contract, in minor units, not rounded: the base of a percentage. */
  readonly monthlyContribution: number;
  /** The first days of its terms without a fee. */
  readonly freeTermStarts: readonly CalendarDate[];
}

/** An idle period as the life of a contract sees it: days on which its time stands still. */
export interface IdleTime {
  readonly id: number;
  readonly startDate: CalendarDate;
  /** The last day; null: nobody knows it yet. */
  readonly endDate: CalendarDate | null;
  /** Fees for it, on these days even if the idle period moves. */
  readonly charges: readonly (IdlePeriodCharge & { readonly description: string })[];
}

/** A fee that falls due, and the days that it is for. */
export interface IdlePeriodCharge {
  readonly dueDate: CalendarDate;
  readonly from: CalendarDate;
  /** null: the idle period has no end yet. */
  readonly to: CalendarDate | null;
  /** Minor units. */
  readonly amount: number;
}

/**
 * Calendar day of a day of the contract's own time: everything from the start of an idle period on is later by its length.
 * One of whole months moves it by months, so that what was due on the 15th stays due on a 15th; any other by its days.
 *
 * @param idleTimes do not overlap
 * @param today an idle period whose end nobody knows lasts until then, so far
 */
export function toCalendarDay(
  own: CalendarDate,
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): CalendarDate {
  return inOrder(idleTimes).reduce((date, idleTime) => {
    const length = lengthOf(idleTime, today);
    return length !== null && date >= idleTime.startDate ? addTerm(date, length) : date;
  }, own);
}

/** Whether a day of the contract's own time waits for the end of an idle period that nobody knows. */
export function waitsForEnd(own: CalendarDate, idleTimes: readonly IdleTime[], today: CalendarDate): boolean {
  const known = idleTimes.filter(({ endDate }) => endDate !== null);
  return idleTimes.some(
    ({ endDate, startDate }) => endDate === null && toCalendarDay(own, known, today) >= startDate,
  );
}

/** The latest day of the contract's own time that comes by a day of the calendar. */
export function toOwnDay(
  date: CalendarDate,
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): CalendarDate {
  let own = date;
  while (toCalendarDay(dayAfter(own), idleTimes, today) > dayAfter(date))
    own = addTerm(own, { value: 1, unit: 'DAY' }, -1);
  return own;
}

/** null: it has not begun, and nobody knows how long it will be. */
function lengthOf({ startDate, endDate }: IdleTime, today: CalendarDate): Term | null {
  const last = endDate ?? today;
  if (last < startDate) return null;
  const next = dayAfter(last);
  const months = monthsBetween(startDate, next);
  if (months > 0 && addTerm(startDate, { value: months, unit: 'MONTH' }) === next) {
    return { value: months, unit: 'MONTH' };
  }
  return { value: daysBetween(startDate, next), unit: 'DAY' };
}

function inOrder(idleTimes: readonly IdleTime[]): IdleTime[] {
  return [...idleTimes].sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
}
