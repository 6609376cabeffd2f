import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findBrowser } from '../../scripts/lib/browsers.mjs';
import { openContactSheet, startContactSheetServer } from '../../scripts/lib/contact-sheet-page.mjs';
import { coarseDifference } from './coarse-difference.js';
import { cutOuts } from './cut-outs.js';

/*
 * Every state must look as it does in its stored picture (`node scripts/contact-sheet.mjs --update` takes new ones).
 * Each width and tone is shown in one language, because the effect of a text on a form is visible in any of them.
 */
const sheets = [
  { width: '320', tone: 'light', language: 'en' },
  { width: '320', tone: 'dark', language: 'de' },
  { width: '1280', tone: 'light', language: 'long' },
] as const;

/** Names of pointer and focus states, which look alike at any width. */
const atAnyWidth = /, (focus|hover)$|and focus$/;
/**
 * States whose pictures include the mandate's words, which take up much of a picture. The others show only their box.
 */
const withMandate: readonly string[] = ['form, empty', 'two texts, one binding', 'BACS, check'];

const pictures = join(import.meta.dirname, 'pictures');
/**
 * File that names the build and version of Chromium that drew the pictures. Another one draws letters slightly
 * differently.
 */
const drawnBy = join(pictures, 'chromium.txt');
/** Allows a few pixels of an edge to differ, but no line and no letter. Colours may differ imperceptibly. */
const exact = { threshold: 0.015, maxDiffPixels: 12 };

let server: Awaited<ReturnType<typeof startContactSheetServer>>;
test.beforeAll(async () => {
  server = await startContactSheetServer();
});
test.afterAll(() => server.close());

for (const sheet of sheets) {
  const folder = Object.values(sheet).join('-');
  const tag = sheet === sheets[0] ? [] : '@nightly';
  test(`every state looks as it did: ${folder}`, { tag }, async ({ page, browser }, { config }) => {
    const isRenewal = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
    const drawing = `${buildOfChromium()} ${browser.version().split('.')[0]}`;
    const isSameBrowser = isRenewal || (await readFile(drawnBy, 'utf8')).trim() === drawing;
    await openContactSheet(page, server.address, sheet);
    await hideWordsOfMandates(page);
    const files: string[] = [];
    for (const { name, picture } of await cutOuts(page)) {
      if (sheet.width !== '320' && atAnyWidth.test(name)) continue;
      const file = `${name.replace(/\W+/g, '-')}.webp`;
      files.push(file);
      if (isSameBrowser) expect.soft(picture, name).toMatchSnapshot([folder, file], exact);
      else await expectAlike(page, picture, join(pictures, folder, file), name);
    }
    const kept = await readdir(join(pictures, folder));
    if (isRenewal) {
      await Promise.all(
        kept.filter((file) => !files.includes(file)).map((file) => rm(join(pictures, folder, file))),
      );
      await writeFile(drawnBy, `${drawing}\n`);
    } else expect(kept.sort(), 'a picture for each state and no other').toEqual(files.sort());
  });
}

/**
 * Returns the name of the Chromium build. The headless shell and the windowed browser draw differently, even in the
 * same version.
 */
function buildOfChromium(): string {
  const found = findBrowser('chromium');
  return found === undefined || found.own ? 'playwright' : basename(found.executablePath);
}

async function hideWordsOfMandates(page: Page): Promise<void> {
  await page.locator('.mandate > *').evaluateAll((elements, kept) => {
    for (const element of elements as HTMLElement[]) {
      const { host } = element.getRootNode() as ShadowRoot;
      const name = host.closest<HTMLElement>('.state')?.dataset.name ?? '';
      if (!kept.includes(name)) element.style.visibility = 'hidden';
    }
  }, withMandate);
}

/** Expects the same layout and the same colours in another version of Chromium. */
async function expectAlike(page: Page, now: Buffer, file: string, name: string): Promise<void> {
  const { size, cells } = await coarseDifference(page, [await readFile(file), now]);
  expect.soft(size, `${name}: as large as it was, in px`).toBeLessThanOrEqual(8);
  expect.soft(cells, `${name}: the share of what looks otherwise`).toBeLessThan(0.02);
}
