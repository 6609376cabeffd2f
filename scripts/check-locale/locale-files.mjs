import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { localeFaults } from './locale-faults.mjs';

/**
 * Returns the faults in a locale file, which is compared with `en.json` and, for a region, with the file of its
 * language.
 * @param {string} path such as `locales/de-CH.json`
 * @returns {string[]} one sentence for each fault
 */
export function faultsOfFile(path) {
  if (!existsSync(path)) return [`There is no file ${path}.`];
  const folder = dirname(resolve(path));
  const locale = basename(path, '.json');
  const [language = locale] = locale.split('-');
  try {
    return localeFaults({
      locale,
      texts: read(path),
      english: /** @type {Record<string, string>} */ (read(join(folder, 'en.json'))),
      ...(language !== locale && {
        language: /** @type {Record<string, string>} */ (read(join(folder, `${language}.json`))),
      }),
    });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/**
 * @param {string} path
 * @returns {unknown}
 */
function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
