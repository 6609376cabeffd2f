import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // During development, `node ../server.mjs` is the backend.
  server: { proxy: { '/session': 'http://localhost:3000', '/token': 'http://localhost:3000' } },
});
