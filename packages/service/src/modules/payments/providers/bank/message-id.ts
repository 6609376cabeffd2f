import type { CalendarDate } from '../../../../core/calendar.js';

/** Parts of the id of a file that is written here: `UPC-20261130-0123456789ab`. */
interface MessageIdParts {
  /** Day on which the file was written. */
  readonly day: CalendarDate;
  /** Twelve random hexadecimal digits. */
  readonly digits: string;
}

export const messageIdOf = ({ day, digits }: MessageIdParts): string =>
  `UPC-${day.replaceAll('-', '')}-${digits}`;

/** Reads the id of a file; null if it was not made here. */
export function messageIdParts(messageId: string): MessageIdParts | null {
  const { year, month, day, digits } =
    /^UPC-(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)-(?<digits>[0-9a-f]{12})$/.exec(messageId)?.groups ?? {};
  return digits === undefined ? null : { day: `${year}-${month}-${day}`, digits };
}
