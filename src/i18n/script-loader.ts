import type { LocaleLoader, LocaleTexts } from './locale-loader.js';

/**
 * Locales of the classic script: data beside it, fetched as JSON, so that the script's integrity hash covers all code.
 *
 * @param scriptUrl absolute address of `widget.js`; the files are in `locales/` next to it.
 */
export function scriptLocaleLoader(scriptUrl: string): LocaleLoader {
  return async (locale) => {
    const response = await fetch(new URL(`locales/${locale}.json`, scriptUrl), { credentials: 'omit' });
    if (!response.ok) throw new Error(`The locale file ${locale} answered with status ${response.status}.`);
    const texts: unknown = await response.json();
    if (!isLocaleTexts(texts)) throw new Error(`The locale file ${locale} is not a flat map of texts.`);
    return texts;
  };
}

function isLocaleTexts(value: unknown): value is LocaleTexts {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
