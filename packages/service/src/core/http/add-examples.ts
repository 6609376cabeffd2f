import { createHash } from 'node:crypto';
import { formatUtcDateTime } from '../date-time.js';
import { timeOf } from '../relative-times.js';
import requests from './example-requests.json' with { type: 'json' };
import responses from './example-responses.json' with { type: 'json' };
import { mapValues, type Unnamed } from './name-schemas.js';

/** A request that a new sandbox accepts. Its dates are relative, as `timeOf` reads them. */
interface ExampleRequest {
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** In a form, the name of a file stands for the file. */
  readonly request?: unknown;
}
const REQUESTS: Readonly<Record<string, ExampleRequest>> = requests;
/** What these requests are answered. A test records it (test/open-api/examples.test.ts). */
const RESPONSES: Readonly<Record<string, unknown>> = responses;

interface Parameter {
  readonly name: string;
  readonly schema: { readonly type?: string };
  readonly example?: unknown;
}
interface Body {
  readonly description?: string;
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
  const { operationId = '', parameters = [], requestBody, responses: described = {} } = operation;
  const { parameters: values = {}, request } = REQUESTS[operationId] ?? {};
  const success = described['200'];
  return {
    ...operation,
    ...(parameters.length > 0 && {
      parameters: parameters.map((each) =>
        withParameterExample(each, each.name === 'idempotency-key' ? keyFor(operationId) : values[each.name]),
      ),
    }),
    ...(requestBody && { requestBody: withBodyExample(requestBody, request) }),
    ...(success && {
      responses: { ...described, 200: withBodyExample(success, RESPONSES[operationId]) },
    }),
  };
}

/**
 * Returns a key for this operation only, because a key is refused when it comes with a different request. It has the
 * form of a UUID.
 */
function keyFor(operationId: string): string {
  const digits = createHash('sha256').update(operationId).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/**
 * Returns a parameter with its value in the request; without a value, an example of its schema only illustrates it, and
 * is not part of the request.
 */
function withParameterExample(
  { example: illustration, schema, ...parameter }: Parameter,
  value: unknown,
): Parameter {
  if (value !== undefined)
    return { ...parameter, schema, example: schema.type === 'array' ? [value] : value };
  return {
    ...parameter,
    schema: { ...schema, ...(illustration !== undefined && { examples: [illustration] }) },
  };
}

function withBodyExample(body: Body, example: unknown): Body {
  if (!body.content || example === undefined) return body;
  return { ...body, content: mapValues(body.content, (each) => ({ ...each, example })) };
}

/** Returns a description as JSON, in which the dates of examples are relative to a moment. */
export function datedDescription(document: object, now: Date, indent?: number): string {
  const dated = (_: string, value: unknown) => {
    const time = typeof value === 'string' ? timeOf(value, now) : value;
    return time instanceof Date ? formatUtcDateTime(time) : time;
  };
  return JSON.stringify(document, dated, indent);
}
