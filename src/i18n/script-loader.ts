import { filesBeside } from '../core/files-beside.js';
import { mapOf, text } from '../core/schema.js';
import type { LocaleLoader } from './locale-loader.js';

/**
 * Creates the loader of the classic script, which fetches locales as JSON files next to it. The script's integrity hash
 * thus covers all code.
 *
 * @param scriptUrl absolute address of `widget.js`; the files are in `locales/` next to it.
 */
export function scriptLocaleLoader(scriptUrl: string): LocaleLoader {
  const load = filesBeside(scriptUrl, mapOf(text));
  return (locale) => load(`locales/${locale}.json`);
}
