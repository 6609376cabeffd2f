import './lib/require-node.mjs';
import { parseArgs } from 'node:util';

// This module loads after the check of Node's version, so that an unsupported Node prints only the message of that
// check.
const { ensureInstalled } = await import('./lib/install.mjs');

const HELP = `npm test -- [--changed[=COMMIT]] [--only=WORD]…
npm run test:full      what npm test leaves out: long tests, all journeys, other browsers, the packed files
npm run test:nightly   everything, in every browser, with ten times the cases of property tests

Installs missing packages, runs checks and tests; the last line contains the numbers of passed and failed.

  --changed[=COMMIT]   runs only what the changes since a commit affect; without a commit, the uncommitted changes
  --only=WORD          runs only the steps whose names contain the word

  UPC_CHROMIUM, UPC_FIREFOX  path of the browser to test with; otherwise one is found or installed
  UPC_NO_INSTALL=1           installs nothing outside this folder and lists what is missing
  FC_SEED                    seed of the property tests`;

try {
  const { values } = parseArgs({
    args: process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg)),
    options: {
      tier: { type: 'string', default: 'core' },
      changed: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(HELP);
  else {
    await ensureInstalled();
    // This module imports packages that were only just installed.
    const { runTests } = await import('./test/run-tests.mjs');
    if (!(await runTests(values))) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
