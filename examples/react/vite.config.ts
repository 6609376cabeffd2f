import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // While it is developed, `node ../server.mjs` is the backend.
  server: { proxy: { '/session': 'http://localhost:3000', '/token': 'http://localhost:3000' } },
});
