import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.js';

/** Parts of an Ajv error that are used; the data never is. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
  readonly message?: string | undefined;
}

/** Makes all error responses have the form `{error: {type, code, message, param?}}`. */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const refusal = Refusal.missing(`address: ${request.method} ${path}`, 'path');
    return reply.status(404).send(refusal.toBody());
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal !== undefined) return reply.status(refusal.status).send(refusal.toBody());
    request.log.error({ error: error.name, stack: error.stack }, 'the request failed');
    return reply.status(500).send({
      error: { type: 'provider', code: 'internal_error', message: 'The provider failed. Try again.' },
    });
  });
}

function toRefusal(error: Error & { statusCode?: number }): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if ('validation' in error && Array.isArray(error.validation)) {
    return ofSchema(error.validation as SchemaError[]);
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return Refusal.invalid(
      'body_invalid',
      'The body must be JSON (application/json) of at most 64 KiB, or a bank file (application/xml or text/plain) of at most 16 MiB.',
    );
  }
  return undefined;
}

/** Converts schema errors to a refusal, which names all unknown parameters, or else the first error. */
function ofSchema(errors: readonly SchemaError[]): Refusal {
  const unknown = errors
    .filter(({ keyword }) => keyword === 'additionalProperties')
    .map((one) => parameter(one.instancePath, one.params.additionalProperty));
  if (unknown.length > 0) {
    const names = [...new Set(unknown)].join(', ');
    return Refusal.invalid('parameter_unknown', `Unknown parameters: ${names}.`, unknown[0]);
  }
  const [first] = errors;
  const param = parameter(first?.instancePath ?? '', first?.params.missingProperty);
  const code = first?.keyword === 'required' ? 'parameter_missing' : 'parameter_invalid';
  const allowed = first?.keyword === 'enum' ? `: ${listed(first.params.allowedValues)}` : '';
  return Refusal.invalid(code, `${param || 'The body'} ${first?.message ?? 'is wrong'}${allowed}.`, param);
}

const parameter = (path: string, name: unknown): string =>
  [...path.split('/').slice(1), ...(typeof name === 'string' ? [name] : [])].join('.');
const listed = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '');
