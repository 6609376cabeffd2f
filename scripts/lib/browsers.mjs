import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { canInstall, install, mustNotInstall, onPath } from './apt.mjs';
import { tool } from './run.mjs';

/** @typedef {'chromium' | 'firefox'} BrowserName */

/**
 * `debian`: packages on Debian, the preferred one first. Playwright itself uses the headless shell for headless tests.
 * Without browser windows around the pages, a test takes half the time.
 * @type {Record<BrowserName, { variable: string, commands: string[], paths: string[], debian: string[] }>}
 */
const known = {
  chromium: {
    variable: 'UPC_CHROMIUM',
    commands: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      'microsoft-edge',
    ],
    paths: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    ],
    debian: ['chromium-headless-shell', 'chromium'],
  },
  firefox: {
    variable: 'UPC_FIREFOX',
    commands: ['firefox-esr', 'firefox'],
    paths: [
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
    debian: ['firefox-esr'],
  },
};

/**
 * Finds an installed browser: the one named by UPC_CHROMIUM or UPC_FIREFOX, Playwright's own, or the system's.
 * @param {BrowserName} name
 * @returns {{ executablePath: string, own: boolean } | undefined} `own`: whether it is the build that Playwright
 * patched
 */
export function findBrowser(name) {
  const named = process.env[known[name].variable];
  if (named !== undefined && named !== '')
    return { executablePath: named, own: named === playwrightPath(name) };
  const own = playwrightPath(name);
  if (own !== undefined && existsSync(own)) return { executablePath: own, own: true };
  const system = [...known[name].commands.flatMap(onPath), ...known[name].paths].find((path) =>
    existsSync(path),
  );
  return system === undefined ? undefined : { executablePath: system, own: false };
}

/**
 * Returns an installed browser. If there is none, it downloads Playwright's own or (as root, on Debian and its
 * derivatives) installs the system's package. With UPC_NO_INSTALL it installs nothing.
 * @param {BrowserName} name
 * @throws when there is none and none can be installed; the message says what to install
 */
export async function ensureBrowser(name) {
  const found = findBrowser(name) ?? (mustNotInstall() ? undefined : await installBrowser(name));
  if (found) return found;
  const { variable, debian } = known[name];
  throw new Error(
    `The tests need ${name === 'chromium' ? 'Chromium or Chrome' : 'Firefox'}: none was found, and none ` +
      `${mustNotInstall() ? 'is installed because of UPC_NO_INSTALL' : 'could be installed'}. ` +
      `Install it (Debian: apt-get install ${debian.join(' or ')}) or name it: ${variable}=/path/to/browser.`,
  );
}

/** @param {BrowserName} name */
async function installBrowser(name) {
  const { variable, debian } = known[name];
  console.log(
    `No ${name} found. Downloading the test tool's own build (playwright install ${name}).\n` +
      `To avoid this, name a browser: ${variable}=/path/to/browser, or set UPC_NO_INSTALL=1.`,
  );
  await tool('playwright/cli.js', ['install', name]);
  const downloaded = findBrowser(name);
  if (downloaded || !canInstall()) return downloaded;
  for (const offered of debian) {
    await install('The download failed', [offered]);
    const installed = findBrowser(name);
    if (installed) return installed;
  }
  return undefined;
}

/**
 * Returns the path of Playwright's own build, which need not exist.
 * @param {BrowserName} name
 * @returns {string | undefined}
 */
function playwrightPath(name) {
  try {
    return createRequire(import.meta.url)('playwright-core')[name].executablePath();
  } catch {
    return undefined;
  }
}
