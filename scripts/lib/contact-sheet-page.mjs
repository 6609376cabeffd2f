import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { root } from './root.mjs';

/** Browser flags that make letters look the same, whatever the font settings of the machine are. */
export const pictureFlags = /** @type {const} */ ([
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  '--hide-scrollbars',
]);

/** Locale and time zone that make times look the same on every machine. */
export const pictureContext = /** @type {const} */ ({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });

/** Maximum height of a picture, in pixels. In a taller picture, Chromium repeats earlier content. */
const mostHeight = 16_384;

/**
 * @typedef {object} ContactSheet
 * @property {string} width width of the simulated window around each state, in px, as `320`
 * @property {string} tone tone of the page, `light` or `dark`
 * @property {string} language a locale, or `long`
 * @property {string} [only] pattern for the names of the states
 */

/**
 * Builds the contact sheet from the sources and serves it. A browser opens the build faster than the hundreds of
 * modules that it consists of.
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function startContactSheetServer() {
  const folder = await mkdtemp(join(tmpdir(), 'upc-contact-sheet-'));
  const common = /** @type {const} */ ({ configFile: false, root, logLevel: 'error', publicDir: false });
  await build({
    ...common,
    build: {
      outDir: folder,
      emptyOutDir: true,
      // The browser is new enough for untransformed code, and the styles must stay as they are written.
      target: 'esnext',
      minify: false,
      cssMinify: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/testing/contact-sheet/index.html') },
    },
  });
  const server = await preview({
    ...common,
    build: { outDir: folder },
    preview: { port: 0, host: 'localhost' },
  });
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Opens the contact sheet, with everything on it at rest.
 * @param {import('@playwright/test').Page} page
 * @param {string} address
 * @param {ContactSheet} sheet
 * @throws when it is taller than a picture can be
 */
export async function openContactSheet(page, address, { width, tone, language, only = '' }) {
  // In a wide window the widget's column is 600 px wide.
  const cell = Math.min(Number(width), 632);
  const columns = 6;
  await page.setViewportSize({ width: 32 + columns * (cell + 24) - 24, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const query = new URLSearchParams({ tone, language, only, cell: String(cell), columns: String(columns) });
  await page.goto(`${address}src/testing/contact-sheet/index.html?${query.toString()}`);
  await page.locator('body[data-ready]').waitFor();
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  if (height > mostHeight) {
    throw new Error(
      `The contact sheet is ${height} px tall; a picture shows ${mostHeight}. Give it more columns.`,
    );
  }
  await pretend(page);
}

/**
 * Makes the browser draw states that otherwise only a pointer or the keyboard causes.
 * @param {import('@playwright/test').Page} page
 */
async function pretend(page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('DOM.enable');
  await devTools.send('CSS.enable');
  await devTools.send('DOM.getDocument', { depth: 0 });
  const pseudos = /** @type {string[]} */ (
    await page.evaluate('window.pretended.map(([, pseudo]) => pseudo)')
  );
  // All requests run together, because the browser redraws the page after each one.
  await Promise.all(
    pseudos.map(async (pseudo, index) => {
      const expression = `window.pretended[${index}][0]`;
      const { result } = await devTools.send('Runtime.evaluate', { expression });
      const { nodeId } = await devTools.send('DOM.requestNode', { objectId: result.objectId ?? '' });
      await devTools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [pseudo] });
    }),
  );
}
