import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { root } from './process.js';

/**
 * Bundles the script of a partner's page from the npm build as a partner's bundler does in development.
 * @param source of the page, an ES module
 * @param plugins further steps of the bundler, such as a framework's compiler
 */
export async function bundledPage(source: string, plugins: readonly Plugin[] = []): Promise<string> {
  const entry = 'virtual:page';
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? join(root, entry) : null),
        load: (id) => (id.endsWith(entry) ? source : null),
      },
      ...plugins,
    ],
  });
  const outputs = Array.isArray(result) ? result : [result];
  const [chunk] = outputs
    .flatMap((part) => ('output' in part ? part.output : []))
    .flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  if (chunk === undefined) throw new Error('The page has no script.');
  return chunk;
}
