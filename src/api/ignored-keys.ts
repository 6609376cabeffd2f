import { schemas } from './config-schemas.js';
import { read } from './plain-data.js';

/** As much of a schema as tells which keys it knows. */
interface Shape {
  readonly wrapped?: Shape;
  readonly pipe?: readonly Shape[];
  readonly entries?: Readonly<Record<string, Shape>>;
}

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
  const shapes = schemas as Readonly<Record<string, object>>;
  return ignoredIn(given, { entries: Object.fromEntries(known.map((key) => [key, shapes[key] ?? {}])) });
}

function ignoredIn(given: unknown, shape: Shape): readonly string[] {
  const inside = shape.wrapped ?? shape.pipe?.find(({ entries }) => entries);
  if (inside) return ignoredIn(given, inside);
  const { entries } = shape;
  if (!entries || typeof given !== 'object' || given === null) return [];
  return Object.keys(given).flatMap((key) => {
    const inner = Object.hasOwn(entries, key) ? entries[key] : undefined;
    return inner ? ignoredIn(read(given, key), inner).map((path) => `${key}.${path}`) : [key];
  });
}
