/*
 * Puts every state of the widget into one picture per width, tone and language (`contact-sheet/`). A person looks at
 * them before a change is finished. `node scripts/contact-sheet.mjs light de 320 only=BACS` makes only the pictures
 * that match the words; any width in px and any locale is allowed. `--check` compares with the pictures in the
 * repository instead, `--update` renews those.
 */
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { ensureBrowser } from './lib/browsers.mjs';
import { tool } from './lib/run.mjs';
import {
  openContactSheet,
  pictureContext,
  pictureFlags,
  startContactSheetServer,
} from './lib/contact-sheet-page.mjs';

const words = process.argv.slice(2);
if (words.includes('--check') || words.includes('--update')) {
  const renew = words.includes('--update') ? ['--update-snapshots'] : [];
  const { executablePath } = await ensureBrowser('chromium');
  const { code } = await tool('@playwright/test/cli.js', ['test', '--config=e2e/visual', ...renew], {
    env: { UPC_CHROMIUM: executablePath, UPC_NIGHTLY: '1' },
    show: true,
  });
  process.exit(code);
}
/** Pattern for the names of the states. */
const only = words.find((word) => word.startsWith('only='))?.slice('only='.length) ?? '';
const widths = words.filter((word) => /^\d+$/.test(word));
const tones = chosen(['light', 'dark'], words);
const languages = words.filter((word) => /^([a-z]{2}(-[A-Z]{2})?|long)$/.test(word));

const server = await startContactSheetServer();
const { executablePath } = await ensureBrowser('chromium');
const browser = await chromium.launch({ executablePath, args: [...pictureFlags] });
await mkdir('contact-sheet', { recursive: true });
try {
  for (const width of widths.length > 0 ? widths : ['320', '1280']) {
    for (const tone of tones) {
      for (const language of languages.length > 0 ? languages : ['en', 'de', 'long']) {
        const page = await browser.newPage(pictureContext);
        page.on('pageerror', (error) => console.error(`${width} ${tone} ${language}: ${error.message}`));
        await openContactSheet(page, server.address, { width, tone, language, only });
        const path = `contact-sheet/${width}-${tone}-${language}.png`;
        await page.screenshot({ path, fullPage: true, animations: 'disabled' });
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
console.log('The pictures are in contact-sheet/.');

/**
 * @param {readonly string[]} values
 * @param {readonly string[]} given
 * @returns the values that were given, or all values if none was given
 */
function chosen(values, given) {
  const named = values.filter((value) => given.includes(value));
  return named.length > 0 ? named : values;
}
