import { defineConfig } from '@playwright/test';
import { pictureContext, pictureFlags } from '../../scripts/lib/contact-sheet-page.mjs';
import { chromiumProject } from '../support/browsers.js';

const { launchOptions, ...chromium } = chromiumProject().use ?? {};

/**
 * Tests that compare the contact sheet with the stored images in `pictures/`, and measure it. Each worker serves the
 * sheet for its tests. Those tagged `@nightly` run only with UPC_NIGHTLY=1.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results/visual',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  forbidOnly: true,
  retries: process.env.CI ? 2 : 0,
  ...(!process.env.UPC_NIGHTLY && { grepInvert: /@nightly/ }),
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/visual.json' }]],
  use: { ...chromium, ...pictureContext, launchOptions: { ...launchOptions, args: [...pictureFlags] } },
});
