/** Languages and variants for the header Accept-Language (specification, Errors, message language). */
export const LANGUAGES = [
  'cs', 'de', 'en', 'es', 'fr', 'hu', 'it', 'nb', 'nl', 'pl', 'ro', 'ru', 'sl', 'sv', 'tr',
  'de-CH', 'de-LI', 'en-CA', 'en-GB', 'en-US', 'fr-LU',
] as const; // prettier-ignore

/**
 * Returns the supported form of a language tag: a variant, or its language if the variant is not supported; null if
 * neither is.
 */
export function supportedLanguage(tag: string): string | null {
  const [primary = '', region = ''] = tag.replaceAll('_', '-').split('-');
  const language = primary.toLowerCase() === 'no' ? 'nb' : primary.toLowerCase();
  const supported: readonly string[] = LANGUAGES;
  const variant = `${language}-${region.toUpperCase()}`;
  if (supported.includes(variant)) return variant;
  return supported.includes(language) ? language : null;
}

/** Returns the language of a variant: `de` for `de-CH`. */
export function withoutVariant(language: string): string {
  return language.split('-')[0] ?? language;
}
