import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { testElementsInWebKit } from './elements-in-webkit.mjs';
import { quickEntries } from './matrix/entries.mjs';
import { canHaveNginx, ensureNginx } from './nginx.mjs';
import { withPostgres } from './postgres.mjs';
import { root } from './root.mjs';
import { npm, tool } from './run.mjs';
import { canHaveWebKit, withWebKit } from './webkit.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {() => Promise<{ code: number, output: string }>} run
 * @property {readonly import('./browsers.mjs').BrowserName[]} [browsers] that it drives
 * @property {string} [skipped] why it cannot run on this system
 * @property {readonly Report[]} [reports] of runners that count their tests one by one; without any it is one check
 * @property {readonly string[]} [needs] steps without which it makes no sense
 */

/**
 * @typedef {object} Report
 * @property {import('./test-counts.mjs').ReportFormat} format
 * @property {string} file from the root
 */

const unit = /** @type {Report} */ ({ format: 'vitest', file: 'test-results/vitest.json' });
const packed = /** @type {Report} */ ({ format: 'vitest', file: 'test-results/package.json' });
const elements = /** @type {Report} */ ({ format: 'elements', file: 'test-results/elements.json' });
const looks = /** @type {Report} */ ({ format: 'playwright', file: 'test-results/looks.json' });
const journeys = /** @type {Report} */ ({ format: 'playwright', file: 'test-results/e2e.json' });
const sandbox = /** @type {Report} */ ({ format: 'playwright', file: 'test-results/sandbox.json' });
const matrix = /** @type {Report} */ ({ format: 'playwright', file: 'test-results/matrix.json' });

/** Folders of the service's tests that do not run on PostgreSQL, and why. Files beside them start the embedded database. */
const notOnPostgres = {
  domain: 'rules without a database',
  i18n: 'texts',
  simulator: 'the provider, which has no database',
  chaos: 'the run of chaos itself has a PostgreSQL server, and is a step of its own',
  proxy: 'a step of its own',
  support: 'no tests',
};

/**
 * Steps of `npm test`, in order. Each is an npm script of the same name.
 * @type {readonly Step[]}
 */
export const testSteps = [
  script('build'),
  script('format:check'),
  script('lint'),
  script('typecheck'),
  { ...script('check:package'), needs: ['build'] },
  { ...script('check:docs'), reports: [unit], needs: ['build'] },
  { ...script('test:package'), reports: [packed], needs: ['build'] },
  { ...script('test:unit'), reports: [unit] },
  { ...script('test:browser'), reports: [elements, looks], browsers: ['chromium'] },
  { ...script('test:e2e'), reports: [journeys], browsers: ['chromium'], needs: ['build'] },
];

/**
 * The steps whose names contain one of the words; without words all of them.
 * @param {readonly Step[]} steps
 * @param {readonly string[]} words
 * @throws Error naming a word that no step has, and the steps that there are
 */
export function chosenSteps(steps, words) {
  for (const word of words) {
    if (steps.some(({ name }) => name.includes(word))) continue;
    const names = steps.map(({ name }) => name).join(', ');
    throw new Error(`--only=${word} names no step; there are ${names}.`);
  }
  return steps.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
}

/**
 * Steps of `npm run test:full`: the same journeys in Firefox, elements and journeys in WebKit, the service on a
 * PostgreSQL server and behind nginx, the packed sandbox and the first page of the documentation, what most partners build of the
 * packed widget, and 1500 payments while services
 * and provider are killed.
 * @type {readonly Step[]}
 */
export const fullSteps = [
  script('build'),
  {
    ...script('test:e2e:firefox'),
    name: 'end to end in Firefox',
    reports: [journeys],
    browsers: ['firefox'],
    needs: ['build'],
  },
  { name: 'elements in WebKit', reports: [elements], ...inWebKit(testElementsInWebKit) },
  { name: 'end to end in WebKit', reports: [unit], ...inWebKit(journeysInWebKit), needs: ['build'] },
  {
    name: 'service on PostgreSQL',
    reports: [unit],
    run: onPostgres,
  },
  {
    name: 'service behind nginx',
    reports: [unit],
    run: () => withServer(behindNginx),
    ...(canHaveNginx() ? {} : { skipped: "nginx is installed from Debian's packages only" }),
  },
  // Not in `npm test`: npm installs what the package needs, and may have to download it.
  { ...script('test:sandbox'), reports: [sandbox], browsers: ['chromium'], needs: ['build'] },
  {
    name: 'matrix',
    reports: [matrix],
    browsers: ['chromium'],
    run: () => npm(['run', 'test:matrix', '--', ...quickEntries.map((name) => `--only=${name}`)]),
    needs: ['build'],
  },
  { name: 'chaos', run: () => npm(['run', 'chaos', '--', '--payments', '1500']) },
];

/**
 * @param {string} name of an npm script; everything it is made of runs, even if a part fails
 * @returns {Step}
 */
function script(name) {
  // Tests have the machine for themselves; checks share it, one for each core.
  const parallel = name.startsWith('test:') ? 1 : availableParallelism();
  const env = { WIREIT_FAILURES: 'continue', WIREIT_PARALLEL: String(parallel) };
  return { name, run: () => npm(['run', name], { env }) };
}

/**
 * @param {Step['run']} run
 * @returns {Pick<Step, 'run' | 'skipped'>}
 */
function inWebKit(run) {
  return {
    run: () => withServer(run),
    ...(canHaveWebKit() ? {} : { skipped: "WebKit's driver is there for Linux only" }),
  };
}

function journeysInWebKit() {
  return withWebKit((env) =>
    tool('vitest/vitest.mjs', ['run', '--config=e2e/webkit/vitest.config.ts'], { env }),
  );
}

async function behindNginx() {
  const env = { UPC_TEST_NGINX: await ensureNginx() };
  return tool('vitest/vitest.mjs', ['run', '--project=service', 'service/test/proxy/'], { env });
}

/** Every folder of the service's tests but those of `notOnPostgres`: a new one needs no line here. */
function onPostgres() {
  const tests = join(root, 'service/test');
  const folders = readdirSync(tests, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !Object.hasOwn(notOnPostgres, entry.name))
    .map(({ name }) => `service/test/${name}/`);
  return withServer(() =>
    withPostgres((url) =>
      tool(
        'vitest/vitest.mjs',
        [
          'run',
          '--project=service',
          ...folders,
          // A minute of walking through days, one after the other: no process meets another.
          '--exclude=**/ten-year-walk.test.ts',
        ],
        { env: { UPC_TEST_DATABASE_URL: url } },
      ),
    ),
  );
}

/**
 * A server that cannot be had is a failure of the step, with its reason.
 * @param {Step['run']} run
 */
async function withServer(run) {
  try {
    return await run();
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
