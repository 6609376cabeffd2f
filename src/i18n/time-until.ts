/** Duration, to be read in a sentence: "in 30 seconds", "in 5 minutes". Nobody comes too early: rounded up. */
export function timeUntil(seconds: number, locale: string): string {
  const relative = new Intl.RelativeTimeFormat(locale);
  return seconds < 60
    ? relative.format(seconds, 'second')
    : relative.format(Math.ceil(seconds / 60), 'minute');
}
