import { defineConfig } from 'vitest/config';

/** Journeys in WebKit, one after the other: its driver has one session at a time. scripts/webkit.mjs starts it. */
export default defineConfig({
  test: {
    name: 'webkit',
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    include: ['e2e/webkit/**/*.e2e.ts'],
    globalSetup: './e2e/support/global-setup.ts',
    fileParallelism: false,
    // One stack for all of them.
    isolate: false,
    // The first one starts it.
    testTimeout: 240_000,
  },
});
