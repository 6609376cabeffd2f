import { readFileSync } from 'node:fs';
import { FORMATS } from './described-fields.js';
import { readClaim } from './specification.js';

/** Claims by the path of their field. */
export type Fields = Readonly<Record<string, string>>;

interface ListedOperation {
  readonly operation: string;
  readonly operationId?: string;
  /** Each of these scopes is sufficient on its own; if the list is empty, any key is. */
  readonly scopes: readonly string[];
  readonly query?: Fields;
  readonly form?: true;
  /** Fields of the body, or the name of a record: `@Customer`, `@Customer[]`. */
  readonly request?: Fields | string;
  readonly response?: Fields | string;
}

const lists = JSON.parse(readFileSync(new URL('./field-lists.json', import.meta.url), 'utf8')) as {
  readonly operations: readonly ListedOperation[];
  readonly records: Readonly<Record<string, Fields>>;
};

export const LISTED = lists.operations;

/** Checks whether a body is an array of a record. */
export const isArray = (listed: Fields | string | undefined) =>
  typeof listed === 'string' && listed.endsWith('[]');

/** Returns the fields of a body by their paths, with those of the records in it. */
export function fieldsOf(listed: Fields | string): Fields {
  const own = typeof listed === 'string' ? lists.records[listed.replace(/^@|\[\]$/g, '')] : listed;
  if (!own) throw new Error(`The lists have no record ${JSON.stringify(listed)}.`);
  const fields = Object.entries(own).flatMap(([path, claim]) => {
    const [, record, marks = ''] = /^(@\w+)(.*)/.exec(claim) ?? [];
    if (record === undefined) return [[path, claim]];
    const below = Object.entries(fieldsOf(record)).map(([name, text]) => [`${path}.${name}`, text]);
    return [[path, `object${marks}`], ...below];
  });
  return Object.fromEntries(fields) as Fields;
}

/** Returns the JSON schema of a list's fields. */
export function schemaOfFields(fields: Fields): object {
  const names = Object.keys(fields).filter((path) => !path.includes('.'));
  const claims = names.map((name) => [name, readClaim(fields[name] ?? '')] as const);
  const properties = claims.map(([name, { type, values, isArray: isList }]) => {
    const below = Object.entries(fields).filter(([path]) => path.startsWith(`${name}.`));
    const inner = Object.fromEntries(below.map(([path, claim]) => [path.slice(name.length + 1), claim]));
    const item = values ? { enum: values } : type === 'object' ? schemaOfFields(inner) : ofType(type);
    return [name, isList ? { type: 'array', items: item } : item];
  });
  const required = claims.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return { type: 'object', required, properties: Object.fromEntries(properties) as object };
}

function ofType(type: string): object {
  if (type === 'money') return schemaOfFields({ amount: 'number !', currency: 'string !' });
  if (type === 'time') return { type: 'string', pattern: String.raw`^\d\d:\d\d:\d\d$` };
  return FORMATS[type] ?? { type };
}

/** Returns the values at a path, through the lists on the way. */
export function valuesAt(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesAt(item, path));
  if (typeof value !== 'object' || value === null || path === '') return value == null ? [] : [value];
  const [name = '', ...below] = path.split('.');
  return valuesAt(Reflect.get(value, name), below.join('.'));
}
