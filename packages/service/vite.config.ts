import { defineConfig } from 'vite';
import { filesBesideModules } from '../../scripts/lib/files-beside-modules.js';
import { licensesOfLibraries } from '../../scripts/lib/licenses.js';

/** Packages that are not part of the program: Node finds them where npm has installed them. */
export const OUTSIDE = [
  // They read files that lie beside their own.
  '@electric-sql/pglite',
  '@fastify/static',
  '@fastify/swagger-ui',
  'fs-native-extensions',
  'iban-to-bic',
  'pdfkit',
  // Instrumentations that trace queries find it by its name (docs/operations.md).
  'pg',
];

/**
 * The program `upc-service` as plain JavaScript: our modules in one file and those of packages in another, which Node starts
 * without finding hundreds of them. Texts and tables lie beside the sources.
 */
export default defineConfig({
  publicDir: false,
  plugins: [filesBesideModules(), licensesOfLibraries('packages.LICENSES.txt')],
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
        // The driver of the embedded database stays in a file of its own, since it loads that.
        codeSplitting: { groups: [{ name: 'packages', test: /\/node_modules\/(?!drizzle-orm\/pglite\/)/ }] },
      },
    },
  },
});
