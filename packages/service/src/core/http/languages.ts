import Negotiator from 'negotiator';
import { supportedLanguage, withoutVariant } from '../i18n/languages.js';

/**
 * Returns the language of a response (specification, Errors, message language). It is the supported language with the
 * highest weight in the header, as a variant or without it (de-LU gives de, no gives nb); `en` if none is supported.
 * Without a header, or if `*` comes first, it is `fallback`, the studio's language.
 */
export function negotiateLanguage(header: string | undefined, fallback: string): string {
  return supportedLanguage(negotiate(header, fallback)) ?? 'en';
}

/** Returns the negotiated language with the requested region, supported or not: de-LU stays de-LU. */
export function negotiateLocale(header: string | undefined, fallback: string): string {
  const asked = negotiate(header, fallback);
  const language = withoutVariant(supportedLanguage(asked) ?? 'en');
  const region = /^[a-z]+[-_]([a-z]{2})$/i.exec(asked)?.[1];
  return region ? `${language}-${region.toUpperCase()}` : language;
}

/** Returns the best supported language tag of the header; `en` if there is none. */
function negotiate(header: string | undefined, fallback: string): string {
  const own = supportedLanguage(fallback) ? fallback : 'en';
  // Without a header, the library returns `*`.
  const wanted = new Negotiator({ headers: { 'accept-language': header?.trim() || undefined } }).languages();
  return (
    wanted.map((tag) => (tag === '*' ? own : tag)).find((tag) => supportedLanguage(tag) !== null) ?? 'en'
  );
}
