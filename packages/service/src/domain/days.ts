import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';
import { daysBetween, type CalendarDate } from './calendar.js';

/** Days in a row, both ends included. */
export interface Days {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
}

/**
 * Refuses days that are in the wrong order, or too many.
 *
 * @param most how many days the last one may be after the first.
 * @param field how the request names the last one.
 * @throws ApiError 400
 */
export function requireDays(
  { startDate, endDate }: Days,
  { most, field }: { readonly most: number; readonly field: string },
): void {
  const days = daysBetween(startDate, endDate);
  if (days >= 0 && days <= most) return;
  const about = { field, from: startDate };
  const problem =
    days < 0
      ? textPart('problem.range.order', about)
      : textPart('problem.range.tooLong', { ...about, limit: most });
  throw new ApiError('errormessage.request.invalid', field, { problem });
}
