import { type Schema, Validator } from '@cfworker/json-schema';
import type { Schemas } from '@upc/contract/gateway';
import schemas from './answer-schemas.json';

/** The answers of the gateway that the contract describes. */
export type AnswerName = 'Session' | 'Payment' | 'Bank' | 'Error';

/** Keywords whose faults only say that there is a fault further inside. */
const outer: ReadonlySet<string> = new Set(['$ref', 'properties', 'items']);

/** Validators by the name of the answer: making one takes 2 ms, using it much less. */
const validators = new Map<AnswerName, Validator>();

/**
 * Checks an answer against the contract.
 *
 * @returns the answer.
 * @throws Error naming where it is not the contract's, and what is allowed there; its texts are not repeated.
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
  throw new Error(`The contract of the gateway forbids this answer: ${path}: ${fault.error}${pattern}`);
}

/** The part of a schema that a JSON pointer leads to, also through references. */
function at(pointer: string, schema: Schema): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce(
      (part: Schema, key) => (key === '$ref' ? at(part.$ref ?? '', schema) : part[key]) as Schema,
      schema,
    );
}
