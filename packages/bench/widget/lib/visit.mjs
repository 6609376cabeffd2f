import { setTimeout as delay } from 'node:timers/promises';
import { probe } from './probe.mjs';

/**
 * Figures of one visit to a page.
 * @typedef {object} Visit
 * @property {number} usable milliseconds from navigation, or from choosing a card, until a form is painted and accepts
 * a key
 * @property {number} script milliseconds of script, until half a second later
 * @property {number} longest the longest task, in milliseconds; 0 if none is above 50
 * @property {number} shift layout shift
 * @property {readonly (import('./servers.mjs').Asked & { host: string })[]} asked requests until then
 */

/**
 * Text that is typed to make sure that the form accepts it.
 * @typedef {object} Key
 * @property {string} character
 * @property {'page' | 'frame' | 'nowhere'} isIn where the field is; `nowhere` if the field itself is not accessible
 */

/** Time for which a page is watched once its form is usable, in milliseconds. */
const afterwards = 500;

/**
 * Opens a page in a new browser context, which has nothing cached, and types into its form.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ url: string, hosts: readonly import('./servers.mjs').Host[], slowdown: number, key: Key }} page
 * @returns {Promise<Visit>}
 * @throws when the form does not appear, or does not accept a key
 */
export async function visit(browser, { url, hosts, slowdown, key }) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(probe);
    // The page reports this through a binding. If the driver polled instead, its own code would run in the page for a
    // tenth of a second while the form loads.
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'benchUsable' });
    const usable = new Promise((resolve) => session.once('Runtime.bindingCalled', resolve));
    await page.goto(url, { waitUntil: 'commit' });
    const isShown = await Promise.race([usable.then(() => true), delay(30_000, false, { ref: false })]);
    if (!isShown) throw new Error(`No form at ${url}: ${errors.join('; ') || 'nothing was reported'}.`);
    await page.waitForTimeout(afterwards);
    const noted = await page.evaluate(() => /** @type {any} */ (window).bench);
    const { metrics } = await session.send('Performance.getMetrics');
    if (key.isIn !== 'nowhere') await requireKey(page, key);
    return {
      usable: noted.usable,
      script: 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN),
      longest: Math.max(0, ...noted.tasks),
      shift: noted.shift,
      asked: hosts.flatMap(({ name, asked }) =>
        asked
          .filter(({ at }) => at <= noted.from + noted.usable)
          .map((request) => ({ ...request, host: name })),
      ),
    };
  } finally {
    await context.close();
  }
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {Key} key
 */
async function requireKey(page, { character, isIn }) {
  const element = isIn === 'frame' ? await fieldInFrame(page) : await fieldInPage(page);
  if (!element) throw new Error('The field has gone again.');
  await element.click();
  await page.keyboard.press(character);
  const value = await element.inputValue();
  if (value !== character) throw new Error(`The field did not take a key: it holds "${value}".`);
}

/** @param {import('@playwright/test').Page} page */
async function fieldInPage(page) {
  return (await page.evaluateHandle(() => /** @type {any} */ (window).benchField())).asElement();
}

/** @param {import('@playwright/test').Page} page */
async function fieldInFrame(page) {
  return page.frames()[1]?.$('input');
}
