import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import { COMPILE_QUICKLY } from '../compile-quickly.js';
import { onceByText } from '../memo.js';

/** Requests are checked as they are: nothing in them is changed. */
const AS_SENT = { coerceTypes: false, removeAdditional: false, useDefaults: false } as const;

const compileCheck = AjvCompiler()({}, { customOptions: { ...AS_SENT, ...COMPILE_QUICKLY } });
const compilePrinter = SerializerSelector()({}, {});
const checkOf = onceByText((schema: unknown) => compileCheck({ schema }));
const printerOf = onceByText((schema: unknown) =>
  compilePrinter({ method: '', url: '', httpStatus: '', schema }),
);

/**
 * Compiles the schemas of routes with Fastify's own compilers, each once in a process: ten answers out of eleven have a schema
 * that another has as well, and compiling all of them is a large part of what a start computes. Schemas of headers have to
 * name them in small letters.
 */
export function compileSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => checkOf(schema));
  app.setSerializerCompiler(({ schema }) => printerOf(schema));
}
