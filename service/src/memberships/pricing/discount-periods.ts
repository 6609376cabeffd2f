import { addTerm, type CalendarDate } from '../../domain/calendar.js';
import type { Portion } from '../../domain/offer.js';
import type { DiscountPeriod } from '../../domain/voucher.js';

/** The discount on a day: the periods follow one another from the start, the last may have no end. */
export function discountOn(
  periods: readonly DiscountPeriod[],
  start: CalendarDate,
  date: CalendarDate,
): Portion | null {
  let begin = start;
  for (const { discount, effective } of periods) {
    if (effective.type !== 'TIME_BASED') return discount;
    const end = addTerm(begin, effective.term);
    if (date < end) return discount;
    begin = end;
  }
  return null;
}
