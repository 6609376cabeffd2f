import { defineConfig } from '@playwright/test';
import { chromiumProject, firefoxProject } from './e2e/support/browsers.js';

/** Journeys on the built files, against a stack that each worker starts for itself. */
export default defineConfig({
  testDir: 'e2e/specs',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Longest time of a hang, not a measure of speed: busy machines take many times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // Traces took a fifth of the processor's time; a failed test keeps its last picture and the page's content.
    // `--trace on` records them.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
  projects: [chromiumProject(), firefoxProject()],
});
