import { defineProject } from 'vitest/config';

/** The simulated provider by itself; through the service's adapter it is tested in service/test/simulator. */
export default defineProject({
  test: { name: 'simulator', include: ['test/**/*.test.ts'], isolate: false, testTimeout: 120_000 },
});
