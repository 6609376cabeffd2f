/** What a host may nest in its configuration: JSON, copied so that nothing changes behind our back. */
export type PlainData =
  string | number | boolean | null | undefined | PlainData[] | { [key: string]: PlainData };

const maximumDepth = 8;
const maximumEntries = 2_000;
const maximumLength = 20_000;
const forbiddenKeys = ['__proto__', 'constructor', 'prototype'];

/**
 * Copies a value that must be plain data. The host's object is read once: getters run here, and what they throw
 * is reported like any other wrong value.
 *
 * @param path what the error names, such as `styling`.
 * @throws Error naming the path and what is wrong with it.
 */
export function copyPlainData(value: unknown, path: string, depth = 0): PlainData {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number')
    return value;
  if (typeof value === 'string') {
    if (value.length > maximumLength)
      throw new Error(`"${path}" is longer than ${maximumLength} characters.`);
    return value;
  }
  if (typeof value !== 'object') throw new Error(`"${path}" must be plain data; given a ${typeof value}.`);
  if (depth === maximumDepth) throw new Error(`"${path}" is nested deeper than ${maximumDepth} levels.`);
  if (Array.isArray(value)) {
    assertSize(value.length, path);
    return value.map((item, index) => copyPlainData(item, `${path}[${index}]`, depth + 1));
  }
  const keys = Object.keys(value);
  assertSize(keys.length, path);
  return Object.fromEntries(
    keys.map((key) => {
      if (forbiddenKeys.includes(key)) throw new Error(`"${path}" must not have the key "${key}".`);
      return [key, copyPlainData(read(value, key, path), `${path}.${key}`, depth + 1)];
    }),
  );
}

/** Reads one member. @throws Error naming it when its getter throws. */
export function read(object: object, key: string, path = ''): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    throw new Error(`"${path ? `${path}.` : ''}${key}" could not be read: its getter throws.`);
  }
}

function assertSize(size: number, path: string): void {
  if (size > maximumEntries) throw new Error(`"${path}" has more than ${maximumEntries} entries.`);
}
