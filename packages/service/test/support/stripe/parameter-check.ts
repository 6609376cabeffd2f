import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';
import type { FormObject } from './form.js';
import type { Parameters } from './parameters.js';

export type Operation = keyof Parameters;

/** The fault in the parameters of a call, or null. */
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
  'POST /v1/refunds',
];

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/**
 * Checks parameters against the types of the installed SDK: a JSON schema is made of them, so that no list of ours
 * can differ from Stripe's. A form holds texts only; they are read as the type that the schema asks for.
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
  // At once: it takes a second, which a call that is being timed must not wait for.
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

/** The SDK lets any text pass beside the values it knows, for those that Stripe adds later. We send known ones. */
function onlyKnownValues(_: string, value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.anyOf)) return value;
  const options: unknown[] = value.anyOf;
  const hasKnown = options.some((option) => isObject(option) && 'enum' in option && option.type === 'string');
  if (!hasKnown) return value;
  return { ...value, anyOf: options.filter((option) => JSON.stringify(option) !== '{"type":"string"}') };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
