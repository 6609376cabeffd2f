import { defineConfig } from 'vite';
import { filesBesideModules } from '../../../scripts/lib/files-beside-modules.js';

/**
 * Builds the simulated provider as plain JavaScript, only for its image. Elsewhere it runs from its sources or within
 * upc-sandbox.
 */
export default defineConfig({
  publicDir: false,
  plugins: [filesBesideModules()],
  ssr: { noExternal: /^@upc\// },
  build: {
    ssr: '../src/main.ts',
    outDir: 'dist',
    minify: false,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
