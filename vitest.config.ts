import { configDefaults, defineConfig } from 'vitest/config';
import serviceProjects from './packages/service/vitest.config.js';

/**
 * Logic, in Node. Element tests (`*.browser.test.ts`) run in a browser: src/testing/web-test-runner.config.js.
 *
 * `isolate: false` where there are many files: loading every module again for each of them took a third of the time, and
 * no module has state of its own that a test could leave behind.
 */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    // One core more than by default, which on two cores is twice as many.
    maxWorkers: '100%',
    // `npm test` leaves them to `npm run test:full`.
    exclude: [...configDefaults.exclude, ...(process.env.UPC_TIER === 'core' ? ['**/*.full.test.ts'] : [])],
    // Longest time of a hang, not a measure of speed: busy machines take many times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        // As vite.config.ts defines them for the builds; a build that knows no gateway.
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
          // Of the built site: scripts/docs/vitest.config.ts.
          exclude: ['scripts/docs/**'],
        },
      },
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'sandbox', include: ['packages/sandbox/test/**/*.test.ts'] } },
      { extends: true, test: { name: 'server-kit', include: ['packages/server-kit/test/**/*.test.ts'] } },
      {
        // The answers of the kit; what widgets make of them is tested with the package.
        extends: true,
        test: {
          name: 'testkit',
          include: ['src/testkit/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          isolate: false,
        },
      },
      {
        // The simulated provider by itself; through the service's adapter it is tested in packages/service/test/simulator.
        extends: true,
        test: {
          name: 'simulator',
          include: ['packages/simulator/test/**/*.test.ts'],
          setupFiles: 'scripts/lib/property-tests.mjs',
          isolate: false,
        },
      },
      ...serviceProjects.map((project) => ({ extends: true as const, ...project })),
    ],
  },
});
