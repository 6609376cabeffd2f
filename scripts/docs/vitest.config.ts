import { defineConfig } from 'vitest/config';

/** The site that `npm run docs` has built, and the code on its pages. `npm run build` builds what that code imports. */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    include: ['scripts/docs/*.test.ts'],
    testTimeout: 120_000,
  },
});
