import { defineConfig } from 'vitest/config';

/** Journeys in WebKit, one after the other: its driver has one session at a time. scripts/webkit.mjs starts it. */
export default defineConfig({
  test: {
    name: 'webkit',
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: '../support/global-setup.ts',
    fileParallelism: false,
    // One stack for all of them.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
