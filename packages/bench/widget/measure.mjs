import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../../../scripts/lib/browsers.mjs';
import { formatted } from '../../../scripts/lib/formatted.mjs';
import { root } from '../../../scripts/lib/root.mjs';
import { npm } from '../../../scripts/lib/run.mjs';
import { heapKept } from './lib/many-mounts.mjs';
import { installPeer } from './lib/peer.mjs';
import { report } from './lib/report.mjs';
import { Host, Link, content } from './lib/servers.mjs';
import { adyenAmount, adyenMethods, adyenSessionData, adyenSetup, startService } from './lib/sessions.mjs';
import { near, scenarios } from './lib/scenarios.mjs';
import { visit } from './lib/visit.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '11' },
    mounts: { type: 'string', default: '1000' },
    /**
     * Regular expression for names. Only the matching scenarios or subjects are measured, and the results are printed
     * but not written.
     */
    scenario: { type: 'string' },
    subject: { type: 'string' },
    built: { type: 'boolean', default: false },
  },
});
const runs = count('runs', 1);
const mounts = count('mounts', 0);

if (!values.built) {
  const { code, output } = await npm(['run', 'build']);
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
}
await installPeer();
const { subjects } = await import('./lib/subjects.mjs');

const shop = new Host('shop.localhost');
const api = new Host('api.localhost');
const frames = new Host('pay.localhost');
const hosts = [shop, api, frames];
const service = await startService();
try {
  const measured = await subjects();
  await Promise.all(hosts.map((host) => host.listen()));
  frames.behind = service.provider;
  const { executablePath } = await ensureBrowser('chromium');
  const browser = await chromium.launch({
    executablePath,
    args: [
      `--host-resolver-rules=${hosts.map(({ name }) => `MAP ${name} 127.0.0.1`).join(', ')}`,
      // Chromium does the same on phones with little memory. It also keeps the frames in the page's process, because a
      // slowdown applies to one process.
      '--disable-site-isolation-trials',
    ],
  });
  try {
    const chosen = {
      subjects: measured.filter(({ name }) => new RegExp(values.subject ?? '').test(name)),
      scenarios: scenarios.filter(({ name }) => new RegExp(values.scenario ?? '').test(name)),
    };
    /** @type {import('./lib/report.mjs').Measured[]} */
    const visits = [];
    /** @type {Map<string, number>} height of the container by subject and scenario */
    const heights = new Map();
    // The first round warms up the machine, and measures the heights that the others reserve. The order rotates, so
    // that no subject is always measured after the same other one.
    for (let run = 0; run <= runs; run += 1) {
      for (const scenario of chosen.scenarios) {
        const able = chosen.subjects.filter(({ fields }) => scenario.form in fields);
        const turn = able.map((_, at) => able[(at + run) % able.length]);
        // A session is valid for less time than the bench takes.
        const opened = await openSession(scenario);
        for (const subject of turn) {
          if (!subject) continue;
          const place = `${subject.name}, ${scenario.name}`;
          const reserved = scenario.start === 'session' ? heights.get(place) : undefined;
          prepare(subject, scenario, opened, { reserved });
          const visited = await visitOnce(browser, subject, scenario);
          heights.set(place, Math.ceil(visited.height));
          if (run > 0) visits.push({ subject: subject.name, scenario: scenario.name, ...visited });
        }
      }
      console.error(`round ${run} of ${runs}`);
    }
    /** @type {Record<string, number>} */
    const heaps = {};
    const isWhole = values.scenario === undefined && values.subject === undefined && runs >= 11;
    const write = async () => {
      const measured = { visits, heaps, mounts, runs, browser: `Chromium ${browser.version()}`, ...chosen };
      const text = report(measured);
      if (isWhole) await writeResults(text);
      return text;
    };
    // The mounts take as long as everything before them, so the results so far are saved first.
    await write();
    for (const subject of mounts > 0 ? chosen.subjects.filter(({ fields }) => near.form in fields) : []) {
      prepare(subject, near, await openSession(near), { isMany: true });
      heaps[subject.name] = await heapKept(browser, { url: `${shop.origin}/`, mounts });
    }
    console.log(await write());
  } finally {
    await browser.close();
  }

  /**
   * @param {import('@playwright/test').Browser} browser
   * @param {import('./lib/subjects.mjs').Subject} subject
   * @param {import('./lib/scenarios.mjs').Scenario} scenario
   */
  function visitOnce(browser, subject, scenario) {
    const page = {
      url: `${shop.origin}/`,
      hosts,
      slowdown: scenario.slowdown,
      key: keyFor(scenario.form, subject.side),
    };
    return visit(browser, page).catch((error) => {
      throw new Error(`${subject.name}, ${scenario.name}: ${error}`);
    });
  }

  /**
   * Opens a session whose frames come from the host of the bench.
   * @param {import('./lib/scenarios.mjs').Scenario} scenario
   * @returns {Promise<import('./lib/sessions.mjs').Opened>}
   */
  async function openSession(scenario) {
    const opened = JSON.stringify(await service.open(scenario));
    return JSON.parse(opened.replaceAll(service.provider, frames.origin));
  }

  /**
   * @param {import('./lib/subjects.mjs').Subject} subject
   * @param {import('./lib/scenarios.mjs').Scenario} scenario
   * @param {import('./lib/sessions.mjs').Opened} opened
   * @param {{ isMany?: boolean, reserved?: number | undefined }} more whether the page shows the form many times, and the
   * height that it reserves
   */
  function prepare(subject, scenario, { token, session, answer }, { isMany, reserved }) {
    const { roundTrip, bandwidth, language, isOtherOrigin, slowLanguage, form, start } = scenario;
    const gateway = isOtherOrigin ? api : shop;
    const settings = {
      api: gateway.origin,
      locale: language,
      isMany,
      isPreloaded: start === 'preload',
      ...(subject.side === 'ours'
        ? { token, ...(start === 'session' && { session }) }
        : start === 'session'
          ? { methods: adyenMethods[form], amount: adyenAmount }
          : { sessionData: adyenSessionData }),
    };
    const isLanguage = (/** @type {string} */ path) =>
      /\/locales\/|\/translations\/|\/de-[^/]*\.js$/.test(path);
    const link = new Link(bandwidth);
    for (const host of hosts) {
      host.begin({ roundTrip, link, further: (path) => (isLanguage(path) ? slowLanguage : 0) });
      host.contents.clear();
    }
    for (const [path, file] of subject.files) shop.contents.set(path, file);
    shop.contents.set(
      '/',
      content('text/html; charset=utf-8', document(subject, scenario, settings, reserved)),
    );
    const setup = adyenSetup(language === 'de' ? 'de-DE' : 'en-US', form);
    const json = (/** @type {object} */ body) => content('application/json', JSON.stringify(body));
    gateway.contents.set('/api/v1/session', json(answer));
    gateway.contents.set('/test/v1/sessions/CS-bench/setup', json(setup));
  }
} finally {
  for (const host of hosts) host.close();
  await service.end();
}

/**
 * @param {'runs' | 'mounts'} option
 * @param {number} least
 */
function count(option, least) {
  const given = Number(values[option]);
  if (Number.isInteger(given) && given >= least) return given;
  throw new Error(`--${option} is wrong: given ${values[option]}, allowed a whole number from ${least}.`);
}

/**
 * Writes the measured figures, followed by the notes about them.
 * @param {string} measured Markdown
 */
async function writeResults(measured) {
  const file = join(root, 'packages/bench/RESULTS.md');
  const notes = readFileSync(join(root, 'packages/bench/widget/notes.md'), 'utf8');
  writeFileSync(file, await formatted(file, `${measured}\n${notes}`));
}

/**
 * Returns what is tried once the form is usable.
 * @param {import('./lib/subjects.mjs').Form} form
 * @param {import('./lib/subjects.mjs').Subject['side']} side
 * @returns {import('./lib/visit.mjs').Key}
 */
function keyFor(form, side) {
  if (form === 'debit') return { character: 'D', isIn: 'page' };
  if (form === 'list') return { isIn: 'page' };
  return { character: '4', isIn: side === 'ours' ? 'frame' : 'nowhere' };
}

/**
 * Returns a partner's page: a heading, the form, and a text after it that would move if the form did. A page that
 * preloads has a button before the form.
 * @param {import('./lib/subjects.mjs').Subject} subject
 * @param {import('./lib/scenarios.mjs').Scenario} scenario
 * @param {object} settings
 * @param {number} [reserved] height of the container, in pixels
 */
function document(subject, scenario, settings, reserved = 0) {
  const { head, start, fields } = subject;
  const isPreloaded = scenario.start === 'preload';
  const field = `() => ${fields[scenario.form]}`;
  const finders = isPreloaded
    ? // On the phone network, everything has arrived after three seconds.
      `benchClick = () => document.querySelector('button'); benchPause = 3000; benchField = ${field};`
    : scenario.form === 'chosen card'
      ? `benchClick = ${field}; benchPause = 1000;`
      : `benchField = ${field};`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<script>page = ${JSON.stringify(settings)}; ${finders}</script>${head}</head>
<body><h1>Membership</h1>${isPreloaded ? '<button>Continue</button>' : ''}
<div id="payment" style="min-block-size: ${reserved}px"></div><p>Questions? Ask the front cli.</p>${start}</body></html>`;
}
