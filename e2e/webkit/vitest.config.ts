import { defineConfig } from 'vitest/config';

/**
 * Journeys in WebKit. They run one after the other, because its driver has one session at a time. scripts/webkit.mjs
 * starts it.
 */
export default defineConfig({
  test: {
    name: 'webkit',
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    include: ['e2e/webkit/**/*.e2e.ts'],
    globalSetup: './e2e/support/global-setup.ts',
    fileParallelism: false,
    // All files share one stack.
    isolate: false,
    // The first test also starts the stack.
    testTimeout: 240_000,
  },
});
