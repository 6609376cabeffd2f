import { defineConfig } from 'vite';
import { licensesOfLibraries } from '../../scripts/lib/licenses.js';

/**
 * Builds the test kit as a module and as a classic script (`--mode script`). It is not minified, since developers
 * should be able to read it.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [licensesOfLibraries('LICENSES.txt')],
  build: {
    target: 'es2022',
    outDir: '../../dist/testing',
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    lib:
      mode === 'script'
        ? { entry: 'script.ts', formats: ['iife'], name: 'upc', fileName: () => 'script.js' }
        : { entry: 'index.ts', formats: ['es'], fileName: () => 'index.js' },
  },
}));
