/**
 * Formats a duration for use in a sentence: "in 30 seconds", "in 5 minutes". It rounds up, so that a retry is never too
 * early.
 */
export function timeUntil(seconds: number, locale: string): string {
  const relative = new Intl.RelativeTimeFormat(locale);
  return seconds < 60
    ? relative.format(seconds, 'second')
    : relative.format(Math.ceil(seconds / 60), 'minute');
}
