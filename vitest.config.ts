import { defineConfig } from 'vitest/config';

/** Logic, in Node. Element tests (`*.test.ts` in src) run in a browser: web-test-runner.config.js. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'widget', include: ['src/**/*.spec.ts'] } },
      { test: { name: 'tooling', include: ['scripts/**/*.spec.ts', 'demo/**/*.spec.ts'] } },
      './service/vitest.config.ts',
    ],
  },
});
