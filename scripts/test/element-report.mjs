import { relative } from 'node:path';
import { root } from '../lib/root.mjs';
import { reasonOf } from './test-report.mjs';

/**
 * Report of the element tests.
 * @typedef {object} ElementReport
 * @property {Record<string, number>} passed number of tests by their file
 * @property {import('./test-report.mjs').Failure[]} failures without `test` for a file that could not be loaded or
 * whose browser ended
 */

/** Error of a file whose browser ended before its tests did. */
export class BrowserEndedError extends Error {
  /**
   * @param {string | undefined} test test that began last
   * @param {unknown} cause
   */
  constructor(test, cause) {
    super(`The browser ended ${test === undefined ? 'before the first test' : `in "${test}"`}.`, { cause });
    this.name = 'BrowserEndedError';
  }
}

/**
 * @param {readonly Pick<import('@web/test-runner').TestSession, 'testFile' | 'passed' | 'errors' | 'testResults'>[]} sessions
 * @returns {ElementReport}
 */
export function reportOf(sessions) {
  /** @type {ElementReport} */
  const report = { passed: {}, failures: [] };
  for (const { testFile, passed: isGood, errors, testResults } of sessions) {
    const file = relative(root, testFile);
    const end = errors.find((error) => error instanceof BrowserEndedError);
    // After a browser has ended, the next one repeats the results that were already reported.
    const tests = end || !testResults ? [] : testsOf(testResults).filter((test) => !test.skipped);
    const bad = tests.filter((test) => !test.passed);
    report.passed[file] = tests.length - bad.length;
    for (const { name, error } of bad)
      report.failures.push({ file, test: name, reason: reasonOf(error?.message) });
    if (bad.length === 0 && !isGood)
      report.failures.push({ file, reason: reasonOf((end ?? errors[0])?.message) });
  }
  return report;
}

/**
 * @param {import('@web/test-runner').TestSuiteResult} suite
 * @returns {import('@web/test-runner').TestResult[]}
 */
function testsOf(suite) {
  return [...suite.tests, ...suite.suites.flatMap(testsOf)];
}
