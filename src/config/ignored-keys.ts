import first from '../i18n/english-first.json';
import later from '../i18n/english-later.json';
import { anything, type Entries, type Schema } from '../core/schema.js';
import { schemas } from './config-schemas.js';
import { read } from './plain-data.js';

/** Warns a developer, once for each call, about keys that are ignored. */
export function warnOfKeys(given: object, known: readonly string[]): void {
  const ignored = [...ignoredKeys(given, known), ...unknownTexts(read(given, 'i18n'))];
  if (ignored.length > 0) warn(`ignored unknown configuration: ${ignored.join(', ')}.`);
}

function warn(what: string): void {
  // oxlint-disable-next-line no-console -- devMode logs to the console
  console.warn(`paymentWidget: ${what}`);
}

/**
 * Returns the paths of keys that are ignored, such as `featureFlags.fast`.
 *
 * @param known parameters that the call accepts.
 */
export function ignoredKeys(given: object, known: readonly string[]): readonly string[] {
  const every: Readonly<Record<string, Schema>> = schemas;
  return ignoredIn(given, Object.fromEntries(known.map((key) => [key, every[key] ?? anything])));
}

/** Returns the paths of unknown texts in `i18n`. Plural forms and mandate variants of a known key count as known. */
export function unknownTexts(i18n: unknown): readonly string[] {
  if (typeof i18n !== 'object' || i18n === null) return [];
  const keys = Object.keys({ ...first, ...later });
  const every = new Set([...keys, ...keys.map(withoutForm)]);
  return Object.keys(i18n)
    .filter((key) => !every.has(key) && !every.has(withoutForm(key)))
    .map((key) => `i18n["${key}"]`);
}

/**
 * Removes a plural or scheme suffix: `summary.title_few` is a form of `summary.title`. No key contains another
 * underscore before its end.
 */
function withoutForm(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other|ACH|BACS|BECS|CH_DD|LSV)$/, '');
}

function ignoredIn(given: unknown, entries: Entries | undefined): readonly string[] {
  if (!entries || typeof given !== 'object' || given === null) return [];
  return Object.keys(given).flatMap((key) => {
    const schema = Object.hasOwn(entries, key) ? entries[key] : undefined;
    return schema ? ignoredIn(read(given, key), schema.entries).map((path) => `${key}.${path}`) : [key];
  });
}
