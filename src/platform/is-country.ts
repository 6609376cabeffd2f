/** Whether the browser has a name for a code of ISO 3166-1 alpha-2, upper case. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  return Boolean(new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code));
}
