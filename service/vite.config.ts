import { defineConfig } from 'vite';
import { filesBesideModules } from './files-beside-modules.js';

/**
 * The program `upc-service` as plain JavaScript: our modules in one file, which Node starts without compiling and finding
 * hundreds of them. Packages stay outside, and so do texts and tables, which lie beside the sources.
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
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
