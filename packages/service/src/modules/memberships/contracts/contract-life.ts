import { addTerm, type CalendarDate, dayAfter, dayBefore, type Term } from '../../../core/calendar.js';
import { type IdleTime, toCalendarDay } from '../idle-periods/idle-time.js';
import { hasNextPeriod, type OwnPeriod, ownPeriod } from './own-periods.js';
import { type PlannedClaim, plannedClaims } from './planned-claims.js';
import type { SignedTerms } from './signed-terms.js';

/** The initial runtime or one extension, in calendar days. Both dates are included. */
interface ContractPeriod {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  /** The last day on which notice can be given for the end date. */
  readonly lastNoticeDate: CalendarDate;
}

export interface ContractLife {
  /**
   * The initial runtime and the extensions that are certain. An extension becomes certain once notice for the day
   * before it is no longer possible.
   */
  readonly periods: readonly ContractPeriod[];
  /** The last day that is certain so far. */
  readonly endDate: CalendarDate;
  /** All claims, past and planned, including those for idle periods, by due date. */
  readonly claims: readonly PlannedClaim[];
  /** Keys of fees that cannot be scheduled until the end of an idle period is known. */
  readonly waiting: readonly string[];
  /** The next day on which something becomes certain or is planned; null if nothing will. */
  readonly nextChange: CalendarDate | null;
}

/**
 * Time before the next extension at which its fees are written as claims, although notice may still be given for it.
 */
export const CLAIMS_AHEAD: Term = { value: 14, unit: 'DAY' };

/**
 * Computes the life of a contract as of a day. Pure: the same terms, idle periods and day give the same result.
 *
 * @param idleTimes the idle periods that count (neither withdrawn nor rejected); they do not overlap
 * @param today today in the studio's time zone
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

/** Returns the last day on which notice can be given for an end date. */
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
  // An open-ended idle period moves the end of the contract day by day.
  if (idleTimes.some(({ endDate }) => endDate === null)) return tomorrow;
  const later = days.filter((day) => day > today).sort();
  return goesOnAfter ? (later[0] ?? tomorrow) : null;
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A contract has no period.');
  return value;
}
