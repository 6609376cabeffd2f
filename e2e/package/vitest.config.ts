import { defineConfig } from 'vitest/config';

/** The npm package as a partner gets it: the built files, never the sources. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    reporters: ['default', ['json', { outputFile: '../../test-results/package.json' }]],
    testTimeout: 120_000,
    // It imports JSON as no Node of ours does.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
  },
});
