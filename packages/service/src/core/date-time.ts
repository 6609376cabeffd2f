import { Temporal } from 'temporal-polyfill';
import { type CalendarDate, daysBetween } from './calendar.js';
import { ApiError } from './errors/api-error.js';
import { textPart } from './i18n/translate.js';

/** Time zone of a date-time that names none (specification, Limits, date and time rules). */
const DEFAULT_ZONE = 'Europe/Berlin';

/**
 * Local date and time, then `Z` or an offset (`+01:00`, `+0100`, `+01`), then a zone in brackets; only the first is
 * required.
 */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[([A-Za-z][\w+/-]*)\])?$/;

/**
 * Parses a date-time as callers send it: with `Z`, with an offset, with an offset and a zone in brackets, or without
 * any zone (specification, Limits, date and time rules). If offset and zone disagree, the offset decides.
 *
 * @returns an instant truncated to milliseconds; null for a text of another form, and for a time, offset or zone that
 * does not exist.
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
    // This throws for a zone that does not exist.
    if (zone !== undefined) instant.toZonedDateTimeISO(zone);
    return new Date(instant.epochMilliseconds);
  } catch {
    return null;
  }
}

/** Formats a date-time for responses: with the offset of a zone but not its name, in full seconds. */
export function formatDateTime(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** Formats a date-time with offset and zone name, such as `2026-11-23T10:00:00+01:00[Europe/Berlin]`. */
export function formatZonedDateTime(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toString({ smallestUnit: 'second' });
}

/** Formats a date-time in UTC with the suffix Z. */
export function formatUtcDateTime(instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toString({ smallestUnit: 'second' });
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}

/** A range of days, both ends included. */
export interface Days {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
}

/**
 * Refuses a range of days that is in the wrong order or too long.
 *
 * @param most maximum number of days between the first and the last.
 * @param field name of the last day in the request.
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
