import { defineConfig } from 'vite';

/**
 * Builds the scripts and styles of the simulated provider's frames and bank pages. They are built like the widget, once
 * and not when the simulator starts, so that the tested files are the ones served.
 */
export default defineConfig({
  publicDir: false,
  build: {
    target: ['es2022', 'chrome103', 'firefox100', 'safari15.4'],
    outDir: 'dist',
    modulePreload: false,
    rolldownOptions: {
      input: {
        'card-frame': 'src/browser/card-frame.ts',
        'bank-page': 'src/browser/bank-page.ts',
        'express-frame': 'src/browser/express-frame.ts',
        'payment-sheet': 'src/browser/payment-sheet.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
