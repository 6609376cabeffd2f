/** Checks a value and returns it as the expected type. */
export interface Schema<Output = unknown> {
  /**
   * Checks one value.
   *
   * @param path keys that lead to the value.
   * @returns the value, with defaults filled in.
   * @throws Mismatch
   */
  (value: unknown, path?: readonly string[]): Output;
  /** Members that an object may have. */
  readonly entries?: Entries;
}

/** Output type of a schema. */
type OutputOf<S> = S extends Schema<infer Output> ? Output : never;

export type Entries = Readonly<Record<string, Schema>>;

type OptionalKey<E extends Entries> = {
  [Key in keyof E]: undefined extends OutputOf<E[Key]> ? Key : never;
}[keyof E];

/** Object type in which members that may be undefined are optional. */
type Members<E extends Entries> = {
  readonly [Key in Exclude<keyof E, OptionalKey<E>>]: OutputOf<E[Key]>;
} & { readonly [Key in OptionalKey<E>]?: Exclude<OutputOf<E[Key]>, undefined> };

/** Thrown when a value does not match its schema. It contains the path, never the value. */
export class Mismatch extends Error {
  /** @param path keys that lead to the value. */
  constructor(readonly path: readonly string[]) {
    super(`Invalid value: ${path.join('.')}`);
  }
}

export const text = where(anything, (value): value is string => typeof value === 'string');
export const flag = where(anything, (value): value is boolean => typeof value === 'boolean');
export const number = where(anything, (value): value is number => Number.isFinite(value));
const object = where(
  anything,
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
);

export function anything(value: unknown): unknown {
  return value;
}

/** Narrows a schema to values that also pass the test. */
export function where<Wide, Output extends Wide>(
  schema: Schema<Wide>,
  test: (value: Wide) => value is Output,
): Schema<Output>;
export function where<Output>(schema: Schema<Output>, test: (value: Output) => boolean): Schema<Output>;
export function where<Output>(schema: Schema<Output>, test: (value: Output) => boolean): Schema<Output> {
  return (value, path = []) => {
    const output = schema(value, path);
    if (!test(output)) throw new Mismatch(path);
    return output;
  };
}

export function matching(pattern: RegExp): Schema<string> {
  return where(text, (value) => pattern.test(value));
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Schema<Value> {
  return where(text, (value): value is Value => values.includes(value as Value));
}

/** Allows a value to be absent and replaces it by the default, if there is one. */
export function optional<Output>(schema: Schema<Output>): Schema<Output | undefined>;
export function optional<Output>(schema: Schema<Output>, standard: unknown): Schema<Output>;
export function optional<Output>(schema: Schema<Output>, standard?: unknown): Schema<Output | undefined> {
  const check = (value = standard, path?: readonly string[]): Output | undefined =>
    value === undefined ? undefined : schema(value, path);
  return Object.assign(check, schema);
}

export function listOf<Output>(item: Schema<Output>): Schema<readonly Output[]> {
  const list = where(anything, (value): value is unknown[] => Array.isArray(value));
  return (value, path = []) => list(value, path).map((each, index) => item(each, [...path, `${index}`]));
}

/** Creates the schema of an object whose members all have the same schema. */
export function mapOf<Output>(item: Schema<Output>): Schema<Readonly<Record<string, Output>>> {
  return (value, path = []) =>
    Object.fromEntries(
      Object.entries(object(value, path)).map(([key, each]) => [key, item(each, [...path, key])] as const),
    );
}

/**
 * Creates the schema of an object with these own members. Other members are dropped, and members that a page has added
 * to `Object.prototype` are ignored.
 */
export function objectOf<E extends Entries>(entries: E): Schema<Members<E>> {
  const check = (value: unknown, path: readonly string[] = []): never => {
    const given = object(value, path);
    const members = Object.entries(entries).map(
      ([key, schema]) =>
        [key, schema(Object.hasOwn(given, key) ? given[key] : undefined, [...path, key])] as const,
    );
    return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as never;
  };
  return Object.assign(check, { entries });
}

/** Returns whether a value matches the schema. */
export function is(schema: Schema, value: unknown): boolean {
  try {
    schema(value);
    return true;
  } catch (error) {
    if (error instanceof Mismatch) return false;
    throw error;
  }
}
