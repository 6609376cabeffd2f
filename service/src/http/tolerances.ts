import type { FastifyInstance } from 'fastify';

/** The parts of a JSON schema that matter here. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/**
 * What callers may do beside the description, before it is checked: `null` for an optional field is the
 * field left out; an integer may come as a numeric string.
 */
export function tolerate(value: unknown, schema: Schema | undefined): unknown {
  if (!schema) return value;
  if (Array.isArray(value)) return value.map((item) => tolerate(item, schema.items));
  if (value !== null && typeof value === 'object') {
    const required = schema.required ?? [];
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, member]) => member !== null || required.includes(name))
        .map(([name, member]) => [name, tolerate(member, schema.properties?.[name])]),
    );
  }
  const isInteger = schema.format === 'int64' || schema.format === 'int32';
  const numeric = isInteger && typeof value === 'string' && /^-?\d{1,15}$/.test(value);
  return numeric ? Number(value) : value;
}

export function tolerateRequests(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { schema } = request.routeOptions;
    if (!schema) return;
    request.body = tolerate(request.body, schema.body as Schema | undefined);
    request.params = tolerate(request.params, schema.params as Schema | undefined);
    request.query = tolerate(request.query, schema.querystring as Schema | undefined);
  });
}
