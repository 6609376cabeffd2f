import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';
import type { FormObject } from './form.js';
import type { Parameters } from './parameters.js';

export type Operation = keyof Parameters;

/** Returns the fault in a call's parameters, or null. */
export type ParameterCheck = (operation: Operation, form: FormObject) => string | null;

const OPERATIONS: readonly Operation[] = [
  'POST /v1/customers',
  'POST /v1/payment_intents',
  'POST /v1/payment_intents/:id/confirm',
  'POST /v1/payment_intents/:id/capture',
  'POST /v1/payment_intents/:id/cancel',
  'POST /v1/setup_intents',
  'POST /v1/setup_intents/:id/confirm',
  'POST /v1/setup_intents/:id/cancel',
  'POST /v1/payment_methods/:id/detach',
  'POST /v1/payment_method_domains',
  'POST /v1/payment_method_domains/:id',
  'POST /v1/payment_method_domains/:id/validate',
  'POST /v1/refunds',
];

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/**
 * Checks parameters against the types of the installed SDK. It makes a JSON schema from them, so that no list of ours
 * can differ from Stripe's. A form contains only texts, which are converted to the type that the schema requires.
 */
export function parameterCheck(): ParameterCheck {
  const schema = createGenerator({
    path: here('parameters.ts'),
    tsconfig: here('../../../tsconfig.json'),
    type: 'Parameters',
    skipTypeCheck: true,
    jsDoc: 'none',
    expose: 'none',
  }).createSchema('Parameters');
  const ajv = new Ajv({ strict: false, coerceTypes: true });
  ajv.addSchema(JSON.parse(JSON.stringify(schema), onlyKnownValues) as object, 'stripe');
  // The schemas are compiled now: it takes a second, for which a call that is being timed must not wait.
  const validators = new Map<string, ValidateFunction>(
    OPERATIONS.map((operation) => {
      const pointer = encodeURIComponent(operation.replaceAll('~', '~0').replaceAll('/', '~1'));
      return [operation, ajv.compile({ $ref: `stripe#/definitions/Parameters/properties/${pointer}` })];
    }),
  );
  return (operation, form) => {
    const validate = validators.get(operation);
    if (!validate) return `${operation} is no call of ours`;
    if (validate(structuredClone(form))) return null;
    return (validate.errors ?? [])
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ');
  };
}

/**
 * Removes the option of any text beside the known values. The SDK allows it for values that Stripe adds later, but we
 * send only known ones.
 */
function onlyKnownValues(_: string, value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.anyOf)) return value;
  const options: unknown[] = value.anyOf;
  const hasKnown = options.some((option) => isObject(option) && 'enum' in option && option.type === 'string');
  if (!hasKnown) return value;
  return { ...value, anyOf: options.filter((option) => JSON.stringify(option) !== '{"type":"string"}') };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
