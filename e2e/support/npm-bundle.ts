import { join } from 'node:path';
import { build } from 'vite';
import { npmBundleFolder } from './partner-server.js';
import { root } from './process.js';

/** Bundles the npm build once, as a partner's own bundler does, for the pages that load it. */
export async function bundleNpmBuild(): Promise<void> {
  const entry = 'virtual:partner-page';
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'partner-page',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `import { init, preload } from ${JSON.stringify(join(root, 'dist/es/index.js'))}; window.npmWidget = { init, preload }; window.paymentWidget ??= window.npmWidget;`
            : null,
      },
    ],
    build: {
      outDir: npmBundleFolder,
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js', dir: npmBundleFolder },
      },
    },
    base: '/npm-bundle/',
  });
}
