import { formatDateTime, formatUtcDateTime, formatZonedDateTime } from '../../domain/date-time.js';

/** Formats of slots: the first of the interface, the current one, and the one in which some clients send them back. */
export const DATE_TIME_FORMS = {
  UTC: formatUtcDateTime,
  ZONED: formatZonedDateTime,
  OFFSET: formatDateTime,
} as const satisfies Record<string, (instant: Date, timeZone: string) => string>;

export type WrittenAs = keyof typeof DATE_TIME_FORMS;

/** The form of a date-time that was sent. */
export function formOf(dateTime: string): WrittenAs {
  if (dateTime.endsWith(']')) return 'ZONED';
  return dateTime.endsWith('Z') ? 'UTC' : 'OFFSET';
}
