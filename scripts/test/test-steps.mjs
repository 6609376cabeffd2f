import { availableParallelism } from 'node:os';
import { quickEntries } from '../matrix/entries.mjs';
import { canHavePackages, ensureFileOfPackage, ensurePrograms } from '../lib/apt.mjs';
import { whyNoImages } from '../lib/docker.mjs';
import { ensurePgbouncer } from '../lib/pgbouncer.mjs';
import { npm, run, tool } from '../lib/run.mjs';
import { canHaveWebKit, withWebKit } from '../lib/webkit.mjs';

/**
 * A part of a tier.
 * @typedef {object} Step
 * @property {string} name
 * @property {Run} run
 * @property {Report} [report] report of a runner that counts its tests one by one; without it the step is one check
 * @property {readonly import('../lib/browsers.mjs').BrowserName[]} [browsers] browsers that it drives
 * @property {boolean} [isOptional] whether the step is left out when time is running short
 * @property {string | undefined} [skipped] reason why it cannot run on this system
 * @property {readonly string[]} [needs] steps without which it makes no sense
 * @property {readonly string[]} [inputs] folders and files that it depends on, from the root; without them it always
 * runs
 * @property {boolean} [usesDatabase] whether it uses PostgreSQL, or the embedded database if there is no server
 * @property {boolean} [usesImports] whether Vitest chooses the tests of changed modules automatically
 *
 * @typedef {object} Report
 * @property {import('./test-report.mjs').ReportFormat} format
 * @property {string} file from the root
 * @property {boolean} [runsAgain] whether failed files may run a second time; Playwright itself repeats failed tests
 *
 * @callback Run
 * @param {RunArguments} how
 * @returns {Promise<{ code: number, output: string }>}
 *
 * @typedef {object} RunArguments
 * @property {readonly string[]} files the only files to run, one after the other; an empty list stands for all
 * @property {readonly string[]} args additional arguments for Vitest
 */

const unitReport = /** @type {const} */ ({
  format: 'vitest',
  file: 'test-results/vitest.json',
  runsAgain: true,
});
const notCode = ['--exclude-entrypoints', 'custom-elements.json', 'locales/en.json'];
const elementsReport = /** @type {const} */ ({
  format: 'elements',
  file: 'test-results/elements.json',
  runsAgain: true,
});

const widget = ['src', 'styles', 'locales', 'e2e/support/browsers.ts'];
const service = ['packages/service', 'packages/simulator', 'packages/server-kit', 'locales'];
const system = [...widget, ...service, 'packages/sdk', 'demo', 'e2e'];

/** Makes Playwright repeat a failed test up to twice. */
const withRetries = { CI: '1' };

/** @type {Step} */
const build = { name: 'build', run: script('build') };

/**
 * Steps of `npm test`.
 * @type {readonly Step[]}
 */
export const testSteps = [
  build,
  { name: 'static checks', run: script('check') },
  {
    name: 'unit',
    run: vitest([], { UPC_TIER: 'core' }),
    report: unitReport,
    inputs: [...system, 'packages', 'examples'],
    usesImports: true,
    usesDatabase: true,
  },
  {
    name: 'elements',
    run: elements('src/testing/web-test-runner.config.js'),
    report: elementsReport,
    browsers: ['chromium'],
    inputs: widget,
  },
  journeys('core journeys', ['--project=chromium', '--grep=@core']),
];

/**
 * Steps of `npm run test:full`: only those that `npm test` leaves out, the most important first. The service's long
 * tests and the chaos run reach PostgreSQL through PgBouncer, and in the nightly run directly.
 * @type {readonly Step[]}
 */
export const fullSteps = [
  build,
  {
    name: 'long unit tests',
    run: throughPooler((env) => vitest(['--project=!service-smoke', '.full.test.ts'], env)),
    report: unitReport,
    inputs: [...system, 'packages/sandbox'],
    usesImports: true,
    usesDatabase: true,
  },
  journeys('journeys', ['--project=chromium', '--grep-invert=@core|@nightly']),
  {
    name: 'smoke set on the embedded database',
    run: vitest(['--project=service-smoke']),
    report: unitReport,
    inputs: service,
  },
  {
    name: 'package',
    run: all(
      () => run(process.execPath, ['scripts/check-sizes.mjs']),
      () => tool('publint/src/cli.js', ['--strict']),
      () => tool('publint/src/cli.js', ['--strict', 'packages/sdk']),
      attw('.', ...notCode),
      attw('packages/sdk'),
    ),
    needs: ['build'],
  },
  {
    name: 'packed files',
    run: all(script('pack:sandbox'), vitest(['--config=e2e/package/vitest.config.ts'])),
    report: { ...unitReport, file: 'test-results/package.json' },
    needs: ['build'],
  },
  {
    name: 'documentation',
    run: all(script('docs'), vitest(['--config=scripts/docs/vitest.config.ts'])),
    report: unitReport,
    needs: ['build'],
  },
  {
    name: 'visual',
    run: playwright(['--config=e2e/visual']),
    report: { format: 'playwright', file: 'test-results/visual.json' },
    browsers: ['chromium'],
    inputs: widget,
  },
  withProgram('service behind nginx', {
    tests: 'packages/service/test/proxy/',
    variable: 'UPC_TEST_NGINX',
    programs: ['nginx', 'openssl'],
    packages: ['nginx-light', 'openssl'],
    inputs: service,
  }),
  withProgram('alerts and dashboard', {
    tests: 'packages/service/test/monitoring/promtool',
    variable: 'UPC_TEST_PROMTOOL',
    programs: ['promtool'],
    packages: ['prometheus'],
    inputs: ['packages/service/test/monitoring'],
  }),
  withProgram('webhooks in other languages', {
    tests: 'documented-verification',
    variable: 'UPC_TEST_LANGUAGES',
    programs: ['python3', 'php', 'go'],
    packages: ['python3', 'php-cli', 'golang-go'],
    inputs: ['docs/webhooks.md', 'packages/sdk', 'packages/service/src/modules/webhooks'],
  }),
  {
    name: 'bank files',
    // The package contains the schemas of ISO 20022, whose licence does not allow us to distribute them.
    run: withServer(async (how) =>
      vitest(['--project=service', 'packages/service/test/bank-files/'], {
        UPC_TEST_ISO_20022: await ensureFileOfPackage(
          'libhbci4j-core-java',
          '/usr/share/java/hbci4j-core.jar',
        ),
      })(how),
    ),
    report: unitReport,
    inputs: service,
    ...(canHavePackages() ? {} : { skipped: "the schemas are in one of Debian's packages" }),
  },
  { name: 'chaos', run: chaos(300), inputs: service },
  {
    name: 'images',
    run: () => run(process.execPath, ['scripts/images.mjs']),
    isOptional: true,
    // The engine is asked only when the step's turn comes.
    get skipped() {
      return process.env.GITHUB_ACTIONS === undefined ? whyNoImages() : 'they have a job of their own';
    },
  },
  {
    name: 'sandbox',
    run: all(script('pack:sandbox'), playwright(['--config=e2e/sandbox'])),
    report: { format: 'playwright', file: 'test-results/sandbox.json' },
    browsers: ['chromium'],
    isOptional: true,
    needs: ['build'],
  },
  {
    name: 'matrix',
    run: matrix(quickEntries),
    report: { format: 'playwright', file: 'test-results/matrix.json' },
    browsers: ['chromium'],
    isOptional: true,
    needs: ['build'],
  },
  {
    ...journeys(
      'journeys in Firefox',
      ['--project=firefox', '--grep=@engine', '--grep-invert=@nightly'],
      'firefox',
    ),
    isOptional: true,
  },
  ...inWebKit(),
];

/** Steps of `npm run test:full` that are part of larger steps in the nightly run. */
const partsOfNightly = [
  'build',
  'long unit tests',
  'smoke set on the embedded database',
  'journeys',
  'journeys in Firefox',
];

/**
 * Steps of `npm run test:nightly`: everything in every browser.
 * @type {readonly Step[]}
 */
export const nightlySteps = [
  ...testSteps.filter(({ name }) => !['unit', 'core journeys'].includes(name)),
  { name: 'unit', run: vitest([]), report: unitReport, usesDatabase: true },
  journeys('journeys', ['--project=chromium']),
  journeys('journeys in Firefox', ['--project=firefox'], 'firefox'),
  ...fullSteps
    .filter(({ name }) => !partsOfNightly.includes(name))
    .map((step) => {
      if (step.name === 'chaos') return { ...step, run: chaos(1500, '--direct') };
      return step.name === 'matrix' ? { ...step, run: matrix([]) } : step;
    }),
];

/**
 * Chooses the steps whose names contain one of the words, or all steps if there are no words.
 * @param {readonly Step[]} steps
 * @param {readonly string[]} words
 * @throws Error naming a word that matches no step, and the existing steps
 */
export function chosenSteps(steps, words) {
  for (const word of words) {
    if (steps.some(({ name }) => name.includes(word))) continue;
    const names = steps.map(({ name }) => name).join(', ');
    throw new Error(`--only=${word} matches no step; the steps are ${names}.`);
  }
  return steps.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
}

/**
 * Runs parts one after the other. The later ones run even if an earlier one fails.
 * @param {readonly Run[]} parts
 * @returns {Run}
 */
function all(...parts) {
  return async (how) => {
    let code = 0;
    let output = '';
    for (const part of parts) {
      const done = await part(how);
      code ||= done.code;
      output += done.output;
    }
    return { code, output };
  };
}

/**
 * @param {string} name name of an npm script; all of its parts run, even if one fails
 * @returns {Run}
 */
function script(name) {
  const env = {
    ...withRetries,
    WIREIT_FAILURES: 'continue',
    WIREIT_PARALLEL: String(availableParallelism()),
  };
  return () => npm(['run', name], { env });
}

/**
 * @param {readonly string[]} chosen arguments that choose the tests
 * @param {Record<string, string>} [env]
 * @returns {Run}
 */
function vitest(chosen, env = {}) {
  return ({ files, args }) => {
    // File names already choose the tests. Only options can be combined with them.
    const options = chosen.filter((word) => word.startsWith('--'));
    const all = files.length === 0 ? [...chosen, ...args] : [...options, ...files, '--maxWorkers=1'];
    return tool('vitest/vitest.mjs', ['run', '--passWithNoTests', ...all], { env });
  };
}

/**
 * Checks that the types of a package resolve wherever its code does.
 * @param {string} folder
 * @param {readonly string[]} options
 * @returns {Run}
 */
function attw(folder, ...options) {
  const args = ['--pack', folder, '--profile', 'esm-only', ...options];
  // The files are built already.
  return () =>
    tool('@arethetypeswrong/cli/dist/index.js', args, { env: { npm_config_ignore_scripts: 'true' } });
}

/**
 * @param {string} config
 * @param {Record<string, string>} [env]
 * @returns {Run}
 */
function elements(config, env = {}) {
  return ({ files }) => {
    const alone =
      files.length === 0 ? [] : ['--concurrency=1', ...files.flatMap((file) => ['--files', file])];
    return tool('@web/test-runner/dist/bin.js', ['--config', config, ...alone], { env });
  };
}

/**
 * @param {readonly string[]} args
 * @returns {Run}
 */
function playwright(args) {
  return () => tool('@playwright/test/cli.js', ['test', ...args], { env: withRetries });
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {import('../lib/browsers.mjs').BrowserName} [browser]
 * @returns {Step}
 */
function journeys(name, args, browser = 'chromium') {
  return {
    name,
    run: playwright(['--config=e2e', ...args]),
    report: { format: 'playwright', file: 'test-results/e2e.json' },
    browsers: [browser],
    needs: ['build'],
    inputs: system,
  };
}

/**
 * @param {number} payments
 * @param {string[]} options
 * @returns {Run}
 */
function chaos(payments, ...options) {
  return () => npm(['run', 'chaos', '--', '--payments', String(payments), ...options]);
}

/**
 * Runs tests that reach PostgreSQL through PgBouncer. If it is missing and cannot be installed, they run without it, and
 * say so.
 * @param {(env: Record<string, string>) => Run} run
 * @returns {Run}
 */
function throughPooler(run) {
  return async (how) => {
    /** @type {Record<string, string>} */
    const env = {};
    try {
      env['UPC_TEST_PGBOUNCER'] = await ensurePgbouncer();
    } catch (error) {
      console.log(`${String(error)}\nWithout it, the service connects to PostgreSQL directly.`);
    }
    return run(env)(how);
  };
}

/**
 * @param {readonly string[]} entries an empty list stands for all
 * @returns {Run}
 */
function matrix(entries) {
  return () =>
    run(process.execPath, ['scripts/matrix.mjs', ...entries.map((name) => `--only=${name}`)], {
      env: withRetries,
    });
}

/** @returns {Step[]} */
function inWebKit() {
  const shared = {
    isOptional: true,
    ...(canHaveWebKit() ? {} : { skipped: "WebKit's driver exists only for Linux" }),
  };
  return [
    {
      name: 'elements in WebKit',
      run: withServer((how) =>
        withWebKit((env) => elements('src/testing/web-test-runner.webkit.config.js', env)(how)),
      ),
      report: elementsReport,
      inputs: widget,
      ...shared,
    },
    {
      name: 'journeys in WebKit',
      run: withServer((how) =>
        withWebKit((env) => vitest(['--config=e2e/webkit/vitest.config.ts'], env)(how)),
      ),
      report: unitReport,
      needs: ['build'],
      inputs: system,
      ...shared,
    },
  ];
}

/**
 * Makes a step of service tests that need a program of the system.
 * @param {string} name
 * @param {object} needed
 * @param {string} needed.tests
 * @param {string} needed.variable variable in which the tests receive the path of the first program
 * @param {readonly [string, ...string[]]} needed.programs
 * @param {readonly string[]} needed.packages
 * @param {readonly string[]} needed.inputs
 * @returns {Step}
 */
function withProgram(name, { tests, variable, programs, packages, inputs }) {
  return {
    name,
    run: withServer(async (how) =>
      vitest(['--project=service', tests], { [variable]: await ensurePrograms(programs, packages) })(how),
    ),
    report: unitReport,
    inputs,
    ...(canHavePackages() ? {} : { skipped: `${programs[0]} is installed from Debian's packages only` }),
  };
}

/**
 * Reports a server that is missing and cannot be installed as a failure of the step, with the reason.
 * @param {Run} run
 * @returns {Run}
 */
function withServer(run) {
  return async (how) => {
    try {
      return await run(how);
    } catch (error) {
      return { code: 1, output: String(error) };
    }
  };
}
