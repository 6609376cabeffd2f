import { clip } from '../errors/fault-message.js';
import { type TextKey, textPart, type TextPart } from '../i18n/translate.js';

/** Parts of an ajv fault that are used here. */
interface SchemaFault {
  readonly keyword: string;
  /** JSON pointer to the value at fault. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}
type Params = SchemaFault['params'];

/** Texts about rules of JSON Schema by keyword, with their parameters besides the field. */
const RULES: Readonly<
  Record<
    string,
    { readonly key: TextKey; readonly given?: (params: Params) => Record<string, string | number> }
  >
> = {
  required: { key: 'problem.schema.required' },
  additionalProperties: { key: 'problem.schema.additionalProperties' },
  uniqueItems: { key: 'problem.schema.uniqueItems' },
  type: { key: 'problem.schema.type', given: ({ type }) => ({ type: String(type) }) },
  format: { key: 'problem.schema.format', given: ({ format }) => ({ format: String(format) }) },
  pattern: { key: 'problem.schema.format', given: ({ pattern }) => ({ format: String(pattern) }) },
  enum: { key: 'problem.schema.enum', given: ({ allowedValues }) => ({ allowed: listed(allowedValues) }) },
  const: { key: 'problem.schema.enum', given: ({ allowedValue }) => ({ allowed: String(allowedValue) }) },
  minLength: { key: 'problem.schema.minLength', given: limit },
  maxLength: { key: 'problem.schema.maxLength', given: limit },
  minimum: { key: 'problem.schema.minimum', given: limit },
  maximum: { key: 'problem.schema.maximum', given: limit },
  minItems: { key: 'problem.schema.minItems', given: limit },
  maxItems: { key: 'problem.schema.maxItems', given: limit },
};

/**
 * Returns the field at fault as names joined by dots, empty for the whole part, and a text that describes the fault.
 *
 * @param parameters names that the query may have, if the fault is in the query.
 */
export function schemaProblem(
  fault: SchemaFault | undefined,
  part: string | undefined,
  parameters: readonly string[] = [],
): { readonly reference: string; readonly problem: TextPart } {
  const { keyword, params, instancePath } = fault ?? { keyword: '', params: {}, instancePath: '' };
  const named = params.missingProperty ?? params.additionalProperty;
  const path = instancePath.split('/').filter(Boolean);
  const reference = clip([...path, ...(typeof named === 'string' ? [named] : [])].join('.'));
  const field = reference || (part && part !== 'body' ? part : textPart('problem.schema.body'));
  if (keyword === 'additionalProperties' && parameters.length > 0) {
    return { reference, problem: textPart('problem.query.unknown', { field, allowed: listed(parameters) }) };
  }
  const rule = Object.hasOwn(RULES, keyword) ? RULES[keyword] : undefined;
  if (!rule) return { reference, problem: textPart('problem.schema.other', { field, rule: keyword }) };
  return { reference, problem: textPart(rule.key, { field, ...rule.given?.(params) }) };
}

function limit(params: Params): { limit: number } {
  return { limit: Number(params.limit) };
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : '';
}
