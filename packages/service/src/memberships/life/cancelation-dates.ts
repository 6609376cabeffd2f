import { addTerm, dayAfter, dayBefore, type CalendarDate } from '../../domain/calendar.js';
import { contractLife } from './contract-life.js';
import { moved, type Freeze } from './freeze.js';
import { ownPeriod } from './own-periods.js';
import type { SignedTerms } from './signed-terms.js';

/** To what a contract can be cancelled by notice of today. */
interface CancelationChoice {
  /** The last days that can be chosen, the earliest first. */
  readonly dates: readonly CalendarDate[];
  /** The last day on which notice can be given for the earliest of them; null: none can. */
  readonly lastNoticeDate: CalendarDate | null;
}

/** Number of end dates that are offered. */
const OFFERED = 3;
const NONE: CancelationChoice = { dates: [], lastNoticeDate: null };

/**
 * To what a contract can be cancelled when notice is given today; nothing, when it has ended, is cancelled already, or
 * another took its place.
 *
 * - `TERM`: the ends of the current and of the next terms, each with the notice of its own term.
 * - `RECEIPT_DATE`: the end of the initial runtime, while its notice can be given; from then on the day that the notice
 *   leads to, counted from today: the notice of the runtime in which it is received.
 */
export function cancelationChoice(
  signed: SignedTerms,
  freezes: readonly Freeze[],
  today: CalendarDate,
): CancelationChoice {
  const { periods, endDate } = contractLife(signed, freezes, today);
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
    return dayBefore(moved(dayAfter(own), freezes, today));
  });
  return { dates, lastNoticeDate: last.lastNoticeDate };
}
