/** The locale files there are, as named in `locales/`; a test compares. English is the last resort. */
export const localeFiles: readonly string[] =
  'cs de de-CH de-LI en en-CA en-GB en-US es fr fr-BE fr-CH fr-LU hu it it-CH nb nl nl-BE pl ro ru sl sv tr'.split(
    ' ',
  );

/**
 * The file that serves a locale: the locale's own, else its language's, else English. Case and `_` do not matter,
 * and `no` is written `nb`.
 *
 * @param locale BCP 47 as the host wrote it, such as `de_LU`; anything else gives `en`.
 */
export function resolveLocale(locale: string): string {
  const wanted = canonical(locale);
  const [language] = wanted.split('-');
  return (
    localeFiles.find((file) => file.toLowerCase() === wanted) ??
    localeFiles.find((file) => file === language) ??
    'en'
  );
}

/** The files that a file needs, the widest first: a regional one holds only what differs from its language. */
export function localeChain(file: string): readonly string[] {
  const [language = file] = file.split('-');
  return language === file ? [file] : [language, file];
}

/**
 * The locale that writes amounts, dates and country names: the host's own with its region, as long as the texts
 * beside them are in that language.
 */
export function formattingLocale(locale: string): string {
  const wanted = canonical(locale);
  const file = resolveLocale(locale);
  return wanted.startsWith(`${file}-`) ? supportedByIntl(wanted, file) : file;
}

/**
 * The locale that writes dates and times. The texts of bare English are British, and so are they; browsers take it for
 * American.
 *
 * @param locale as `formattingLocale` gives it.
 */
export function dateLocale(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}

function canonical(locale: string): string {
  return locale
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^no(?=-|$)/, 'nb');
}

function supportedByIntl(locale: string, fallback: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? fallback;
  } catch {
    return fallback;
  }
}
