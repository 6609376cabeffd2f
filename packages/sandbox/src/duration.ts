export const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

export const DAY_MS = 24 * 60 * MINUTE;
/** Longest time by which the clock moves at once. */
const MOST_DAYS = 366;

/** Allowed durations, for messages. */
export const DURATIONS = `a whole number of minutes, hours, days or weeks up to ${MOST_DAYS} days, such as 90m, 12h, 31d or 2w`;

/**
 * Returns the milliseconds of a duration such as 31d, as it was typed or sent.
 *
 * @throws Error naming the allowed durations.
 */
export function durationOf(given: unknown): number {
  const text = typeof given === 'string' ? given : '';
  const [, number = '', unit = ''] = /^(\d{1,9})([mhdw])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? 0);
  if (milliseconds > 0 && milliseconds <= MOST_DAYS * DAY_MS) return milliseconds;
  throw new Error(`The clock cannot advance by "${text}". Give ${DURATIONS}.`);
}

/** Formats a duration in its two largest units, such as "31 days" or "1 day 12 hours". */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).slice(0, 2);
  return shown.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ') || '0 minutes';
}
