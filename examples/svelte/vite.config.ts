import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  // During development, `node ../server.mjs` is the backend.
  server: { proxy: { '/session': 'http://localhost:3000', '/token': 'http://localhost:3000' } },
});
