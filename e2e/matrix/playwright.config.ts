import { defineConfig } from '@playwright/test';
import { chromiumProject } from '../support/browsers.js';

/** Tests of partners' builds of the packed widget. `scripts/matrix.mjs` packs it and chooses what is tested. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results/matrix',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: process.env.CI ? 2 : 0,
  fullyParallel: true,
  workers: 2,
  // Each test installs and builds first, and a busy machine takes many times as long.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/matrix.json' }]],
  use: { screenshot: 'only-on-failure', locale: 'en-GB', timezoneId: 'Europe/Berlin' },
  projects: [chromiumProject()],
});
