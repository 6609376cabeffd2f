/** Languages and variants of the header Accept-Language (specification, Errors, message language). */
export const LANGUAGES = [
  'cs', 'de', 'en', 'es', 'fr', 'hu', 'it', 'nb', 'nl', 'pl', 'ro', 'ru', 'sl', 'sv', 'tr',
  'de-CH', 'de-LI', 'en-CA', 'en-GB', 'en-US', 'fr-LU',
] as const; // prettier-ignore

/**
 * The language to answer in: the first of the header's by weight that is supported, as a variant or without
 * it (de-LU gives de, no gives nb); `en` when none is. Without a header, `fallback`, the studio's.
 */
export function negotiateLanguage(header: string | undefined, fallback: string): string {
  if (header === undefined || header.trim() === '' || header.trim() === '*') return fallback;
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const language = supportedLanguage(tag);
    if (language !== null) return language;
  }
  return 'en';
}

/** The supported form of a language tag, or null. */
export function supportedLanguage(tag: string): string | null {
  const [primary = '', region = ''] = tag.replaceAll('_', '-').split('-');
  const language = primary.toLowerCase() === 'no' ? 'nb' : primary.toLowerCase();
  const supported: readonly string[] = LANGUAGES;
  const variant = `${language}-${region.toUpperCase()}`;
  if (supported.includes(variant)) return variant;
  return supported.includes(language) ? language : null;
}

/** `de-CH` -> `de` */
export function withoutVariant(language: string): string {
  return language.split('-')[0] ?? language;
}
