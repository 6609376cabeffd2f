/*
 * Puts every state of the widget into one picture per width, tone and language (`sheet/`), to be looked at before
 * anything is called done. `node scripts/sheet.mjs light en 320 only=BACS` makes only what the words name.
 */
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { ensureBrowser } from './lib/browsers.mjs';

const words = process.argv.slice(2);
/** A pattern of the states' names. */
const only = words.find((word) => word.startsWith('only='))?.slice('only='.length) ?? '';
/** @param {string[]} values */
const chosen = (values) => {
  const named = values.filter((value) => words.includes(value));
  return named.length > 0 ? named : values;
};

const server = await createServer({
  configFile: false,
  root: process.cwd(),
  logLevel: 'error',
  server: { port: 0, host: 'localhost', hmr: false, watch: null },
  optimizeDeps: { include: ['lit', '@lit/context', 'ibantools'] },
});
await server.listen();
const address = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({ executablePath: (await ensureBrowser('chromium')).executablePath });
await mkdir('sheet', { recursive: true });
try {
  for (const width of chosen(['320', '1280'])) {
    for (const tone of chosen(['light', 'dark'])) {
      for (const language of chosen(['en', 'de', 'long'])) {
        const page = await browser.newPage({
          viewport: { width: width === '320' ? 2120 : 1280, height: 900 },
          reducedMotion: 'reduce',
        });
        page.on('pageerror', (error) => console.error(`${width} ${tone} ${language}: ${error.message}`));
        const cell = width === '320' ? 320 : 600;
        const query = new URLSearchParams({ tone, language, cell: String(cell), only });
        await page.goto(`${address}src/testing/sheet/index.html?${query.toString()}`);
        await page.locator('body[data-ready]').waitFor();
        await page.screenshot({ path: `sheet/${width}-${tone}-${language}.png`, fullPage: true });
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
console.log('The pictures are in sheet/.');
