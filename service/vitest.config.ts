import { defineProject } from 'vitest/config';

/** The service, each test against the real parts, the simulated provider included. */
export default defineProject({
  test: {
    name: 'service',
    include: ['test/**/*.test.ts'],
    isolate: false,
    setupFiles: 'test/support/fixed-seed.ts',
    globalSetup: './test/support/snapshot.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
