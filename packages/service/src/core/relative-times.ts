import { Temporal } from 'temporal-polyfill';

/** Time zone in which days are counted. */
const TIME_ZONE = 'Europe/Berlin';
/**
 * A time relative to another moment: `now - 5 hours`, `today + 1 month - 1 day`, `first of this month`, `next Monday at
 * 10:00`.
 */
const RELATIVE =
  /^(now|today|first of this month|next Monday)((?: [+-] \d+ (?:minute|hour|day|week|month)s?)*)(?: at (\d\d:\d\d))?$/;

/**
 * Returns the time that a relative text names: a `Date` for one that names a time of day or starts with `now`, otherwise
 * a calendar date. Any other text stays as it is.
 */
export function timeOf(text: string, now: Date): string | Date {
  const [, from, steps = '', timeOfDay] = RELATIVE.exec(text) ?? [];
  if (from === undefined) return text;
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(TIME_ZONE);
  const starts = {
    'first of this month': () => today.with({ day: 1 }),
    'next Monday': () => today.add({ days: 8 - today.dayOfWeek }),
  };
  const start = from in starts ? starts[from as keyof typeof starts]() : today;
  const moment = [...steps.matchAll(/([+-]) (\d+) ([a-z]+?)s?(?= |$)/g)].reduce(
    (reached, [, sign = '+', count = '0', unit = 'day']) =>
      reached.add({ [`${unit}s`]: Number(sign + count) }),
    start,
  );
  if (timeOfDay !== undefined)
    return new Date(
      moment.toPlainDate().toZonedDateTime({ timeZone: TIME_ZONE, plainTime: timeOfDay }).epochMilliseconds,
    );
  return from === 'now' ? new Date(moment.epochMilliseconds) : moment.toPlainDate().toString();
}
