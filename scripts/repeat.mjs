import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { tool } from './lib/run.mjs';

const HELP = `npm run test:repeat -- [--times=20] [--load=${2 * availableParallelism()}] [--name=PATTERN] <files of tests>
Runs the tests of the files again and again beside busy processes, as a busy machine would, and says how often each failed.
A new or changed test passes this before it is handed in (CONTRIBUTING.md).

  --times=N        how often
  --load=N         number of busy processes
  --name=PATTERN   only tests whose name matches`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    load: { type: 'string', default: String(2 * availableParallelism()) },
    name: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || positionals.length === 0) {
  console.log(HELP);
} else {
  // Each of these processes ends automatically when this process is gone.
  const busy =
    'const parent = process.ppid; while (process.ppid === parent) for (let at = 0; at < 1e7; at += 1);';
  const load = Array.from({ length: Number(values.load) }, () =>
    spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }),
  );
  try {
    const journeys = positionals.filter((file) => file.endsWith('.e2e.ts'));
    const isSandbox = (/** @type {string} */ file) => file.includes('e2e/sandbox/');
    const isGood = [
      await repeatJourneys(journeys.filter((file) => !isSandbox(file))),
      await repeatJourneys(journeys.filter(isSandbox), ['--config=e2e/sandbox']),
      await repeatElements(positionals.filter((file) => file.endsWith('.browser.test.ts'))),
      await repeatUnits(positionals.filter((file) => !/\.(e2e|browser\.test)\.ts$/.test(file))),
    ];
    process.exitCode = isGood.includes(false) ? 1 : 0;
  } finally {
    for (const process of load) process.kill();
  }
}

/**
 * @param {readonly string[]} files
 * @param {readonly string[]} config
 */
async function repeatJourneys(files, config = ['--config=e2e']) {
  if (files.length === 0) return true;
  const args = [...config, '--project=chromium', '--retries=0', `--repeat-each=${values.times}`];
  const name = values.name === undefined ? [] : ['--grep', values.name];
  const { code } = await tool('@playwright/test/cli.js', ['test', ...args, ...name, ...files], {
    show: true,
  });
  return code === 0;
}

/** @param {readonly string[]} files */
async function repeatElements(files) {
  let failed = 0;
  for (let time = 0; files.length > 0 && time < Number(values.times); time += 1) {
    const named = files.flatMap((file) => ['--files', file]);
    const args = ['--config', 'src/testing/web-test-runner.config.js', ...named];
    const { code } = await tool('@web/test-runner/dist/bin.js', args, { show: true });
    if (code !== 0) failed += 1;
  }
  if (files.length > 0) console.log(`${files.join(', ')}: ${failed} of ${values.times} runs failed`);
  return failed === 0;
}

/**
 * Runs the files from the start each time, including their hooks, because a test may leave data behind that would
 * affect its next run.
 * @param {readonly string[]} files
 */
async function repeatUnits(files) {
  if (files.length === 0) return true;
  const name = values.name === undefined ? {} : { testNamePattern: values.name };
  const vitest = await createVitest('test', { watch: false, ...name });
  /** @type {Map<string, number>} */
  const failures = new Map();
  const fails = (/** @type {string} */ what) => failures.set(what, (failures.get(what) ?? 0) + 1);
  let ran = 0;
  try {
    await vitest.standalone();
    const specifications = await vitest.globTestSpecifications([...files]);
    for (let time = 0; time < Number(values.times); time += 1) {
      const { testModules } = await vitest.runTestSpecifications(specifications);
      for (const module of testModules) {
        const tests = [...module.children.allTests()];
        const failed = tests.filter((test) => test.result().state === 'failed');
        for (const test of failed) fails(`${module.relativeModuleId} › ${test.fullName}`);
        // Either a hook failed or the file itself.
        if (failed.length === 0 && module.state() === 'failed') fails(module.relativeModuleId);
        ran += tests.filter((test) => test.result().state !== 'skipped').length;
      }
    }
  } finally {
    await vitest.close();
  }
  for (const [what, times] of failures) console.log(`${what}: failed ${times} of ${values.times} times`);
  console.log(`${ran} runs of tests`);
  return ran > 0 && failures.size === 0;
}
