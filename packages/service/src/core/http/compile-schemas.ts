import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import { COMPILE_QUICKLY } from '../compile-quickly.js';
import { onceByText } from '../memo.js';

/** Options that keep a check from changing a request. */
const AS_SENT = { coerceTypes: false, removeAdditional: false, useDefaults: false } as const;

const compileCheck = AjvCompiler()({}, { customOptions: { ...AS_SENT, ...COMPILE_QUICKLY } });
const compilePrinter = SerializerSelector()({}, {});
const checkOf = onceByText((schema: unknown) => compileCheck({ schema }));
const printerOf = onceByText((schema: unknown) =>
  compilePrinter({ method: '', url: '', httpStatus: '', schema }),
);

/**
 * Compiles route schemas with Fastify's own compilers, each schema once per process. Ten of eleven response schemas
 * also occur elsewhere, and compiling all of them takes a large part of the start. Header schemas must use lower-case
 * names.
 */
export function compileSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => checkOf(schema));
  app.setSerializerCompiler(({ schema }) => printerOf(schema));
}
