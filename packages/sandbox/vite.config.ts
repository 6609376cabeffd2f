import { defineConfig } from 'vite';
import { filesBesideModules } from '../../scripts/lib/files-beside-modules.js';

/**
 * The program `upc-sandbox`: the modules of service, simulated provider and partner's pages in one file. Packages stay
 * outside; texts and tables lie where they lie in the repository, seen from this file (scripts/lib/sandbox-package.mjs).
 */
export default defineConfig({
  publicDir: false,
  plugins: [filesBesideModules()],
  ssr: { noExternal: /^@upc\// },
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
