import { defineConfig } from 'vite';
import { filesBesideModules } from '../../scripts/lib/files-beside-modules.js';
import { licensesOfLibraries } from '../../scripts/lib/licenses.js';
import { redoc } from '../../scripts/lib/redoc.js';

/** Packages that are not bundled; Node loads them from where npm has installed them. */
export const OUTSIDE = [
  // These packages read files next to their own.
  '@electric-sql/pglite',
  '@fastify/static',
  'fs-native-extensions',
  'iban-to-bic',
  'pdfkit',
  // Instrumentations that trace queries find `pg` by its name (docs/monitoring.md).
  'pg',
];

/**
 * Builds the program `upc-service` as plain JavaScript: our modules in one file and those of packages in another, so
 * that Node need not find hundreds of files at the start. Texts and tables stay beside the sources.
 */
export default defineConfig({
  publicDir: false,
  plugins: [filesBesideModules(), licensesOfLibraries('packages.LICENSES.txt'), redoc()],
  ssr: { noExternal: true, external: OUTSIDE },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    minify: false,
    target: 'node20',
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        // The driver of the embedded database stays in a file of its own, because it loads that database; so does the
        // parser of XML, which starts as soon as its file is loaded.
        codeSplitting: {
          groups: [{ name: 'packages', test: /\/node_modules\/(?!drizzle-orm\/pglite\/|libxml2-wasm\/)/ }],
        },
      },
    },
  },
});
