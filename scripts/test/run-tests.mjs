import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { changedFiles, extentOf } from './affected.mjs';
import { ensureBrowser } from '../lib/browsers.mjs';
import { ensurePostgres } from '../lib/postgres.mjs';
import { root } from '../lib/root.mjs';
import { runStep } from './run-step.mjs';
import { flakyLimit, readQuarantine } from './test-policy.mjs';
import { nameOf } from './test-report.mjs';
import { chosenSteps, fullSteps, nightlySteps, testSteps } from './test-steps.mjs';

/** @typedef {import('./test-report.mjs').Failure} Failure */

const tiers = { core: testSteps, full: fullSteps, nightly: nightlySteps };

/** Minutes after which no optional step begins, so that a slow machine still reaches a result. */
const minutesForOptionalSteps = 60;

/**
 * Runs the steps of a tier and prints a line for each, then FLAKY and FAILED lines, then the counts.
 * @param {{ tier: string, changed?: string | undefined, only: readonly string[] }} chosen `changed` is a commit
 * @returns {Promise<boolean>} whether everything passed
 * @throws Error when the tier, a step or the commit is unknown, or when a browser is missing and cannot be installed
 */
export async function runTests({ tier, changed, only }) {
  if (!isTier(tier)) throw new Error(`--tier is "${tier}"; allowed are ${Object.keys(tiers).join(', ')}.`);
  const isNightly = tier === 'nightly';
  const quarantine = isNightly ? [] : readQuarantine(new Date());
  const steps = chosenSteps(tiers[tier], only);
  const changes = changed === undefined ? undefined : await changedFiles(changed);
  if (isNightly) {
    process.env.UPC_NIGHTLY = '1';
    process.env.FC_SEED ??= String(randomInt(2 ** 31));
    console.log(`Property tests run with FC_SEED=${process.env.FC_SEED}.`);
  }
  for (const browser of new Set(steps.flatMap(({ browsers }) => browsers ?? [])))
    await ensureBrowser(browser);
  if (steps.some(({ usesDatabase }) => usesDatabase)) await sayWhichDatabase();
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  mkdirSync(join(root, 'test-results'), { recursive: true });

  let passed = 0;
  /** @type {Failure[]} */
  const failures = [];
  /** @type {Failure[]} */
  const flaky = [];
  /** @type {Set<string>} */
  const broken = new Set();
  for (const step of steps) {
    const extent = changes === undefined ? 'all' : extentOf(step, changes);
    const reason = reasonToLeaveOut(step, extent);
    if (reason !== undefined) {
      console.log(`– ${step.name} (${reason})`);
      continue;
    }
    const start = performance.now();
    const missing = step.needs?.find((name) => broken.has(name));
    const result =
      missing === undefined
        ? await runStep(step, { quarantine, args: extent === 'imports' ? [`--changed=${changed}`] : [] })
        : neverBegun(step.name, missing);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    passed += result.passed;
    failures.push(...result.failures);
    flaky.push(...result.flaky);
    if (result.failures.length > 0) broken.add(step.name);
    for (const failure of result.quarantined) console.log(`QUARANTINED ${lineOf(failure)}`);
    const all = result.passed + result.failures.length;
    const sum = all > 1 ? `, ${result.passed} of ${all}` : '';
    console.log(`${result.failures.length === 0 ? '✓' : '✗'} ${step.name}${sum} (${seconds} s)`);
  }
  const seed = process.env.FC_SEED ?? 'fixed';
  const today = new Date().toISOString();
  writeFileSync(
    join(root, 'test-results/flaky.json'),
    JSON.stringify(flaky.map((failure) => ({ ...failure, seed, date: today }))),
  );
  const end = summary({ passed, failures, flaky }, seed);
  for (const line of end.lines) console.log(line);
  return end.isGreen;
}

/**
 * Formats the end of a run: the flaky tests, the failed tests, and the counts in the last line.
 * @param {{ passed: number, failures: readonly Failure[], flaky: readonly Failure[] }} results
 * @param {string} seed seed of the property tests
 */
export function summary({ passed, failures, flaky }, seed) {
  const tooMany =
    flaky.length > flakyLimit
      ? [{ file: `${flaky.length} flaky tests`, reason: `${flakyLimit} are allowed in a run` }]
      : [];
  const all = [...failures, ...tooMany];
  return {
    lines: [
      ...flaky.map((failure) => `FLAKY ${lineOf(failure)} (seed ${seed}, passed when tried again)`),
      ...all.map((failure) => `FAILED ${lineOf(failure)}`),
      `${passed} passed, ${all.length} failed`,
    ],
    isGreen: all.length === 0 && passed > 0,
  };
}

/**
 * @param {string} name
 * @returns {name is keyof typeof tiers}
 */
function isTier(name) {
  return Object.hasOwn(tiers, name);
}

/**
 * @param {import('./test-steps.mjs').Step} step
 * @param {import('./affected.mjs').Extent} extent
 * @returns {string | undefined}
 */
function reasonToLeaveOut({ skipped, isOptional }, extent) {
  if (skipped !== undefined) return `skipped: ${skipped}`;
  if (extent === 'none') return 'not affected';
  // .ci/run sets the time at which it began, because its tiers share the limit.
  const minutes = (Date.now() - begun) / 60_000;
  return isOptional && minutes > minutesForOptionalSteps
    ? `not run: optional, and ${Math.floor(minutes)} minutes have passed`
    : undefined;
}

const begun = process.env.UPC_BEGUN === undefined ? Date.now() : Number(process.env.UPC_BEGUN) * 1000;

/**
 * @param {string} name
 * @param {string} missing
 * @returns {import('./run-step.mjs').StepResult}
 */
function neverBegun(name, missing) {
  return {
    passed: 0,
    failures: [{ file: name, reason: `needs "${missing}", which failed` }],
    flaky: [],
    quarantined: [],
  };
}

async function sayWhichDatabase() {
  try {
    await ensurePostgres();
  } catch (error) {
    console.log(
      `${error instanceof Error ? error.message : String(error)}\n` +
        "Without one, the service's tests are a smoke set on the embedded database.",
    );
  }
}

/** @param {Failure} failure */
function lineOf(failure) {
  return failure.reason ? `${nameOf(failure)}: ${failure.reason}` : nameOf(failure);
}
