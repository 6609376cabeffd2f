import { filesBeside } from '../../core/files-beside.js';
import { listOf, mapOf, matching, objectOf, type Schema, text, where } from '../../core/schema.js';
import type { Logos, LogosLoader } from './logos.js';

/** Rejects everything that could load a resource or run code. */
const path = where(
  listOf(text),
  ([color = '', shape = '']) => /^#[\da-f]{3,6}$/.test(color) && /^[\da-z.,\s-]+$/i.test(shape),
) as Schema<readonly [color: string, shape: string]>;
const logos: Schema<Logos> = mapOf(objectOf({ box: matching(/^[\d. ]+$/), paths: listOf(path) }));

/**
 * Creates the loader of the classic script, which fetches the logos as data next to it, like the locales.
 *
 * @param scriptUrl absolute address of `widget.js`; the file is `logos.json` next to it.
 */
export function scriptLogosLoader(scriptUrl: string): LogosLoader {
  const load = filesBeside(scriptUrl, logos);
  return () => load('logos.json');
}
