import { relative } from 'node:path';
import { root } from '../lib/root.mjs';
import { reasonOf } from './test-report.mjs';

/**
 * The report of the tests of elements.
 * @typedef {object} ElementReport
 * @property {Record<string, number>} passed number of tests by their file
 * @property {import('./test-report.mjs').Failure[]} failures a file that could not be loaded, or whose browser ended, has no test
 */

/** The error of a file whose browser ended before its tests did. */
export class BrowserEndedError extends Error {
  /**
   * @param {string | undefined} test that began last
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
    // What was said before a browser ended is said again by the next one.
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
