import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { testElementsInWebKit } from './elements-in-webkit.mjs';
import { withPostgres } from './postgres.mjs';
import { root } from './root.mjs';
import { tool } from './run.mjs';
import { canHaveWebKit, withWebKit } from './webkit.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {() => Promise<{ code: number, output: string }>} run
 * @property {string} [skipped] why it cannot run on this system
 * @property {'vitest' | 'elements' | 'playwright'} [counted] reports its tests one by one; else it is one check
 * @property {string} [report] where, from the root
 * @property {readonly string[]} [needs] steps without which it makes no sense
 */

/**
 * What `npm test` checks, in this order.
 * @param {{ chromium: string, firefox: string }} browsers paths of the browsers
 * @returns {readonly Step[]}
 */
export function testSteps({ chromium, firefox }) {
  const browser = { UPC_CHROMIUM: chromium, UPC_FIREFOX: firefox };
  return [
    // First: the journeys' types refer to the declarations that it makes.
    { name: 'build', run: build },
    { name: 'format', run: () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']) },
    { name: 'eslint', run: () => tool('eslint/bin/eslint.js', ['.', '--max-warnings', '0']) },
    {
      name: 'stylelint',
      run: () =>
        tool('stylelint/bin/stylelint.mjs', [
          '{styles,src/elements,demo,service/src,simulator/src}/**/*.css',
          '--allow-empty-input',
        ]),
    },
    ...typescriptProjects().map((project) => ({
      name: `types of ${project}`,
      run: () => tool('typescript/bin/tsc', ['-p', project]),
    })),
    {
      name: 'dependency rules',
      run: () =>
        tool('dependency-cruiser/bin/dependency-cruise.mjs', [
          'contract/src',
          'platform/src',
          'src',
          'simulator/src',
          'service/src',
          'demo',
          'e2e',
        ]),
    },
    { name: 'generated files', run: () => tool('../scripts/generate.mjs', ['--check']) },
    { name: 'sizes', run: () => tool('../scripts/check-sizes.mjs', []), needs: ['build'] },
    { name: 'package (publint)', run: () => tool('publint/src/cli.js', ['--strict']), needs: ['build'] },
    {
      name: 'package (types)',
      run: () =>
        tool('@arethetypeswrong/cli/dist/index.js', [
          '--pack',
          '.',
          '--profile',
          'esm-only',
          '--exclude-entrypoints',
          'widget.js',
          'custom-elements.json',
        ]),
      needs: ['build'],
    },
    {
      name: 'logic and service',
      counted: 'vitest',
      report: 'test-results/vitest.json',
      run: () =>
        tool('vitest/vitest.mjs', [
          'run',
          '--passWithNoTests',
          '--reporter=default',
          '--reporter=json',
          '--outputFile.json=test-results/vitest.json',
        ]),
    },
    {
      name: 'elements',
      counted: 'elements',
      report: 'test-results/elements.json',
      run: () => tool('@web/test-runner/dist/bin.js', [], { env: browser }),
    },
    {
      name: 'looks',
      counted: 'playwright',
      report: 'test-results/looks.json',
      run: () => tool('@playwright/test/cli.js', ['test', '--config=e2e/looks'], { env: browser }),
    },
    {
      name: 'end to end',
      counted: 'playwright',
      report: 'test-results/e2e.json',
      run: () => tool('@playwright/test/cli.js', ['test', '--project=chromium'], { env: browser }),
      needs: ['build'],
    },
  ];
}

/**
 * What `npm run test:full` adds: the same journeys in Firefox, elements and journeys in WebKit, and the service on a
 * PostgreSQL server.
 * @param {{ chromium: string, firefox: string }} browsers paths of the browsers
 * @returns {readonly Step[]}
 */
export function fullSteps({ chromium, firefox }) {
  return [
    { name: 'build', run: build },
    {
      name: 'end to end in Firefox',
      counted: 'playwright',
      report: 'test-results/e2e.json',
      run: () =>
        tool('@playwright/test/cli.js', ['test', '--project=firefox'], {
          env: { UPC_CHROMIUM: chromium, UPC_FIREFOX: firefox },
        }),
      needs: ['build'],
    },
    {
      name: 'elements in WebKit',
      counted: 'elements',
      report: 'test-results/elements.json',
      ...inWebKit(testElementsInWebKit),
    },
    {
      name: 'end to end in WebKit',
      counted: 'vitest',
      report: 'test-results/vitest.json',
      ...inWebKit(journeysInWebKit),
      needs: ['build'],
    },
    {
      name: 'service on PostgreSQL',
      counted: 'vitest',
      report: 'test-results/vitest.json',
      run: () => onPostgres(['gateway', 'usages', 'open-api', 'http', 'studio']),
    },
  ];
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
    tool(
      'vitest/vitest.mjs',
      [
        'run',
        '--config=e2e/webkit/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json=test-results/vitest.json',
      ],
      { env },
    ),
  );
}

/** @param {readonly string[]} folders of the service's tests */
function onPostgres(folders) {
  return withServer(() =>
    withPostgres((url) =>
      tool(
        'vitest/vitest.mjs',
        [
          'run',
          '--project=service',
          '--reporter=default',
          '--reporter=json',
          '--outputFile.json=test-results/vitest.json',
          ...folders.map((folder) => `service/test/${folder}/`),
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

async function build() {
  try {
    await ensureBuilt();
    return { code: 0, output: '' };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}

/**
 * Every folder with a tsconfig.json of its own, the root first.
 * @param {string} [folder] relative to the root
 * @returns {string[]}
 */
function typescriptProjects(folder = '.') {
  const below = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules|dist|test-results)/.test(entry.name))
    .flatMap((entry) => typescriptProjects(join(folder, entry.name)));
  return existsSync(join(root, folder, 'tsconfig.json')) ? [folder, ...below] : below;
}
