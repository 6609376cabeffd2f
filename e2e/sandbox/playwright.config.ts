import { defineConfig } from '@playwright/test';
import { chromiumProject } from '../support/browsers.js';

/** Tests of the packed sandbox, started as its readers start it: outside the clone, by npm, from an empty folder. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results/sandbox',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: process.env.CI ? 2 : 0,
  workers: 1,
  // npm first installs what the package needs, and a busy machine takes many times as long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/sandbox.json' }]],
  use: { screenshot: 'only-on-failure', locale: 'en-GB', timezoneId: 'Europe/Berlin' },
  projects: [chromiumProject()],
});
