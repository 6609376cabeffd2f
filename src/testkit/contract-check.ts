import type { Schemas } from '@upc/contract/gateway';
import schemas from './answer-schemas.json';

/** The part of JSON Schema that the contract's answers use. */
interface Schema {
  readonly $ref?: string;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: false;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  uri: (text) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text),
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
    !Number.isNaN(Date.parse(text)),
};

/** The answers of the gateway that the contract describes. */
export type AnswerName = 'Session' | 'Payment' | 'Bank' | 'Error';

/**
 * @returns the answer, which is one of the contract's.
 * @throws Error naming where it is not, and what is allowed there; what it says is not repeated.
 */
export function checked<Name extends AnswerName>(name: Name, answer: Schemas[Name]): Schemas[Name] {
  const fault = faultOf({ $ref: `/${name}` }, answer, name);
  if (fault !== undefined) throw new Error(`The contract of the gateway forbids this answer: ${fault}.`);
  return answer;
}

/** @returns the first fault, with the way to it. */
function faultOf({ $ref, oneOf, ...schema }: Schema, value: unknown, path: string): string | undefined {
  const referred = $ref === undefined ? undefined : faultOf(schemaNamed($ref), value, path);
  if (referred !== undefined) return referred;
  if (oneOf && oneOf.filter((one) => faultOf(one, value, path) === undefined).length !== 1)
    return `${path} is none of its ${oneOf.length} kinds`;
  if (schema.enum && !schema.enum.includes(value)) return `${path} must be one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined && schema.const !== value)
    return `${path} must be ${JSON.stringify(schema.const)}`;
  switch (schema.type) {
    case 'object':
      return isObject(value) ? objectFault(schema, value, path) : `${path} must be an object`;
    case 'array':
      return Array.isArray(value) ? listFault(schema, value, path) : `${path} must be a list`;
    case 'string':
      return typeof value === 'string' ? textFault(schema, value, path) : `${path} must be a text`;
    case 'number':
    case 'integer':
      return numberFault(schema, value, path);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${path} must be true or false`;
    default:
      return undefined;
  }
}

function schemaNamed(reference: string): Schema {
  const name = reference.split('/').pop() ?? '';
  return (schemas as Readonly<Record<string, unknown>>)[name] as Schema;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectFault(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  const { required = [], properties = {}, additionalProperties, minProperties = 0 } = schema;
  const { maxProperties = Infinity } = schema;
  // A member without a value is not sent.
  const members = Object.keys(value).filter((key) => value[key] !== undefined);
  const missing = required.find((key) => !members.includes(key));
  if (missing !== undefined) return `${path}.${missing} is missing`;
  const unknown = members.find((key) => !Object.hasOwn(properties, key));
  if (additionalProperties === false && unknown !== undefined) return `${path}.${unknown} is not known`;
  if (members.length < minProperties || members.length > maxProperties)
    return `${path} must have ${minProperties} to ${maxProperties} members`;
  return firstOf(members, (key) => faultOf(properties[key] ?? {}, value[key], `${path}.${key}`));
}

function listFault({ items }: Schema, values: readonly unknown[], path: string): string | undefined {
  return items && firstOf([...values.keys()], (at) => faultOf(items, values[at], `${path}.${at}`));
}

function textFault(schema: Schema, text: string, path: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  // Characters, as JSON Schema counts them.
  const { length } = Array.from(text);
  if (length < minLength || length > maxLength)
    return `${path} must have ${minLength} to ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return `${path} must match ${pattern}`;
  if (format !== undefined && formats[format]?.(text) !== true) return `${path} must be a ${format}`;
  return undefined;
}

function numberFault(
  { type, minimum = -Infinity }: Schema,
  value: unknown,
  path: string,
): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${path} must be a number`;
  if (type === 'integer' && !Number.isInteger(value)) return `${path} must be a whole number`;
  return value < minimum ? `${path} must be at least ${minimum}` : undefined;
}

function firstOf<Key>(keys: readonly Key[], faultAt: (key: Key) => string | undefined): string | undefined {
  for (const key of keys) {
    const fault = faultAt(key);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
