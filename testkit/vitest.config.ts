import { defineProject } from 'vitest/config';

/** The answers of the kit, in Node; what widgets make of them is tested with the package. */
export default defineProject({
  test: {
    name: 'testkit',
    include: ['*.test.ts'],
    exclude: ['*.browser.test.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
