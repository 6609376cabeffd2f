import { Temporal } from 'temporal-polyfill';
import { type CalendarDate, daysBetween } from './calendar.js';
import { ApiError } from './errors/api-error.js';
import { textPart } from './i18n/translate.js';

/** The zone of a date-time that names none (specification, Limits, date and time rules). */
const DEFAULT_ZONE = 'Europe/Berlin';

/** Local date and time, then `Z` or an offset (`+01:00`, `+0100`, `+01`), then a zone in brackets; all but the first may be missing. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[([A-Za-z][\w+/-]*)\])?$/;

/**
 * The instant of a date-time as callers send it: with `Z`, with an offset, with an offset and a zone in brackets, or
 * without any zone (specification, Limits, date and time rules). An offset decides where the zone disagrees with it.
 *
 * @returns milliseconds are kept, what is smaller is dropped; null for a text of another form, and for a time, an offset
 *   or a zone that there is not.
 */
export function parseDateTime(text: string, defaultZone = DEFAULT_ZONE): Date | null {
  const [, local, offset, zone] = DATE_TIME.exec(text) ?? [];
  if (local === undefined) return null;
  try {
    const instant =
      offset === undefined
        ? Temporal.PlainDateTime.from(local, { overflow: 'reject' })
            .toZonedDateTime(zone ?? defaultZone)
            .toInstant()
        : Temporal.Instant.from(`${local}${offset}`);
    // Throws for a zone that there is not.
    if (zone !== undefined) instant.toZonedDateTimeISO(zone);
    return new Date(instant.epochMilliseconds);
  } catch {
    return null;
  }
}

/** A date-time as it is answered: with the offset of a zone, without its name, in full seconds. */
export function formatDateTime(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** With offset and name of the zone, as `2026-11-23T10:00:00+01:00[Europe/Berlin]`. */
export function formatZonedDateTime(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toString({ smallestUnit: 'second' });
}

/** In UTC with the suffix Z. */
export function formatUtcDateTime(instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toString({ smallestUnit: 'second' });
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}

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
