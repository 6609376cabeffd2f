import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { root } from '../lib/root.mjs';

/**
 * Serves each test file with its imports in a few chunks, which test files share. As separate modules they would be
 * hundreds of requests in every page.
 * @param {string[]} files patterns, from the root
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function bundledTests(files) {
  /** @type {Promise<ReadonlyMap<string, string>> | undefined} */
  let bundled;
  return {
    name: 'bundled-tests',
    async serve({ path }) {
      bundled ??= bundle(files);
      const body = (await bundled).get(path);
      return body === undefined ? undefined : { body, type: path.endsWith('.map') ? 'json' : 'js' };
    },
  };
}

/**
 * @param {string[]} files
 * @returns {Promise<ReadonlyMap<string, string>>} code and source maps, by their path on the server
 */
async function bundle(files) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: files,
    outbase: root,
    outdir: root,
    // A test file is served at the path of its source.
    outExtension: { '.js': '.ts' },
    chunkNames: 'test-chunks/[name]-[hash]',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    sourcemap: 'linked',
    conditions: ['browser', 'development'],
    define: { 'process.env.UPC_NIGHTLY': JSON.stringify(process.env.UPC_NIGHTLY ?? '') },
    // The runner itself serves these modules.
    external: ['/__web-*'],
    plugins: [cssAsText],
  });
  return new Map(
    outputFiles.map(({ path, text }) => [`/${relative(root, path).replaceAll(sep, '/')}`, text]),
  );
}

/** Does the same as Vite's build: `x.css?inline` becomes a module with the text. @type {import('esbuild').Plugin} */
const cssAsText = {
  name: 'css-as-text',
  setup(build) {
    build.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace('?inline', '')),
      namespace: 'css-as-text',
    }));
    build.onLoad({ filter: /.*/, namespace: 'css-as-text' }, async ({ path }) => ({
      contents: await readFile(path, 'utf8'),
      loader: 'text',
    }));
  },
};
