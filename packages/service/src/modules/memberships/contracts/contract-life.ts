import { addTerm, type CalendarDate, dayAfter, dayBefore, type Term } from '../../../core/calendar.js';
import { type IdleTime, toCalendarDay } from '../idle-periods/idle-time.js';
import { hasNextPeriod, type OwnPeriod, ownPeriod } from './own-periods.js';
import { type PlannedClaim, plannedClaims } from './planned-claims.js';
import type { SignedTerms } from './signed-terms.js';

/** The initial runtime, or one extension; on the calendar, both days are part of it. */
interface ContractPeriod {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  /** The last day on which notice can be given for its end. */
  readonly lastNoticeDate: CalendarDate;
}

export interface ContractLife {
  /**
   * The initial runtime and the extensions that are certain: one is as soon as nobody can give notice for the day before
   * it any more.
   */
  readonly periods: readonly ContractPeriod[];
  /** The last day, as far as it is certain. */
  readonly endDate: CalendarDate;
  /** Everything that falls or fell due, and for its idle periods, by due date. */
  readonly claims: readonly PlannedClaim[];
  /** The keys of fees that wait for the end of an idle period that nobody knows. */
  readonly waiting: readonly string[];
  /** The next day on which something new will be certain or planned; null: nothing will. */
  readonly nextChange: CalendarDate | null;
}

/** Fees of the next extension are written down so long before it, though notice may still be given for it. */
export const CLAIMS_AHEAD: Term = { value: 14, unit: 'DAY' };

/**
 * The life of a contract as of a day. Pure: the same terms, idle periods and day give the same life.
 *
 * @param idleTimes those that count (not withdrawn, not rejected); they do not overlap
 * @param today at the studio
 */
export function contractLife(
  signed: SignedTerms,
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): ContractLife {
  const own: OwnPeriod[] = [ownPeriod(signed, 0)];
  const periods: ContractPeriod[] = own.map((period) => onCalendar(period, idleTimes, today));
  for (let last = own[0], end = periods[0]; last && end && hasNextPeriod(signed, last);) {
    if (signed.finalEndDate === null && today <= end.lastNoticeDate) break;
    last = ownPeriod(signed, own.length);
    end = onCalendar(last, idleTimes, today);
    own.push(last);
    periods.push(end);
  }
  const { endDate, lastNoticeDate } = required(periods.at(-1));
  const next = hasNextPeriod(signed, required(own.at(-1))) ? ownPeriod(signed, own.length) : null;
  const planFrom = addTerm(dayAfter(endDate), CLAIMS_AHEAD, -1);
  const isPlanned = next !== null && planFrom <= today;
  return {
    periods,
    endDate,
    ...plannedClaims(signed, next && isPlanned ? [...own, next] : own, idleTimes, today),
    nextChange: nextDay(next !== null, [planFrom, dayAfter(lastNoticeDate)], idleTimes, today),
  };
}

/** The last day on which notice can be given for an end. */
function lastNoticeDate(endDate: CalendarDate, notice: readonly Term[]): CalendarDate {
  return dayBefore(notice.reduce((date, term) => addTerm(date, term, -1), dayAfter(endDate)));
}

function onCalendar(
  { startDate, endDate, notice }: OwnPeriod,
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): ContractPeriod {
  const end = dayBefore(toCalendarDay(dayAfter(endDate), idleTimes, today));
  return {
    startDate: toCalendarDay(startDate, idleTimes, today),
    endDate: end,
    lastNoticeDate: lastNoticeDate(end, notice),
  };
}

function nextDay(
  goesOnAfter: boolean,
  days: readonly CalendarDate[],
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): CalendarDate | null {
  const tomorrow = dayAfter(today);
  // An idle period without end moves the end of the contract day by day.
  if (idleTimes.some(({ endDate }) => endDate === null)) return tomorrow;
  const later = days.filter((day) => day > today).sort();
  return goesOnAfter ? (later[0] ?? tomorrow) : null;
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A contract has no period.');
  return value;
}
