/** Data that a host may nest in its configuration: JSON, copied so that later changes by the host have no effect. */
export type PlainData = string | number | boolean | undefined | PlainData[] | { [key: string]: PlainData };

/** Thrown when the host's data is not plain or cannot be read. Its message contains no values. */
export class NotPlainDataError extends Error {}

const maximumDepth = 8;
const maximumEntries = 2_000;
const maximumLength = 20_000;
const forbiddenKeys = ['__proto__', 'constructor', 'prototype'];

/**
 * Copies a value that must be plain data. The host's object is read once: getters and a proxy's traps run here, and an
 * exception from them is reported like any other invalid value. Null counts as absent.
 *
 * @param path the name in error messages, such as `styling`.
 * @throws NotPlainDataError naming the path and what is wrong with it.
 */
export function copyPlainData(value: unknown, path: string, depth = 0): PlainData {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') {
    if (value.length > maximumLength)
      throw new NotPlainDataError(`"${path}" is longer than ${maximumLength} characters`);
    return value;
  }
  if (typeof value !== 'object')
    throw new NotPlainDataError(`"${path}" must be plain data; given a ${typeof value}`);
  if (depth === maximumDepth)
    throw new NotPlainDataError(`"${path}" is nested deeper than ${maximumDepth} levels`);
  const kind = attempt(path, () => Object.prototype.toString.call(value).slice(8, -1));
  if (kind !== 'Object' && kind !== 'Array')
    throw new NotPlainDataError(`"${path}" must be plain data; given an object of another kind`);
  const entries = ownKeys(value, path).map(
    (key) => [key, copyPlainData(read(value, key, path), `${path}.${key}`, depth + 1)] as const,
  );
  if (kind === 'Array') return entries.map(([, item]) => item);
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/**
 * Returns the keys of the object's own members.
 *
 * @throws NotPlainDataError when the keys cannot be read, are too many, or include one that could change prototypes.
 */
export function ownKeys(object: object, path: string): readonly string[] {
  const keys = attempt(path, () => Object.keys(object));
  if (keys.length > maximumEntries)
    throw new NotPlainDataError(`"${path}" has more than ${maximumEntries} entries`);
  const forbidden = keys.find((key) => forbiddenKeys.includes(key));
  if (forbidden !== undefined) throw new NotPlainDataError(`"${path}" must not have the key "${forbidden}"`);
  return keys;
}

/**
 * Reads one member, once. Members that a page has added to `Object.prototype` are ignored.
 *
 * @throws NotPlainDataError naming the member when reading it throws.
 */
export function read(object: object, key: string, path = ''): unknown {
  return attempt(path ? `${path}.${key}` : key, () => {
    const isOfEveryObject = key in Object.prototype && !Object.hasOwn(object, key);
    return isOfEveryObject ? undefined : (object as Record<string, unknown>)[key];
  });
}

/** Reads the host's data. An exception of the host's own code is replaced, so that its message is not repeated. */
function attempt<Result>(path: string, touch: () => Result): Result {
  try {
    return touch();
  } catch {
    throw new NotPlainDataError(`"${path}" could not be read: reading it throws`);
  }
}
