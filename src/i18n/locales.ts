/** Names of the locale files in `locales/`; a test compares them. English is the last resort. */
export const localeFiles: readonly string[] =
  'cs de de-CH de-LI en en-CA en-GB en-US es fr fr-BE fr-CH fr-LU hu it it-CH nb nl nl-BE pl ro ru sl sv tr'.split(
    ' ',
  );

/**
 * Returns the file to use for a locale: the locale's own, otherwise its language's, otherwise English. Case and `_` do
 * not matter, and `no` is treated as `nb`.
 *
 * @param locale BCP 47 tag as the host wrote it, such as `de_LU`; anything else gives `en`.
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

/**
 * Returns the files that a file requires, the most general first. A regional file contains only what differs from its
 * language.
 */
export function localeChain(file: string): readonly string[] {
  const [language = file] = file.split('-');
  return language === file ? [file] : [language, file];
}

/**
 * Returns the locale for amounts, dates and country names: the host's own with its region, if the texts are in the same
 * language.
 */
export function formattingLocale(locale: string): string {
  const wanted = canonical(locale);
  const file = resolveLocale(locale);
  return wanted.startsWith(`${file}-`) ? supportedByIntl(wanted, file) : file;
}

/**
 * Returns the locale for dates and times. Texts in plain English are British, and so are these; browsers would treat
 * plain `en` as American.
 *
 * @param locale result of `formattingLocale`.
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
