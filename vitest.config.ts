import { defineConfig } from 'vitest/config';
import serviceProjects from './service/vitest.config.js';

/**
 * Logic, in Node. Element tests (`*.browser.test.ts`) run in a browser: web-test-runner.config.js.
 *
 * `isolate: false` where there are many files: loading every module again for each of them took a third of the time, and
 * no module has state of its own that a test could leave behind.
 */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    // One core more than by default, which on two cores is twice as many.
    maxWorkers: '100%',
    projects: [
      {
        // As vite.config.ts defines them for the builds; a build that knows no gateway.
        define: { __VERSION__: '"0.0.0"', __GATEWAY_URLS__: '{}' },
        test: {
          name: 'widget',
          include: ['src/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'tooling',
          include: ['{scripts,demo}/**/*.test.ts'],
          // Of the built site: npm run check:docs.
          exclude: ['scripts/docs/**', '**/node_modules/**'],
          testTimeout: 120_000,
        },
      },
      { test: { name: 'sandbox', include: ['sandbox/test/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'platform', include: ['platform/test/**/*.test.ts'], testTimeout: 120_000 } },
      './testkit/vitest.config.ts',
      './simulator/vitest.config.ts',
      ...serviceProjects,
    ],
  },
});
