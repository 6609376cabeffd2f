import { defineProject } from 'vitest/config';

/** The service, each test against the real parts, the simulated provider included. */
export default defineProject({
  test: {
    name: 'service',
    include: ['test/**/*.test.ts'],
    isolate: false,
    setupFiles: 'test/support/fixed-seed.ts',
    globalSetup: './test/support/snapshot.ts',
    // Longest time of a hang, not a measure of speed: busy machines take many times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // The line of a failed test in a log has the message alone, without the difference.
    chaiConfig: { truncateThreshold: 300 },
  },
});
