import first from '../i18n/english-first.json';
import later from '../i18n/english-later.json';
import { anything, type Entries, type Schema } from '../core/schema.js';
import { schemas } from './config-schemas.js';
import { read } from './plain-data.js';

/** Warns a developer, once for each call, of keys that are ignored. */
export function warnOfKeys(given: object, known: readonly string[]): void {
  const ignored = [...ignoredKeys(given, known), ...unknownTexts(read(given, 'i18n'))];
  if (ignored.length > 0) warn(`ignored unknown configuration: ${ignored.join(', ')}.`);
}

function warn(what: string): void {
  // oxlint-disable-next-line no-console -- what devMode is for
  console.warn(`paymentWidget: ${what}`);
}

/**
 * @param known parameters that the call takes.
 * @returns paths of keys that are ignored, such as `featureFlags.fast`.
 */
export function ignoredKeys(given: object, known: readonly string[]): readonly string[] {
  const every: Readonly<Record<string, Schema>> = schemas;
  return ignoredIn(given, Object.fromEntries(known.map((key) => [key, every[key] ?? anything])));
}

/** @returns paths of texts in `i18n` that there are not; the forms that a count or a mandate chooses are. */
export function unknownTexts(i18n: unknown): readonly string[] {
  if (typeof i18n !== 'object' || i18n === null) return [];
  const keys = Object.keys({ ...first, ...later });
  const every = new Set([...keys, ...keys.map(withoutForm)]);
  return Object.keys(i18n)
    .filter((key) => !every.has(key) && !every.has(withoutForm(key)))
    .map((key) => `i18n["${key}"]`);
}

/** `summary.title_few` is a form of `summary.title`; a key of ours has no other underscore before its end. */
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
