import { defineProject } from 'vitest/config';

/** The service and the simulated provider, each test against the real parts. */
export default defineProject({
  test: {
    name: 'service',
    include: ['test/**/*.{test,spec}.ts'],
    setupFiles: 'test/support/fixed-seed.ts',
    globalSetup: './test/support/snapshot.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
