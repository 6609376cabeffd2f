import { relative } from 'node:path';
import { root } from './root.mjs';

/**
 * The report of the tests of elements.
 * @typedef {object} ElementReport
 * @property {number} passed
 * @property {readonly ElementFailure[]} failures
 * @property {readonly string[]} unfinished files that could not be loaded, or whose browser did not start or ended before its
 * tests did: nothing is known of their tests. Each is one of the failures, without a name
 *
 * @typedef {object} ElementFailure
 * @property {string} file from the root
 * @property {string} [name] of the test; none when the file failed without a failed test
 * @property {string | undefined} [reason] message of the error
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
  let passed = 0;
  /** @type {ElementFailure[]} */
  const failures = [];
  /** @type {string[]} */
  const unfinished = [];
  for (const { testFile, passed: isGood, errors, testResults } of sessions) {
    const file = relative(root, testFile);
    const end = errors.find((error) => error instanceof BrowserEndedError);
    const results = end ? undefined : testResults;
    if (!results) unfinished.push(file);
    const tests = results ? testsOf(results).filter((test) => !test.skipped) : [];
    const bad = tests.filter((test) => !test.passed);
    passed += tests.length - bad.length;
    failures.push(...bad.map(({ name, error }) => ({ file, name, reason: error?.message })));
    if (bad.length === 0 && !isGood) failures.push({ file, reason: (end ?? errors[0])?.message });
  }
  return { passed, failures, unfinished };
}

/**
 * @param {import('@web/test-runner').TestSuiteResult} suite
 * @returns {import('@web/test-runner').TestResult[]}
 */
function testsOf(suite) {
  return [...suite.tests, ...suite.suites.flatMap(testsOf)];
}
