import { fetchBeside } from '../core/fetch-beside.js';
import { mapOf, text } from '../core/schema.js';
import type { LocaleLoader } from './locale-loader.js';

/**
 * Locales of the classic script: data beside it, fetched as JSON, so that the script's integrity hash covers all code.
 *
 * @param scriptUrl absolute address of `widget.js`; the files are in `locales/` next to it.
 */
export function scriptLocaleLoader(scriptUrl: string): LocaleLoader {
  return (locale) => fetchBeside(scriptUrl, `locales/${locale}.json`, mapOf(text));
}
