import { defineConfig } from 'vitest/config';

/**
 * Tests of the site that `npm run docs` has built, and of the code on its pages. `npm run build` builds what that code
 * imports.
 */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    include: ['scripts/docs/*.test.ts'],
    testTimeout: 120_000,
  },
});
