import examples from './examples.json' with { type: 'json' };
import { mapValues, type Unnamed } from './name-schemas.js';

/** What an operation was sent and answered. A test records it (test/conformance/field-lists.full.test.ts). */
interface Example {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly response?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly schema: { readonly type?: string };
}
interface Body {
  readonly content?: Readonly<Record<string, object>>;
}
interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Body>>;
}

/** Adds an example to the parameters, the body and the response of every operation. */
export function addExamples<D extends Unnamed>(document: D): D {
  const paths = mapValues(document.paths ?? {}, (methods) =>
    mapValues(methods as Readonly<Record<string, Operation>>, withExample),
  );
  return { ...document, paths };
}

function withExample(operation: Operation): Operation {
  const example = (examples as Readonly<Record<string, Example>>)[operation.operationId ?? ''];
  if (!example) return operation;
  const { parameters = [], requestBody, responses } = operation;
  const success = responses?.['200'];
  return {
    ...operation,
    ...(parameters.length > 0 && {
      parameters: parameters.map((each) => ({ ...each, ...exampleOf(each, example.parameters[each.name]) })),
    }),
    ...(requestBody && { requestBody: inJson(requestBody, example.request) }),
    ...(success && { responses: { ...responses, 200: inJson(success, example.response) } }),
  };
}

function exampleOf({ schema }: Parameter, value: unknown): { readonly example?: unknown } {
  if (value === undefined) return {};
  const given = schema.type === 'integer' ? Number(value) : value;
  return { example: schema.type === 'array' ? [given] : given };
}

function inJson(body: Body, example: unknown): Body {
  const json = body.content?.['application/json'];
  if (!json || example === undefined) return body;
  return { ...body, content: { ...body.content, 'application/json': { ...json, example } } };
}
