import { type StaticDecode, type TOptional, type TProperties, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

interface Options {
  /** Default value. If it is absent, the setting is required, or null where its schema is optional. */
  readonly default?: string | number;
  /** Values that the schema allows, as a noun phrase for errors and help. */
  readonly allowed?: string;
  /** Whether errors omit the value. A secret value may also be read from a file. */
  readonly isSecret?: boolean;
  readonly pattern?: string;
}

interface About extends Options {
  readonly variable: string;
  readonly description: string;
}

/** Settings by name; an optional setting that is not set is null. */
export type Settings<T extends TProperties> = {
  readonly [Name in keyof T]: T[Name] extends TOptional
    ? StaticDecode<T[Name]> | null
    : StaticDecode<T[Name]>;
};

/** Returns the schema of a text setting. */
export const text = (variable: string, description: string, options: Options = {}) =>
  Type.String({ variable, description, ...options });

/**
 * Returns the schema of a setting that is one of several words.
 *
 * @param usual the default, which is the first word unless given.
 */
export const oneOf = <const T extends string[]>(
  variable: string,
  words: readonly [...T],
  description: string,
  usual: T[number] | undefined = words[0],
) => Type.Enum(words, { variable, description, default: usual, allowed: `one of ${words.join(', ')}` });

/** Returns the schema of a whole-number setting. */
export function wholeNumber(
  variable: string,
  description: string,
  { minimum = 0, maximum = 1_000_000, ...options }: { minimum?: number; maximum?: number; default?: number },
) {
  const allowed = `a whole number from ${minimum} to ${maximum}`;
  return Type.Integer({ variable, description, allowed, minimum, maximum, ...options });
}

type Readers<T> = { readonly [Name in keyof T]: () => T[Name] };

/**
 * Calls each reader.
 *
 * @throws Error with the messages of all readers that have thrown, one per line.
 */
export function readAll<T>(readers: Readers<T>): T {
  const faults: string[] = [];
  const read: Partial<T> = {};
  for (const name in readers) {
    try {
      read[name] = readers[name]();
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return read as T;
}

/**
 * Reads settings from the variables that their schemas name. An empty variable counts as not set.
 *
 * @throws Error with a line for each invalid setting: its variable, the given value unless it is secret, and what is
 * allowed.
 */
export function readSettings<T extends TProperties>(schemas: T, variables: NodeJS.ProcessEnv): Settings<T> {
  const readers = Object.entries(schemas).map(([name, schema]) => [
    name,
    () => readSetting(schema, variables),
  ]);
  return readAll(Object.fromEntries(readers) as Readers<Settings<T>>);
}

function readSetting(schema: TSchema, variables: NodeJS.ProcessEnv): unknown {
  const { variable, default: usual, allowed, isSecret } = schema as About;
  const given = variables[variable]?.trim() || usual;
  if (given === undefined && Type.IsOptional(schema)) return null;
  if (given === undefined) throw new Error(`${variable} is required.`);
  const value = Type.IsInteger(schema) && /^\d+$/.test(String(given)) ? Number(given) : given;
  if (Value.Check(schema, value)) return Value.Decode(schema, value);
  throw new Error(`${variable} is ${isSecret ? 'not' : `"${given}"; allowed is`} ${allowed}.`);
}

/** Describes settings for a table: variable, default and meaning. */
export function describeSettings(
  schemas: readonly TSchema[],
): readonly (readonly [string, string, string])[] {
  return schemas.map((schema) => {
    const { variable, default: usual = '', description, allowed, isSecret } = schema as About;
    const limits = allowed ? ` Must be ${allowed}.` : '';
    const file = isSecret ? ` ${variable}_FILE can name a file that contains it.` : '';
    return [variable, String(usual), `${description.replaceAll(/\s+/g, ' ')}${limits}${file}`];
  });
}

/** Describes settings for a terminal. */
export function settingsHelp(schemas: readonly TSchema[]): string {
  const rows = describeSettings(schemas);
  const width = Math.max(...rows.map(([variable]) => variable.length)) + 4;
  const lines = rows.map(([variable, usual, meaning]) => {
    const wrapped = `${meaning}${usual && ` Default: ${usual}.`}`.replaceAll(
      /(.{1,84})(?: |$)/g,
      `$1\n${' '.repeat(width)}`,
    );
    return `  ${variable.padEnd(width - 2)}${wrapped.trimEnd()}\n`;
  });
  return lines.join('');
}
