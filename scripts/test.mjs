import './lib/require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

// Loaded after the check of Node's version, so that an old one gets that message and no other.
const { root } = await import('./lib/root.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { ensureBrowser } = await import('./lib/browsers.mjs');
const { chosenSteps, fullSteps, testSteps } = await import('./lib/test-steps.mjs');
const { readCounts, sumCounts } = await import('./lib/test-counts.mjs');

if (process.argv.includes('--help')) {
  console.log(
    'node scripts/test.mjs [--full] [--only=<part of a step name>]…\n' +
      'Installs what is missing and runs every check and test. The last line says how many passed and failed.\n' +
      '--full runs what takes longer instead: the journeys in Firefox, elements and journeys in WebKit, the service\n' +
      'on PostgreSQL and behind nginx, npm run test:sandbox, a part of npm run test:matrix, and npm run chaos.\n\n' +
      '  UPC_CHROMIUM, UPC_FIREFOX  path of the browser to test with; otherwise one is found or installed\n' +
      '  UPC_NO_INSTALL=1           installs nothing outside of this folder and says what is missing',
  );
  process.exit(0);
}

const only = process.argv
  .filter((arg) => arg.startsWith('--only='))
  .map((arg) => arg.slice('--only='.length));
let passed = 0;
let failed = 0;
/** Names of what failed, told once more at the end, where they are found. @type {string[]} */
const failures = [];

try {
  const steps = chosenSteps(process.argv.includes('--full') ? fullSteps : testSteps, only);
  await ensureInstalled();
  for (const browser of new Set(steps.flatMap(({ browsers }) => browsers ?? [])))
    await ensureBrowser(browser);
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  mkdirSync(join(root, 'test-results'), { recursive: true });
  await runSteps(steps);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failed += 1;
}
for (const name of failures) console.log(`FAILED ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** @param {readonly import('./lib/test-steps.mjs').Step[]} steps */
async function runSteps(steps) {
  /** @type {Set<string>} */
  const broken = new Set();
  for (const step of steps) {
    if (step.skipped !== undefined) {
      console.log(`– ${step.name} (skipped: ${step.skipped})`);
      continue;
    }
    const missing = step.needs?.find((name) => broken.has(name));
    if (missing !== undefined) {
      report(step.name, { passed: 0, failed: 1, failures: [] }, `needs the step "${missing}", which failed`);
      continue;
    }
    const begun = performance.now();
    const { code, output } = await step.run();
    const seconds = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    const counts = countsOf(step, code);
    if (counts.failed > 0) {
      broken.add(step.name);
      console.log(`\n${output.trimEnd()}\n`);
    }
    report(step.name, counts, seconds);
  }
}

/**
 * @param {import('./lib/test-steps.mjs').Step} step
 * @param {number} code exit code
 * @returns {import('./lib/test-counts.mjs').Counts} a step that failed has at least one failure
 */
function countsOf(step, code) {
  if (step.reports === undefined)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, failures: [] };
  const counts = sumCounts(step.reports.map(({ format, file }) => readCounts(format, join(root, file))));
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(counts.failed, 1) };
}

/**
 * @param {string} name
 * @param {import('./lib/test-counts.mjs').Counts} counts
 * @param {string} remark
 */
function report(name, counts, remark) {
  passed += counts.passed;
  failed += counts.failed;
  const unnamed = counts.failed > counts.failures.length ? [''] : [];
  failures.push(...[...counts.failures.map((test) => `: ${test}`), ...unnamed].map((test) => name + test));
  const sum =
    counts.passed + counts.failed > 1 ? `, ${counts.passed} of ${counts.passed + counts.failed}` : '';
  console.log(`${counts.failed === 0 ? '✓' : '✗'} ${name}${sum} (${remark})`);
}
