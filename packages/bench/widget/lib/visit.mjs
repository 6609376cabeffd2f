import { setTimeout as delay } from 'node:timers/promises';
import { probe } from './probe.mjs';

/**
 * Figures of one visit to a page.
 * @typedef {object} Visit
 * @property {number} usable milliseconds from navigation, or from the click, until a form is painted and accepts a key
 * @property {number} framed milliseconds until the first frame for card numbers is requested; 0 without one
 * @property {number} script milliseconds of script, until half a second later
 * @property {number} longest the longest task from then on, in milliseconds; 0 if none is above 50
 * @property {number} shift layout shift
 * @property {number} height of the container, in pixels
 * @property {readonly (import('./servers.mjs').Asked & { host: string })[]} asked requests until then
 */

/**
 * What is tried to make sure that the form is usable.
 * @typedef {object} Key
 * @property {string} [character] text that is typed; without one, a row is clicked
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
    const noted = await page.evaluate(() => ({
      .../** @type {{ bench: import('./probe.mjs').Noted }} */ (/** @type {any} */ (window)).bench,
      height: document.querySelector('#payment')?.getBoundingClientRect().height ?? 0,
    }));
    const { metrics } = await session.send('Performance.getMetrics');
    if (key.isIn !== 'nowhere') await requireKey(page, key);
    const asked = hosts.flatMap((host) =>
      host.asked
        .filter(({ at }) => at <= noted.from + noted.usable)
        .map((request) => ({ ...request, host: host.name })),
    );
    const frame = asked.find(({ path }) => /^\/frames\/|\/securedFields\.html$/.test(path));
    return {
      usable: noted.usable,
      framed: frame ? frame.at - noted.from : 0,
      script: 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN),
      longest: Math.max(
        0,
        ...noted.tasks.filter(({ end }) => end > noted.from).map(({ duration }) => duration),
      ),
      shift: noted.shift,
      height: noted.height,
      asked,
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
  if (character === undefined) {
    if (await element.evaluate(isChosen)) return;
    throw new Error('The row was not chosen.');
  }
  await page.keyboard.press(character);
  const value = await element.inputValue();
  if (value !== character) throw new Error(`The field did not take a key: it holds "${value}".`);
}

/** @param {Node} row */
function isChosen(row) {
  return /** @type {Element} */ (row).matches('input:checked, [role="radio"][aria-checked="true"]');
}

/** @param {import('@playwright/test').Page} page */
async function fieldInPage(page) {
  return (await page.evaluateHandle(() => /** @type {any} */ (window).benchField())).asElement();
}

/** @param {import('@playwright/test').Page} page */
async function fieldInFrame(page) {
  return page.frames()[1]?.$('input');
}
