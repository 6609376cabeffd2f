import { defineConfig } from 'vite';
import { filesBesideModules } from '../../../scripts/lib/files-beside-modules.js';

/** The simulated provider as plain JavaScript, for its image alone: elsewhere it runs from its sources, or within upc-sandbox. */
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
