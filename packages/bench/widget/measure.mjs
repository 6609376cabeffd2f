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
import { Host, content } from './lib/servers.mjs';
import { adyenSessionData, adyenSetup, startService } from './lib/sessions.mjs';
import { near, scenarios } from './lib/scenarios.mjs';
import { visit } from './lib/visit.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '11' },
    mounts: { type: 'string', default: '1000' },
    /**
     * Part of a name. Only the matching scenarios or subjects are measured, and the results are printed but not
     * written.
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
  /** @type {Map<import('./lib/scenarios.mjs').Scenario, string>} */
  const answers = new Map();
  for (const scenario of [...scenarios, near]) {
    const answer = await service.session(scenario.choices, scenario.language);
    answers.set(scenario, answer.replaceAll(service.provider, frames.origin));
  }
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
      subjects: measured.filter(({ name }) => name.includes(values.subject ?? '')),
      scenarios: scenarios.filter(({ name }) => name.includes(values.scenario ?? '')),
    };
    /** @type {import('./lib/report.mjs').Measured[]} */
    const visits = [];
    // The first round warms up the machine. The order rotates, so that no subject is always measured after the same
    // other one.
    for (let run = 0; run <= runs; run += 1) {
      for (const scenario of chosen.scenarios) {
        const able = chosen.subjects.filter(({ fields }) => scenario.form in fields);
        const turn = able.map((_, at) => able[(at + run) % able.length]);
        for (const subject of turn) {
          if (!subject) continue;
          const visited = await visitOnce(browser, subject, scenario);
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
      prepare(subject, near, { isMany: true });
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
    prepare(subject, scenario);
    /** @type {import('./lib/visit.mjs').Key} */
    const key = {
      character: scenario.form === 'debit' ? 'D' : '4',
      isIn: scenario.form === 'debit' ? 'page' : subject.side === 'ours' ? 'frame' : 'nowhere',
    };
    const page = { url: `${shop.origin}/`, hosts, slowdown: scenario.slowdown, key };
    return visit(browser, page).catch((error) => {
      throw new Error(`${subject.name}, ${scenario.name}: ${error}`);
    });
  }

  /**
   * @param {import('./lib/subjects.mjs').Subject} subject
   * @param {import('./lib/scenarios.mjs').Scenario} scenario
   * @param {object} [more] settings of the page
   */
  function prepare(subject, scenario, more = {}) {
    const { roundTrip, language, isOtherOrigin, slowLanguage, form } = scenario;
    const gateway = isOtherOrigin ? api : shop;
    const settings = {
      api: gateway.origin,
      locale: language,
      token: 'token-of-the-bench',
      sessionData: adyenSessionData,
      ...more,
    };
    const isLanguage = (/** @type {string} */ path) =>
      /\/locales\/|\/translations\/|\/de-[^/]*\.js$/.test(path);
    for (const host of hosts) {
      host.begin({ roundTrip, further: (path) => (isLanguage(path) ? slowLanguage : 0) });
      host.contents.clear();
    }
    for (const [path, file] of subject.files) shop.contents.set(path, file);
    shop.contents.set('/', content('text/html; charset=utf-8', document(subject, form, settings)));
    gateway.contents.set('/api/v1/session', content('application/json', answers.get(scenario) ?? ''));
    gateway.contents.set(
      '/test/v1/sessions/CS-bench/setup',
      content(
        'application/json',
        adyenSetup(language === 'de' ? 'de-DE' : 'en-US', form === 'debit' ? 'debit' : 'card'),
      ),
    );
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
 * Returns a partner's page: a heading, the form, and a text after it that would move if the form did.
 * @param {import('./lib/subjects.mjs').Subject} subject
 * @param {import('./lib/subjects.mjs').Form} form
 * @param {object} settings
 */
function document({ head, start, fields }, form, settings) {
  const finder = form === 'chosen card' ? 'benchRow' : 'benchField';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<script>page = ${JSON.stringify(settings)}; ${finder} = () => ${fields[form]};</script>${head}</head>
<body><h1>Membership</h1><div id="payment"></div><p>Questions? Ask the front cli.</p>${start}</body></html>`;
}
