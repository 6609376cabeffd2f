import type { Schemas } from '@upc/contract/gateway';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type TSchema, type TUnsafe, Type } from 'typebox';
import { COMPILE_QUICKLY } from '../compile-quickly.js';
import { readGatewayDescription } from '../gateway-description.js';
import { lazy } from '../memo.js';

/** Refers to a schema of `gateway.yaml` by its name. */
export function fromGateway<N extends keyof Schemas>(name: N): TUnsafe<Schemas[N]> {
  return Type.Unsafe<Schemas[N]>({ $ref: `gateway#/components/schemas/${name}` });
}

/** Compiles a schema as a check of shapes only. */
export function compileShape(schema: TSchema): ValidateFunction {
  return compiler()(schema);
}

const compiler = lazy(() => {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, validateSchema: false, ...COMPILE_QUICKLY });
  const { components } = readGatewayDescription() as { components: { schemas: Record<string, unknown> } };
  ajv.addSchema({ components: { schemas: shapesOf(components.schemas, asItIs) } }, 'gateway');
  const ids = new Map<string, string>();
  // An offer contains a term in dozens of places. Each object is compiled once, wherever it occurs.
  const once = (shape: Shape): Shape => {
    if (!('properties' in shape)) return shape;
    const text = JSON.stringify(shape);
    const id = ids.get(text) ?? `shape-${ids.size}`;
    if (!ids.has(text)) ajv.addSchema(shape, id);
    ids.set(text, id);
    return { $ref: id };
  };
  return (schema: TSchema) => ajv.compile(shapeOf(schema, once) as Shape);
});

type Shape = Readonly<Record<string, unknown>>;

function asItIs(shape: Shape): Shape {
  return shape;
}

/*
 * Lengths, ranges and patterns restrict what may be entered, and may be tightened. Earlier entries stay readable, and
 * so do properties that a newer service adds while this one is still running.
 */
const RULES_OF_INPUT = new Set([
  'additionalProperties', 'pattern', 'format', 'uniqueItems', 'minimum', 'maximum', 'exclusiveMinimum',
  'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties',
]); // prettier-ignore

/**
 * Reduces a schema to its shape.
 *
 * @param finish receives each nested schema, innermost first.
 */
function shapeOf(schema: unknown, finish: (shape: Shape) => Shape): unknown {
  if (Array.isArray(schema)) return schema.map((each) => shapeOf(each, finish));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !RULES_OF_INPUT.has(keyword));
  return finish(
    Object.fromEntries(
      kept.map(([keyword, value]) => [
        keyword,
        keyword === 'properties' ? shapesOf(value as Shape, finish) : shapeOf(value, finish),
      ]),
    ),
  );
}

/** Reduces schemas by name to their shapes; the names are not keywords. */
function shapesOf(named: Shape, finish: (shape: Shape) => Shape): Shape {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, shapeOf(schema, finish)]));
}

/** Describes the place and rule of a fault without the value: `at /offer/terms/0/price: type number`. */
export function faultOf(errors: readonly ErrorObject[] | null | undefined): string {
  // Each part of a union reports its own fault; the most deeply nested one belongs to the part that was meant.
  const [fault] = (errors ?? []).toSorted((a, b) => depthOf(b) - depthOf(a));
  if (!fault) return '';
  const { instancePath, keyword, params } = fault as ErrorObject<string, Record<string, unknown>>;
  const asked = keyword === 'type' ? params.type : keyword === 'required' ? params.missingProperty : '';
  return `at ${instancePath || 'its root'}: ${keyword} ${String(asked)}`.trim();
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}
