import { type Schema, Validator } from '@cfworker/json-schema';
import type { Schemas } from '@upc/contract/gateway';
import schemas from './answer-schemas.json';

/** Gateway responses that the contract describes. */
export type AnswerName = 'Session' | 'Payment' | 'Bank' | 'Error';

/** Keywords whose errors only report that there is an error further inside. */
const outer: ReadonlySet<string> = new Set(['$ref', 'properties', 'items']);

/** Validators by the name of the response. They are cached, since creating one takes 2 ms. */
const validators = new Map<AnswerName, Validator>();

/**
 * Checks a response against the contract.
 *
 * @returns the response.
 * @throws Error naming the place that violates the contract and what is allowed there; it does not contain the
 * response's texts.
 */
export function checked<Name extends AnswerName>(name: Name, answer: Schemas[Name]): Schemas[Name] {
  const contract: Schema = { $ref: `#/components/schemas/${name}`, components: { schemas } };
  const validator = validators.get(name) ?? new Validator(contract, '2020-12');
  validators.set(name, validator);
  // A member without a value is not sent.
  const { errors } = validator.validate(JSON.parse(JSON.stringify(answer)));
  const fault = errors.find(({ keyword }) => !outer.has(keyword));
  if (fault === undefined) return answer;
  const path = fault.instanceLocation.replace('#', name).replaceAll('/', '.');
  const pattern = fault.keyword === 'pattern' ? ` It is ${String(at(fault.keywordLocation, contract))}` : '';
  throw new Error(`This response violates the gateway contract: ${path}: ${fault.error}${pattern}`);
}

/** Returns the part of a schema that a JSON pointer refers to, following references. */
function at(pointer: string, schema: Schema): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce(
      (part: Schema, key) => (key === '$ref' ? at(part.$ref ?? '', schema) : part[key]) as Schema,
      schema,
    );
}
