import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Run this with `npx vite demo/npm`, beside a running `npm start`, whose demo is the backend. */
export default defineConfig({
  resolve: {
    // A partner has the package in node_modules. Here it is the local build.
    alias: { 'upc-payment-widget': fileURLToPath(new URL('../../dist/es/index.js', import.meta.url)) },
  },
  server: { port: 5174, proxy: { '/api': 'http://localhost:5173' } },
});
