import type { FastifyInstance } from 'fastify';

/** The parts of a JSON schema that matter here. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/**
 * Deviations from the description that callers may send, resolved before the check: `null` for an optional field is the
 * field left out; an integer may come as a numeric string. Identifiers have 64 bits on the wire, and nobody has one
 * that a number cannot hold exactly: the largest that it can hold stands for those, so that they are not found rather
 * than refused.
 */
export function tolerate(value: unknown, schema: Schema | undefined): unknown {
  // A schema that refers to another document is the gateway's: its one caller, the widget, is held to the contract.
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
  const number = typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) return value;
  const isTooExact =
    schema.format === 'int64' && !Number.isSafeInteger(number) && Math.abs(number) <= 2 ** 63;
  return isTooExact ? Math.sign(number) * Number.MAX_SAFE_INTEGER : number;
}

/** A parameter that may be repeated is a list also when it is given once. */
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
  // A body of zero bytes counts as absent, whatever its content type says.
  app.addHook('onRequest', async ({ headers }) => {
    const isEmpty =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    if (isEmpty) delete headers['content-type'];
  });
  app.addHook('preValidation', async (request) => {
    const { schema } = request.routeOptions;
    if (!schema) return;
    request.body = tolerate(request.body, schema.body as Schema | undefined);
    request.params = tolerate(request.params, schema.params as Schema | undefined);
    const querySchema = schema.querystring as Schema | undefined;
    request.query = tolerate(listed(request.query, querySchema), querySchema);
  });
}
