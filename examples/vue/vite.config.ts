import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [vue()],
  // During development, `node ../server.mjs` is the backend.
  server: { proxy: { '/session': 'http://localhost:3000', '/token': 'http://localhost:3000' } },
});
