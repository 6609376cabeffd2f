/*
 * Takes the pictures of the README and the documentation (`docs/pictures/`) again. `node scripts/pictures.mjs` starts
 * everything on free ports with data of its own, and uses the pages as a person would. Look at each picture before you
 * commit it.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBrowser } from './lib/browsers.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { Children } from './lib/children.mjs';
import { freePort } from './lib/ports.mjs';
import { startPrograms } from './lib/programs.mjs';
import { root } from './lib/root.mjs';
import { pictureContext } from './lib/contact-sheet-page.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const folder = join(root, 'docs/pictures');
/** With these settings letters stay sharp, and all pictures together stay below 400 KiB. */
const picture = /** @type {const} */ ({
  type: 'webp',
  quality: 75,
  animations: 'disabled',
  omitBackground: true,
});

/** Removes the background behind the phone, and cuts the phone's content to a screen of that height. */
const screen = ':root { background: none !important } #frame { height: 752px } #host { min-height: 100% }';

const data = await mkdtemp(join(tmpdir(), 'upc-pictures-'));
const ports = { service: await freePort(), simulator: await freePort(), demo: await freePort() };
const [demo, studio] = [`http://localhost:${ports.demo}`, `http://localhost:${ports.service}/studio`];
const children = new Children((name, how) => {
  console.error(`${name} has ended (${how}).`);
  process.exit(1);
});
try {
  await ensureBuilt();
  await mkdir(folder, { recursive: true });
  await startPrograms(children, ports, {
    DATABASE_URL: '',
    UPC_DATA_DIR: join(data, 'service'),
    SIMULATOR_DATA_DIR: join(data, 'simulator'),
  });
  const { executablePath } = await ensureBrowser('chromium');
  const browser = await chromium.launch({ executablePath });
  const settings = { ...pictureContext, bypassCSP: true, reducedMotion: /** @type {const} */ ('reduce') };
  try {
    // In the pictures of the widget, small print must be legible. Pages need only be recognisable.
    await takeWidget(
      await browser.newPage({ ...settings, deviceScaleFactor: 2, viewport: { width: 1280, height: 1000 } }),
    );
    await takePages(await browser.newPage({ ...settings, viewport: { width: 1280, height: 840 } }));
  } finally {
    await browser.close();
  }
} finally {
  await children.end();
  await rm(data, { recursive: true, force: true });
}
console.log('The pictures are in docs/pictures/.');

/**
 * Takes the pictures of the widget on a phone, as the styling page shows it.
 * @param {Page} page
 */
async function takeWidget(page) {
  await openPhone(page, 'session.customerId=2002&session.scope=ECOM&session.amount=45');
  await page.getByRole('radio', { name: 'PayPal', exact: true }).check();
  await takePhone(page, 'methods');
  // The studio page needs a payment to show.
  await page.getByRole('radio', { name: /Jonas Okafor/ }).check();
  await page.getByRole('button', { name: 'Pay €45.00' }).click();
  await page.locator('upc-success').waitFor();

  await openPhone(page, '');
  await page.getByRole('radio', { name: 'SEPA Direct Debit', exact: true }).check();
  await page.getByLabel('Account holder').fill('Mara Lindner');
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89370400440532013000');
  await page.getByText('Commerzbank').first().waitFor();
  await takePhone(page, 'sepa');

  await openPhone(page, 'page.host=dark');
  await page.getByRole('radio', { name: 'Card', exact: true }).check();
  await page.locator('#payment iframe').first().waitFor();
  await takePhone(page, 'dark');

  for (const theme of ['Berry', 'High contrast']) {
    await openPhone(page, '');
    await page.getByRole('button', { name: theme }).click();
    await page.getByRole('radio', { name: 'SEPA Direct Debit', exact: true }).check();
    await page.getByLabel('Account holder').fill('Mara Lindner');
    await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89370400440532013000');
    await takePhone(page, theme.toLowerCase().replace(' ', '-'));
  }
}

/**
 * @param {Page} page
 * @param {string} options options in the address of the styling page
 */
async function openPhone(page, options) {
  await page.goto('about:blank');
  await page.goto(`${demo}/styling#${options}`);
  await page.addStyleTag({ content: screen });
  await page.locator('#payment input[type=radio]').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function takePhone(page, name) {
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await page.locator('#frame').screenshot({ ...picture, path: join(folder, `widget-${name}.webp`) });
}

/** @param {Page} page */
async function takePages(page) {
  await page.goto(`${demo}/signup`);
  await page.getByRole('heading', { name: 'Basic' }).waitFor();
  await takePage(page, 'signup');
  await page.goto(demo);
  await page.locator('#upc-container input[type=radio]').first().waitFor();
  await takePage(page, 'member');
  await page.goto(`${demo}/styling#session.customerId=2002`);
  await page.getByRole('button', { name: 'Berry' }).click();
  await page
    .getByRole('radio', { name: /Jonas Okafor/ })
    .first()
    .check();
  await takePage(page, 'styling');
  await page.goto(studio);
  await takePage(page, 'studio');
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function takePage(page, name) {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ ...picture, path: join(folder, `${name}.webp`) });
}
