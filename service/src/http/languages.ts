import { supportedLanguage } from '../i18n/languages.js';

/**
 * The language to answer in (specification, Errors, message language): the first of the header's by weight that
 * is supported, as a variant or without it (de-LU gives de, no gives nb); `en` when none is. Without a header,
 * or where `*` comes first, `fallback`, the studio's.
 */
export function negotiateLanguage(header: string | undefined, fallback: string): string {
  const own = supportedLanguage(fallback) ?? 'en';
  if (header === undefined || header.trim() === '') return own;
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
    const language = tag === '*' ? own : supportedLanguage(tag);
    if (language !== null) return language;
  }
  return 'en';
}
