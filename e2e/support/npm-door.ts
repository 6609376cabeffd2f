import { join } from 'node:path';
import { build } from 'vite';
import { npmDoorFolder } from './partner-server.js';
import { root } from './process.js';

/** Bundles the npm build once as a partner's own bundler does, for the pages that come through that door. */
export async function bundleNpmDoor(): Promise<void> {
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
            ? `import { init } from ${JSON.stringify(join(root, 'dist/es/index.js'))}; window.npmWidget = { init }; window.paymentWidget ??= window.npmWidget;`
            : null,
      },
    ],
    build: {
      outDir: npmDoorFolder,
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js', dir: npmDoorFolder },
      },
    },
    base: '/npm-door/',
  });
}
