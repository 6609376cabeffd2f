import { defineConfig } from 'vitest/config';

/** Tests of the npm package as a partner gets it: they use the built files, never the sources. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    reporters: ['default', ['json', { outputFile: '../../test-results/package.json' }]],
    testTimeout: 120_000,
    // It imports JSON without the import attributes that our versions of Node require.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
  },
});
