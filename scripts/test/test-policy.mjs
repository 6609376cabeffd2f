import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf } from './test-report.mjs';
import { root } from '../lib/root.mjs';

/** @typedef {import('./test-report.mjs').Failure} Failure */
/** @typedef {import('./test-report.mjs').Results} Results */

/** Maximum number of tests that may be flaky in one run. */
export const flakyLimit = 3;

const quarantineLimit = 10;
const quarantineDays = 14;

/**
 * Tests that may fail for a while, except in the nightly run.
 * @typedef {{ file: string, test: string, since: string, why: string }} Quarantined
 */

/** Books that disagree, and counterexamples of a property. A second attempt would only hide these failures. */
const neverExcused = /Books disagree|Property failed after|Counterexample:/;

/** Files whose failures count, unless something around the test failed. */
const aboutMoney = /\/(races|crash|restart|chaos)\//;

const aroundTheTest = /time(d )?[ -]?out|ECONN|EPIPE|EADDRINUSE|socket hang up|could not be started/i;

/**
 * Returns whether a file may run a second time because of a failure.
 * @param {Failure} failure
 */
export function isExcusable({ file, reason }) {
  if (neverExcused.test(reason)) return false;
  return !aboutMoney.test(file) || aroundTheTest.test(reason);
}

/**
 * Chooses the files that run again: those with only excusable failures. If there are more of them than tests may be
 * flaky, no file runs again, because the run fails anyway.
 * @param {readonly Failure[]} failures
 * @returns {string[]}
 */
export function filesToRunAgain(failures) {
  const files = [...new Set(failures.map(({ file }) => file))].filter((file) =>
    failures.every((failure) => failure.file !== file || isExcusable(failure)),
  );
  return files.length > flakyLimit ? [] : files;
}

/**
 * Merges the results of a run with those of the second run of some files.
 * @param {Results} first
 * @param {readonly string[]} files files that ran again
 * @param {Results | undefined} second undefined if the second run did not finish
 * @returns {Results}
 */
export function withSecondRun(first, files, second) {
  if (second === undefined) return first;
  const again = new Set(files);
  const stillFailing = new Set(second.failures.map(nameOf));
  return {
    passed: { ...first.passed, ...second.passed },
    failures: [...first.failures.filter(({ file }) => !again.has(file)), ...second.failures],
    flaky: [
      ...first.flaky,
      ...first.failures.filter((failure) => again.has(failure.file) && !stillFailing.has(nameOf(failure))),
    ],
  };
}

/**
 * Reads scripts/test/quarantine.json.
 * @param {Date} today
 * @param {string} [file]
 * @returns {readonly Quarantined[]}
 * @throws Error when the list is too long, or a test has been on it for too long
 */
export function readQuarantine(today, file = join(root, 'scripts/test/quarantine.json')) {
  /** @type {readonly Quarantined[]} */
  const list = JSON.parse(readFileSync(file, 'utf8'));
  if (list.length > quarantineLimit)
    throw new Error(`${list.length} tests are in quarantine; ${quarantineLimit} are allowed.`);
  for (const { file, test, since } of list) {
    const days = Math.floor((today.getTime() - Date.parse(since)) / 86_400_000);
    if (!(days >= 0 && days <= quarantineDays))
      throw new Error(
        `${nameOf({ file, test })} is in quarantine since "${since}"; ` +
          `a date of the last ${quarantineDays} days is allowed.`,
      );
  }
  return list;
}

/**
 * Returns whether a failure does not count, because its test is in quarantine.
 * @param {readonly Quarantined[]} quarantine
 * @param {Failure} failure
 */
export function isQuarantined(quarantine, failure) {
  return (
    isExcusable(failure) &&
    quarantine.some(({ file, test }) => file === failure.file && failure.test?.startsWith(test))
  );
}
