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
export interface FreezePeriod {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate | null;
}

/** A freeze as member and studio have agreed on it, whatever the studio decides for later ones. */
export interface AgreedFreeze extends FreezePeriod {
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
