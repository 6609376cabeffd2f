import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createClient } from '@hey-api/openapi-ts';

/*
 * Generates src/generated from what the service has built: one function per operation with its types, the types of
 * webhook events, and the error codes. `npm run build` runs this.
 */

const here = (/** @type {string} */ path) => new URL(path, import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(here(path), 'utf8');

/** @typedef {{ in: string, name: string }} Parameter */
/** @typedef {{ anyOf: [{ enum?: string[] }] }} ErrorCode */
/** @typedef {{ Error: { properties: { errorCode: ErrorCode } } }} Schemas */
/** @typedef {{ paths: Record<string, Record<string, { parameters?: Parameter[] }>>, components: { schemas: Schemas } }} Description */
/** @type {Description} */
const description = JSON.parse(read('../service/dist/open-api.json'));

/**
 * Returns the schema of events as an OpenAPI description without operations. Types that are added later are left out: a
 * `type` that may be any string would prevent TypeScript from telling the known types apart.
 */
function eventsDescription() {
  const text = read('../../docs/public/webhook-events.schema.json');
  const { $schema: _, $defs, ...event } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
  const { LATER_TYPE: later, ...types } = $defs;
  if (!later) throw new Error('The schema of webhook events has no LATER_TYPE.');
  const { items } = event.properties.payload;
  items.anyOf = items.anyOf.filter(
    (/** @type {{ $ref: string }} */ { $ref }) => !$ref.endsWith('/LATER_TYPE'),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Webhook events', version: '1' },
    paths: {},
    components: { schemas: { ...types, WebhookEvent: event } },
  };
}

/**
 * Makes each operation that takes an idempotency key send one. The generator knows headers only as types.
 * @param {string} code sdk.gen.ts
 */
function withIdempotencyKeys(code) {
  const keyed = new Set(
    Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { parameters = [] }]) =>
          parameters.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key'),
        )
        .map(([method]) => `${method} ${path}`),
    ),
  );
  const changed = code.replaceAll(/client\.(\w+)<[^]*?\n +url: '([^']+)',/g, (call, method, path) =>
    keyed.delete(`${method} ${path}`) ? `${call}\n    requestValidator: ensureIdempotencyKey,` : call,
  );
  if (keyed.size > 0) throw new Error(`The generated code lacks ${[...keyed].join(', ')}.`);
  return `import { ensureIdempotencyKey } from '../../idempotency-key.js';\n${changed}`;
}

/** Returns the type of the error codes that the description lists. It allows others too, because more may be added. */
function errorCodes() {
  const [{ enum: codes = [] }] = description.components.schemas.Error.properties.errorCode.anyOf;
  if (codes.length < 100) throw new Error(`Only ${codes.length} error codes were found.`);
  return `/** Error code that the service is known to return. */\nexport type KnownErrorCode =\n${codes
    .map((code) => `  | '${code}'`)
    .join('\n')};\n`;
}

const folder = here('src/generated/');
rmSync(folder, { recursive: true, force: true });
const output = (/** @type {string} */ name) => ({
  path: new URL(name, folder).pathname,
  importFileExtension: '.js',
  postProcess: [],
});
const logs = /** @type {const} */ ({ level: 'warn' });
await createClient([
  {
    input: /** @type {any} */ (description),
    output: output('api'),
    logs,
    plugins: [
      '@hey-api/typescript',
      { name: '@hey-api/client-fetch', throwOnError: true },
      { name: '@hey-api/sdk', client: false, responseStyle: 'data' },
    ],
  },
  {
    input: /** @type {any} */ (eventsDescription()),
    output: output('events'),
    logs,
    plugins: ['@hey-api/typescript'],
  },
]);
// The generator also makes a client for the whole program, which nothing uses.
rmSync(new URL('api/client.gen.ts', folder));
const sdk = new URL('api/sdk.gen.ts', folder);
writeFileSync(sdk, withIdempotencyKeys(readFileSync(sdk, 'utf8')));
writeFileSync(new URL('error-codes.gen.ts', folder), errorCodes());

// The package contains code of the generator, so it contains the generator's licence as well.
const generator = new URL('../LICENSE.md', import.meta.resolve('@hey-api/openapi-ts'));
mkdirSync(here('dist'), { recursive: true });
writeFileSync(
  here('dist/LICENSES.txt'),
  `${read('../../LICENSE')}\ndist/generated/api contains code of @hey-api/openapi-ts:\n\n${readFileSync(generator, 'utf8')}`,
);
