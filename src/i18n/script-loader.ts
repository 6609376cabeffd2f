import { fetchBeside } from '../core/fetch-beside.js';
import { mapOf, text } from '../core/schema.js';
import type { LocaleLoader } from './locale-loader.js';

/**
 * Creates the loader of the classic script, which fetches locales as JSON files next to it. The script's integrity hash
 * thus covers all code.
 *
 * @param scriptUrl absolute address of `widget.js`; the files are in `locales/` next to it.
 */
export function scriptLocaleLoader(scriptUrl: string): LocaleLoader {
  return (locale) => fetchBeside(scriptUrl, `locales/${locale}.json`, mapOf(text));
}
