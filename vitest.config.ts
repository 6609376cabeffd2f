import { configDefaults, defineConfig } from 'vitest/config';
import serviceProjects from './packages/service/vitest.config.js';

/**
 * Tests of logic, in Node. Element tests (`*.browser.test.ts`) run in a browser: src/testing/web-test-runner.config.js.
 *
 * Projects with many files use `isolate: false`. Loading every module again for each file took a third of the time, and
 * no module has state of its own that a test could leave behind.
 */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    // This is one worker more than the default. On two cores it is twice as many.
    maxWorkers: '100%',
    // `npm test` leaves these files to `npm run test:full`.
    exclude: [...configDefaults.exclude, ...(process.env.UPC_TIER === 'core' ? ['**/*.full.test.ts'] : [])],
    // This limit only ends a hang and does not measure speed, because busy machines take many times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        // These are the same names as in vite.config.ts, for a build without gateway addresses.
        define: { __VERSION__: '"0.0.0"', __GATEWAY_URLS__: '{}' },
        test: {
          name: 'widget',
          include: ['src/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'tooling',
          include: ['{scripts,demo}/**/*.test.ts'],
          // These test the built site, with scripts/docs/vitest.config.ts.
          exclude: ['scripts/docs/**'],
        },
      },
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'sandbox', include: ['packages/sandbox/test/**/*.test.ts'] } },
      { extends: true, test: { name: 'sdk', include: ['packages/sdk/test/**/*.test.ts'] } },
      { extends: true, test: { name: 'server-kit', include: ['packages/server-kit/test/**/*.test.ts'] } },
      {
        // This project tests the answers of the kit. Tests of the package check how widgets react to them.
        extends: true,
        test: {
          name: 'testkit',
          include: ['src/testkit/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          isolate: false,
        },
      },
      {
        // This project tests the simulated provider directly. packages/service/test/simulator tests it through the
        // service's adapter.
        extends: true,
        test: {
          name: 'simulator',
          include: ['packages/simulator/{src,test}/**/*.test.ts'],
          setupFiles: 'scripts/lib/property-tests.mjs',
          isolate: false,
        },
      },
      ...serviceProjects.map((project) => ({ extends: true as const, ...project })),
    ],
  },
});
