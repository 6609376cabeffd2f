import { type TString, Type } from 'typebox';
import { parseDateTime } from '../date-time.js';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';

const EXAMPLE = '2026-11-23T10:00:00+01:00[Europe/Berlin]';

/** A date-time that is sent, in each form that is accepted (specification, Limits, date and time rules). */
export const DateTimeInput = (description: string): TString =>
  Type.String({
    maxLength: 100,
    description: `${description} ISO 8601 with Z, an offset, or an offset and a zone in brackets; without any, in Europe/Berlin.`,
    examples: [EXAMPLE],
  });

/**
 * @param field how the request names it.
 * @throws ApiError 400 for a text of another form, and for a time or a zone that there is not.
 */
export function instantOf(dateTime: string, field: string): Date {
  const instant = parseDateTime(dateTime);
  if (instant) return instant;
  const problem = textPart('problem.dateTime', { field, example: EXAMPLE });
  throw new ApiError('errormessage.request.invalid', field, { problem });
}
