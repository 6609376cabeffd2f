import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  use: {
    // Another Chromium than Playwright's own, where that is named.
    launchOptions: process.env.UPC_CHROMIUM ? { executablePath: process.env.UPC_CHROMIUM } : {},
  },
});
