import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ApiError } from '../errors/api-error.js';
import { schemaProblem } from '../http/schema-problem.js';

/**
 * Lets a value pass that fits a schema.
 *
 * @param path of the value in what was given, empty for the whole.
 * @throws ApiError 400 naming the field, what is wrong with it and what is allowed.
 */
export function requireInput(schema: TSchema, value: unknown, path = ''): void {
  const [fault] = Value.Errors(schema, value);
  if (!fault) return;
  const [missing] = fault.keyword === 'required' ? fault.params.requiredProperties : [];
  const instancePath = `${path && `/${path}`}${fault.instancePath}`;
  const params = missing === undefined ? { ...fault.params } : { missingProperty: missing };
  const { reference, problem } = schemaProblem({ keyword: fault.keyword, instancePath, params }, 'body');
  throw new ApiError('errormessage.request.invalid', reference || undefined, { problem });
}
