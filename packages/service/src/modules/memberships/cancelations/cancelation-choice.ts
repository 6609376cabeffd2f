import { addTerm, type CalendarDate, dayAfter, dayBefore } from '../../../core/calendar.js';
import { contractLife } from '../contracts/contract-life.js';
import { ownPeriod } from '../contracts/own-periods.js';
import type { SignedTerms } from '../contracts/signed-terms.js';
import { type IdleTime, toCalendarDay } from '../idle-periods/idle-time.js';

/** The end dates that a contract can be cancelled to if notice is given today. */
interface CancelationChoice {
  /** The last days that can be chosen, earliest first. */
  readonly dates: readonly CalendarDate[];
  /** The last day on which notice can be given for the earliest date; null if notice is not possible. */
  readonly lastNoticeDate: CalendarDate | null;
}

/** Number of end dates offered. */
const OFFERED = 3;
const NONE: CancelationChoice = { dates: [], lastNoticeDate: null };

/**
 * Returns the end dates that are possible if notice is given today. There are none if the contract has ended, is
 * already cancelled, or was replaced by another.
 *
 * - `TERM`: the ends of the current and the next terms, each with the notice of its own term.
 * - `RECEIPT_DATE`: the end of the initial runtime while notice for it can be given. After that, the day that results
 * from adding the notice to today; the notice is that of the runtime in which it is received.
 */
export function cancelationChoice(
  signed: SignedTerms,
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): CancelationChoice {
  const { periods, endDate } = contractLife(signed, idleTimes, today);
  const [initial, ...extensions] = periods;
  const last = periods.at(-1);
  if (!initial || !last || signed.finalEndDate !== null || endDate < today) return NONE;
  const { extension, cancelationStrategy } = signed;
  if (extension && cancelationStrategy === 'RECEIPT_DATE' && extensions.length > 0) {
    const notice = today <= initial.endDate ? signed.notice : extension.notice;
    const end = notice.reduce((date, term) => addTerm(date, term), today);
    return { dates: [end < initial.endDate ? initial.endDate : end], lastNoticeDate: today };
  }
  if (today > last.lastNoticeDate) return NONE;
  const offered = extension && cancelationStrategy === 'TERM' ? OFFERED : 1;
  const dates = Array.from({ length: offered }, (_, more) => {
    const { endDate: own } = ownPeriod(signed, periods.length - 1 + more);
    return dayBefore(toCalendarDay(dayAfter(own), idleTimes, today));
  });
  return { dates, lastNoticeDate: last.lastNoticeDate };
}
