import { defineConfig } from 'vitest/config';

/** Logic, in Node. Element tests (`*.browser.test.ts`) run in a browser: web-test-runner.config.js. */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    projects: [
      {
        // As vite.config.ts defines them for the builds; a build that knows no gateway.
        define: { __VERSION__: '"0.0.0"', __GATEWAY_URLS__: '{}' },
        test: { name: 'widget', include: ['src/**/*.test.ts'], exclude: ['**/*.browser.test.ts'] },
      },
      { test: { name: 'tooling', include: ['{scripts,demo}/**/*.test.ts'] } },
      { test: { name: 'platform', include: ['platform/test/**/*.test.ts'] } },
      './simulator/vitest.config.ts',
      './service/vitest.config.ts',
    ],
  },
});
