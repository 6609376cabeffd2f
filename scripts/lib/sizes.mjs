import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './root.mjs';

/**
 * Returns the number of bytes that a browser downloads with gzip.
 * @param {string | Buffer} content
 * @returns {number} bytes
 */
export function gzipSize(content) {
  return gzipSync(content, { level: 9 }).length;
}

/**
 * Bundles the npm build as a consumer's page does, and adds up what must load before a SEPA form is usable: the entry
 * and the form's chunk, each with everything that it imports.
 * @returns {Promise<number>} bytes, gzip
 * @throws when the SEPA form is not in a chunk of its own, because every page would then load all methods
 */
export async function bundleConsumer() {
  const chunks = await chunksOf(
    `import { init } from ${JSON.stringify(join(root, 'dist/es/index.js'))}; globalThis.pay = init;`,
  );
  const start = chunks.filter((chunk) => chunk.isEntry);
  const needed = new Set(start);
  const form = chunks.find(
    (chunk) => !chunk.isEntry && chunk.moduleIds.some((id) => id.includes('/sepa-form.js')),
  );
  if (!form) throw new Error('The SEPA form is not a chunk of its own in dist/es.');
  needed.add(form);
  for (const chunk of needed) {
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) needed.add(other);
  }
  return [...needed].reduce((sum, chunk) => sum + gzipSize(chunk.code), 0);
}

/**
 * Bundles a wrapper as a consumer's page does, without the widget and the framework.
 * @param {string} wrapper such as `react`
 * @returns {Promise<number>} bytes, gzip
 */
export async function bundleWrapper(wrapper) {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: join(root, `dist/wrappers/${wrapper}.js`), formats: ['es'], fileName: wrapper },
      rolldownOptions: { external: (id) => /^(upc-payment-widget|react|vue|@angular\/core)$/.test(id) },
    },
  });
  return (Array.isArray(result) ? result : [result])
    .flatMap((part) => ('output' in part ? part.output : []))
    .reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSize(file.code) : 0), 0);
}

/**
 * Bundles an entry of the SDK as a backend does that uses a few of its functions.
 * @param {string} entry such as `index`
 * @param {readonly string[]} names functions that the backend imports
 * @returns {Promise<number>} bytes, gzip
 */
export async function bundleSdk(entry, names) {
  const file = JSON.stringify(join(root, `packages/sdk/dist/${entry}.js`));
  const chunks = await chunksOf(
    `import { ${names.join(', ')} } from ${file}; globalThis.used = [${names.join(', ')}];`,
  );
  return chunks.reduce((sum, chunk) => sum + gzipSize(chunk.code), 0);
}

/**
 * @param {string} code code of a module that imports the package
 * @returns {Promise<readonly import('vite').Rolldown.OutputChunk[]>}
 */
async function chunksOf(code) {
  const entry = 'virtual:consumer';
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, rolldownOptions: { input: entry } },
    plugins: [
      {
        name: 'consumer',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
  });
  return (Array.isArray(result) ? result : [result])
    .flatMap((part) => ('output' in part ? part.output : []))
    .flatMap((file) => (file.type === 'chunk' ? [file] : []));
}
