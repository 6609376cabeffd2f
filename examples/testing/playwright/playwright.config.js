import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  use: {
    // If UPC_CHROMIUM is set, it replaces Playwright's own Chromium.
    launchOptions: process.env.UPC_CHROMIUM ? { executablePath: process.env.UPC_CHROMIUM } : {},
  },
});
