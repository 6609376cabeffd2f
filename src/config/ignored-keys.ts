import { anything, type Entries, type Schema } from '../platform/schema.js';
import { schemas } from './config-schemas.js';
import { read } from './plain-data.js';

/** Tells a developer, once for each call, what the configuration has and nobody reads. */
export function warnOfIgnoredKeys(given: object, known: readonly string[]): void {
  const ignored = ignoredKeys(given, known);
  if (ignored.length === 0) return;
  // eslint-disable-next-line no-console -- what devMode is for
  console.warn(`paymentWidget: ignored unknown configuration: ${ignored.join(', ')}.`);
}

/**
 * @param known parameters that the call takes.
 * @returns paths of keys that are ignored, such as `featureFlags.fast`.
 */
export function ignoredKeys(given: object, known: readonly string[]): readonly string[] {
  const every: Readonly<Record<string, Schema>> = schemas;
  return ignoredIn(given, Object.fromEntries(known.map((key) => [key, every[key] ?? anything])));
}

function ignoredIn(given: unknown, entries: Entries | undefined): readonly string[] {
  if (!entries || typeof given !== 'object' || given === null) return [];
  return Object.keys(given).flatMap((key) => {
    const schema = Object.hasOwn(entries, key) ? entries[key] : undefined;
    return schema ? ignoredIn(read(given, key), schema.entries).map((path) => `${key}.${path}`) : [key];
  });
}
