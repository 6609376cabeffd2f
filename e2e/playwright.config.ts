import { defineConfig } from '@playwright/test';
import { chromiumProject, firefoxProject } from './support/browsers.js';

/**
 * Journeys on the built files, against a stack that each worker starts for itself. Their titles carry tags. About fifty
 * with `@core` run in `npm test`. Those with `@engine` depend on the browser's engine and run in Firefox too. Those
 * with `@nightly` test the simulator's own pages or take long, and run only at night. The others run in `npm run
 * test:full`.
 */
export default defineConfig({
  testDir: 'specs',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A failed test ends its worker, so the retry gets a new stack.
  retries: process.env.CI ? 2 : 0,
  workers: 2,
  // This limits a hang and does not measure speed: busy machines take many times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    // Recording a trace of every test took a fifth of the processor's time. `--trace on` records them.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
  projects: [
    chromiumProject(),
    firefoxProject(),
    // This is Playwright's own build, where it can be downloaded: `npx playwright install webkit`.
    { name: 'webkit', use: { browserName: 'webkit' } },
  ],
});
