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

/**
 * A time in which a contract stands still. Both dates are included; an `endDate` of null means that it is open-ended.
 */
export interface IdleDates {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate | null;
}

/** An idle period as agreed by member and studio, regardless of the studio's later settings. */
export interface AgreedIdlePeriod extends IdleDates {
  readonly reason: IdlePeriodReason;
  /** The document submitted for the reason. */
  readonly documentId: number | null;
  readonly unit: IdlePeriodUnit;
  readonly fee: IdlePeriodSettings['fee'];
  /** The description of its claims, in the studio's language. */
  readonly feeDescription: string;
  /** The monthly price of the contract in minor units, not rounded; percentage fees are based on it. */
  readonly monthlyContribution: number;
  /** The first days of the terms that are free of charge. */
  readonly freeTermStarts: readonly CalendarDate[];
}

/** An idle period as it affects a contract's life: days on which the contract's time stands still. */
export interface IdleTime {
  readonly id: number;
  readonly startDate: CalendarDate;
  /** The last day; null if it is not known yet. */
  readonly endDate: CalendarDate | null;
  /** Fees for the idle period, on calendar days that idle periods do not move. */
  readonly charges: readonly (IdlePeriodCharge & { readonly description: string })[];
}

/** A fee that falls due, and the days that it covers. */
export interface IdlePeriodCharge {
  readonly dueDate: CalendarDate;
  readonly from: CalendarDate;
  /** null while the idle period has no end. */
  readonly to: CalendarDate | null;
  /** Amount in minor units. */
  readonly amount: number;
}

/**
 * Converts a day of the contract's own time to a calendar day. Each idle period delays everything from its start by its
 * length. An idle period of whole months moves days by months, so that a claim due on the 15th stays due on a 15th; any
 * other moves them by its number of days.
 *
 * @param idleTimes must not overlap
 * @param today an open-ended idle period is treated as lasting until today
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

/**
 * Returns whether a day of the contract's own time cannot be converted to a calendar day until an open-ended idle
 * period ends.
 */
export function waitsForEnd(own: CalendarDate, idleTimes: readonly IdleTime[], today: CalendarDate): boolean {
  const known = idleTimes.filter(({ endDate }) => endDate !== null);
  return idleTimes.some(
    ({ endDate, startDate }) => endDate === null && toCalendarDay(own, known, today) >= startDate,
  );
}

/** Returns the latest day of the contract's own time that falls on or before a calendar day. */
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

/** Returns how far an idle period moves the contract; null if it has not begun and its length is not known. */
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
