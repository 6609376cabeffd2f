import { type TString, Type } from 'typebox';
import { parseDateTime } from '../date-time.js';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';

const EXAMPLE = '2026-11-23T10:00:00+01:00[Europe/Berlin]';

/**
 * Returns the schema of a date-time in a request, in each accepted form (specification, Limits, date and time rules).
 */
export const DateTimeInput = (description: string): TString =>
  Type.String({
    maxLength: 100,
    description: `${description} ISO 8601 with Z, an offset, or an offset and a time zone in brackets. Without any of these, the time zone is Europe/Berlin.`,
    examples: [EXAMPLE],
  });

/** Date and time in an input of staff. */
export const StaffDateTime = Type.String({
  maxLength: 100,
  description: 'Such as 2026-11-23T10:00; in the time zone of the studio, unless it names another.',
});

/**
 * Parses a date-time of a request.
 *
 * @param field name of the field in the request.
 * @param timeZone of a date-time that names none; if absent, the one of the Open API.
 * @throws ApiError 400 for a text of another form, and for a time or zone that does not exist.
 */
export function instantOf(dateTime: string, field: string, timeZone?: string): Date {
  const instant = parseDateTime(dateTime, timeZone);
  if (instant) return instant;
  const problem = textPart('problem.dateTime', { field, example: EXAMPLE });
  throw new ApiError('errormessage.request.invalid', field, { problem });
}
