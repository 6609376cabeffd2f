import type { PlaywrightTestOptions, PlaywrightWorkerOptions, Project } from '@playwright/test';
import { findBrowser } from '../../scripts/lib/browsers.mjs';

type BrowserProject = Project<PlaywrightTestOptions, PlaywrightWorkerOptions>;

/** Returns the project for Chromium, with Playwright's own build or the system's, whichever is found. */
export function chromiumProject(): BrowserProject {
  const found = findBrowser('chromium');
  return {
    name: 'chromium',
    use: {
      browserName: 'chromium',
      launchOptions: found === undefined || found.own ? {} : { executablePath: found.executablePath },
    },
  };
}

/**
 * Returns the project for Firefox, with the build that is found. The system's own is not patched for Playwright and is
 * driven over BiDi. With site isolation on, keys and clicks are lost in frames of another origin. There,
 * `request.postData()` is null and `emulateMedia` does nothing.
 */
export function firefoxProject(): BrowserProject {
  const found = findBrowser('firefox');
  if (found === undefined || found.own) return { name: 'firefox', use: { browserName: 'firefox' } };
  return {
    name: 'firefox',
    use: {
      browserName: 'firefox',
      channel: 'moz-firefox',
      launchOptions: {
        executablePath: found.executablePath,
        firefoxUserPrefs: { 'fission.autostart': false, 'fission.webContentIsolationStrategy': 0 },
      },
    },
  };
}
