import Negotiator from 'negotiator';
import { supportedLanguage, withoutVariant } from '../i18n/languages.js';

/**
 * The language to answer in (specification, Errors, message language): the first of the header's by weight that
 * is supported, as a variant or without it (de-LU gives de, no gives nb); `en` when none is. Without a header,
 * or where `*` comes first, `fallback`, the studio's.
 */
export function negotiateLanguage(header: string | undefined, fallback: string): string {
  return supportedLanguage(negotiate(header, fallback)) ?? 'en';
}

/** The negotiated language with the region that was asked for, supported or not: de-LU stays de-LU. */
export function negotiateLocale(header: string | undefined, fallback: string): string {
  const asked = negotiate(header, fallback);
  const language = withoutVariant(supportedLanguage(asked) ?? 'en');
  const region = /^[a-z]+[-_]([a-z]{2})$/i.exec(asked)?.[1];
  return region ? `${language}-${region.toUpperCase()}` : language;
}

/** The tag of the header that is spoken here; `en` when none is. */
function negotiate(header: string | undefined, fallback: string): string {
  const own = supportedLanguage(fallback) ? fallback : 'en';
  // Without a header, the library knows `*`.
  const wanted = new Negotiator({ headers: { 'accept-language': header?.trim() || undefined } }).languages();
  return (
    wanted.map((tag) => (tag === '*' ? own : tag)).find((tag) => supportedLanguage(tag) !== null) ?? 'en'
  );
}
