import type { AppOptions } from '../../src/app.js';

type SchemaCompiler = Parameters<NonNullable<AppOptions['onSchemaCompiler']>>[0];

/** The same function, called once for each argument, wherever it is written the same. */
export function onceByText<S extends object | boolean, V>(compile: (schema: S) => V): (schema: S) => V {
  const made = new Map<string, V>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const known = made.get(text);
    if (known !== undefined) return known;
    const validate = compile(schema);
    made.set(text, validate);
    return validate;
  };
}

/** The first compiler: the routes of all services have the same schemas, and compiling them takes most of a start. */
let first: SchemaCompiler['compile'] | undefined;

/** Keeps the checks of requests that are compiled for a service, for the next ones in this worker. */
export function keepValidators(compiler: SchemaCompiler): void {
  first ??= onceByText(compiler.compile.bind(compiler)) as SchemaCompiler['compile'];
  compiler.compile = first;
}
