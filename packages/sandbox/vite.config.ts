import { defineConfig } from 'vite';
import { filesBesideModules } from '../../scripts/lib/files-beside-modules.js';

/**
 * Builds the program `upc-sandbox`: the modules of service, simulated provider and partner's pages in one file.
 * Packages stay external; texts and tables keep the path that they have in the repository, relative to this file
 * (scripts/lib/sandbox-package.mjs).
 */
export default defineConfig({
  publicDir: false,
  plugins: [filesBesideModules()],
  ssr: { noExternal: [/^@upc\//, 'upc-open-api'] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    minify: false,
    target: 'node20',
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', banner: '#!/usr/bin/env node' },
    },
  },
});
