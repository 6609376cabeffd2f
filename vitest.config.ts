import { defineConfig } from 'vitest/config';

/** Logic, in Node. Element tests (`*.test.ts` in src) run in a browser: web-test-runner.config.js. */
export default defineConfig({
  test: {
    projects: [
      {
        // As vite.config.ts defines them for the builds; a build that knows no gateway.
        define: { __VERSION__: '"0.0.0"', __GATEWAY_URLS__: '{}' },
        test: { name: 'widget', include: ['src/**/*.spec.ts'] },
      },
      { test: { name: 'tooling', include: ['scripts/**/*.spec.ts', 'demo/**/*.spec.ts'] } },
      './service/vitest.config.ts',
    ],
  },
});
