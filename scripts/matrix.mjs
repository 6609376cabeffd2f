import './lib/require-node.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// These modules load after the check of Node's version, so that an unsupported Node prints only the message of that
// check.
const { root } = await import('./lib/root.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { chosenEntries, entries, reasonToSkip } = await import('./matrix/entries.mjs');
const { tableOf } = await import('./matrix/table.mjs');
const { nameOf, readReport } = await import('./test/test-report.mjs');

const HELP = `node scripts/matrix.mjs [--only=NAME]… [--lock]
Builds the packages, packs them as npm would publish them, and tests the tarballs outside this folder with partners' tools,
each installed from its own lock file. The last line contains the numbers of passed and failed.

  --only=NAME  ${entries.map(({ name }) => name).join(', ')}
  --lock       updates their lock files to package.json and tests nothing`;
const REPORT = join(root, 'test-results/matrix.json');

try {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      lock: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(HELP);
  else await main(values.only, values.lock);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {readonly string[]} only
 * @param {boolean} isLocking
 */
async function main(only, isLocking) {
  const chosen = chosenEntries(only);
  await ensureInstalled();
  // This module imports packages that were only just installed, and so do the modules in the functions below.
  const { npm } = await import('./lib/run.mjs');
  const { packAll } = await import('./matrix/example.mjs');
  const { code, output } = await npm(['run', 'build']);
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  const folder = mkdtempSync(join(tmpdir(), 'upc-matrix-'));
  try {
    const tarballs = await packAll(folder);
    if (isLocking) await lock(chosen, folder, tarballs);
    else await tryAll(chosen, { folder, tarballs, only });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {readonly import('./matrix/entries.mjs').Entry[]} chosen
 * @param {string} folder
 * @param {readonly import('./matrix/example.mjs').Tarball[]} tarballs
 */
async function lock(chosen, folder, tarballs) {
  const { lockExample } = await import('./matrix/example.mjs');
  const examples = new Set(chosen.map((entry) => entry.folder));
  for (const [at, example] of [...examples].entries()) {
    await lockExample(example, join(folder, String(at)), tarballs);
    console.log(`${example}/package-lock.json`);
  }
}

/**
 * @param {readonly import('./matrix/entries.mjs').Entry[]} chosen
 * @param {{ folder: string, tarballs: readonly import('./matrix/example.mjs').Tarball[], only: readonly string[] }} plan
 */
async function tryAll(chosen, plan) {
  const { ensureBrowser } = await import('./lib/browsers.mjs');
  const { tool } = await import('./lib/run.mjs');
  const { executablePath } = await ensureBrowser('chromium');
  rmSync(REPORT, { force: true });
  const { code } = await tool('@playwright/test/cli.js', ['test', '--config=e2e/matrix'], {
    env: { UPC_CHROMIUM: executablePath, UPC_MATRIX: JSON.stringify(plan) },
    show: true,
  });
  const results = readReport('playwright', REPORT);
  const passed = results?.passed['e2e/matrix'] ?? 0;
  const failures = results?.failures ?? [
    { file: 'e2e/matrix', reason: 'the tests ended before they could report' },
  ];
  console.log(`\n${tableOf(REPORT)}\n`);
  for (const entry of chosen) {
    const reason = reasonToSkip(entry);
    if (reason !== undefined) console.log(`– ${entry.name} (skipped: ${reason})`);
  }
  for (const failure of failures) console.log(`FAILED matrix: ${nameOf(failure)}: ${failure.reason}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = code === 0 && failures.length === 0 && passed > 0 ? 0 : 1;
}
