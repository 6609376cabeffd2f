import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { clip } from '../errors/fault-message.js';
import { textPart } from '../i18n/translate.js';

/** Parts of a JSON schema that matter here. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Identifiers as the request's address gave them, by the numbers that replace them (`standIn`). */
    idsAsGiven: Map<unknown, string> | null;
  }
}

/**
 * Resolves deviations from the description that callers may send, before the check: `null` for an optional field counts
 * as leaving the field out; an integer may be sent as a numeric string.
 */
export function tolerate(value: unknown, schema: Schema | undefined): unknown {
  // A schema that refers to another document is the gateway's. Its only caller, the widget, must follow the
  // description.
  if (!schema || schema.$ref !== undefined) return value;
  if (Array.isArray(value)) return value.map((item) => tolerate(item, schema.items));
  if (value !== null && typeof value === 'object') {
    const required = schema.required ?? [];
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, member]) => member !== null || required.includes(name))
        .map(([name, member]) => [name, tolerate(member, schema.properties?.[name])]),
    );
  }
  if (schema.format !== 'int64' && schema.format !== 'int32') return value;
  const number = isNumeric(value) ? Number(value) : value;
  return Number.isInteger(number) ? number : value;
}

function isNumeric(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d+$/.test(value);
}

/** Limit above which no identifiers exist. */
const BEYOND_IDS = 2 ** 52;

/**
 * Returns the number to look up for an identifier in an address. Identifiers have 64 bits, and a JavaScript number
 * cannot represent all of them exactly. An identifier above the limit does not exist, so it is replaced by a number
 * that does not exist either; error messages show the identifier as it was sent. Bodies need no replacement:
 * `JSON.parse` would already have rounded such a number, so the schema refuses it.
 */
function standIn(
  value: unknown,
  schema: Schema | undefined,
  { field, idsAsGiven }: { readonly field: string; readonly idsAsGiven: Map<unknown, string> },
): unknown {
  if (schema?.format !== 'int64' || !isNumeric(value) || Math.abs(Number(value)) < BEYOND_IDS) return value;
  const id = BigInt(value);
  if (id !== BigInt.asIntN(64, id)) {
    const [least, most] = [String(-(2n ** 63n)), String(2n ** 63n - 1n)];
    const problem = textPart('problem.given.outside', { field, given: clip(value), least, most });
    throw new ApiError('errormessage.request.invalid', field, { problem });
  }
  const number = (Number.MAX_SAFE_INTEGER - idsAsGiven.size) * (id < 0n ? -1 : 1);
  idsAsGiven.set(number, value);
  return number;
}

/** Replaces non-existent identifiers in the parameters of an address with their stand-in numbers. */
function withStandIns(
  parameters: unknown,
  schema: Schema | undefined,
  idsAsGiven: Map<unknown, string>,
): unknown {
  if (typeof parameters !== 'object' || parameters === null) return parameters;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]: [string, unknown]) => {
      const known = schema?.properties?.[name];
      return [
        name,
        Array.isArray(value)
          ? value.map((item, index) => standIn(item, known?.items, { field: `${name}.${index}`, idsAsGiven }))
          : standIn(value, known, { field: name, idsAsGiven }),
      ];
    }),
  );
}

/** Turns a repeatable parameter into a list even if it was given only once. */
function listed(query: unknown, schema: Schema | undefined): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const isList = schema?.properties?.[name]?.type === 'array';
      return [name, isList && !Array.isArray(value) ? [value] : value];
    }),
  );
}

export function tolerateRequests(app: FastifyInstance): void {
  // A body of zero bytes counts as absent, whatever its content type is.
  app.addHook('onRequest', async ({ headers }) => {
    const isEmpty =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    if (isEmpty) delete headers['content-type'];
  });
  app.decorateRequest('idsAsGiven', null);
  app.addHook('preValidation', async (request) => {
    const { schema } = request.routeOptions;
    if (!schema) return;
    request.body = tolerate(request.body, schema.body as Schema | undefined);
    const idsAsGiven = (request.idsAsGiven = new Map<unknown, string>());
    const address = (parameters: unknown, of: unknown) =>
      tolerate(withStandIns(parameters, of as Schema | undefined, idsAsGiven), of as Schema | undefined);
    request.params = address(request.params, schema.params);
    request.query = address(
      listed(request.query, schema.querystring as Schema | undefined),
      schema.querystring,
    );
  });
}
