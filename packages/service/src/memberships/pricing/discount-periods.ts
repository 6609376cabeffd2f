import { addTerm, type CalendarDate } from '../../domain/calendar.js';
import type { Portion } from '../../domain/offer.js';
import type { DiscountPeriod } from '../../domain/voucher.js';

/** The discount on a day: the periods follow one another from the start, the last may have no end. */
export function discountOn(
  periods: readonly DiscountPeriod[],
  start: CalendarDate,
  date: CalendarDate,
): Portion | null {
  return periodOn(periods, start, date)?.discount ?? null;
}

/** The discount on a day after the initial runtime, with which a discount for it alone has ended. */
export function discountAfterInitialTerm(
  periods: readonly DiscountPeriod[],
  start: CalendarDate,
  date: CalendarDate,
): Portion | null {
  const period = periodOn(periods, start, date);
  return period && period.effective.type !== 'INITIAL_TERM' ? period.discount : null;
}

function periodOn(
  periods: readonly DiscountPeriod[],
  start: CalendarDate,
  date: CalendarDate,
): DiscountPeriod | null {
  let begin = start;
  for (const period of periods) {
    if (period.effective.type !== 'TIME_BASED') return period;
    const end = addTerm(begin, period.effective.term);
    if (date < end) return period;
    begin = end;
  }
  return null;
}
