import { relative } from 'node:path';
import { root } from './root.mjs';
import { withReason } from './test-counts.mjs';

/**
 * The report of the tests of elements.
 * @typedef {object} ElementReport
 * @property {number} passed
 * @property {readonly string[]} failures "file › test" of each; the file alone when it failed without a failed test, such as one that
 * cannot be loaded
 * @property {readonly BrowserEnd[]} ended of these files nothing is known: each is one of the failures
 */

/**
 * The place where a browser ended.
 * @typedef {object} BrowserEnd
 * @property {string} file from the root
 * @property {string | undefined} [test] that began last; none when none had begun
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
    this.test = test;
  }
}

/**
 * @param {readonly Pick<import('@web/test-runner').TestSession, 'testFile' | 'passed' | 'errors' | 'testResults'>[]} sessions
 * @returns {ElementReport}
 */
export function reportOf(sessions) {
  let passed = 0;
  /** @type {BrowserEnd[]} */
  const ended = [];
  /** @type {string[]} */
  const failures = [];
  for (const { testFile, passed: isGood, errors, testResults } of sessions) {
    const end = errors.find((error) => error instanceof BrowserEndedError);
    if (end) ended.push({ file: relative(root, testFile), test: end.test });
    const tests = end || !testResults ? [] : testsOf(testResults).filter((test) => !test.skipped);
    const bad = tests.filter((test) => !test.passed);
    passed += tests.length - bad.length;
    const name = relative(root, testFile);
    if (bad.length > 0)
      failures.push(...bad.map((test) => withReason(`${name} › ${test.name}`, test.error?.message)));
    else if (!isGood) failures.push(name);
  }
  return { passed, failures, ended };
}

/**
 * @param {ElementReport} first
 * @param {ElementReport | undefined} second of the files whose browser ended in the first; undefined when it did not
 * come to its end
 * @returns {ElementReport} of all files
 */
export function together(first, second) {
  if (second === undefined) return first;
  const again = first.ended.map(({ file }) => file);
  return {
    passed: first.passed + second.passed,
    failures: [...first.failures.filter((name) => !again.includes(name)), ...second.failures],
    ended: second.ended,
  };
}

/**
 * @param {import('@web/test-runner').TestSuiteResult} suite
 * @returns {import('@web/test-runner').TestResult[]}
 */
function testsOf(suite) {
  return [...suite.tests, ...suite.suites.flatMap(testsOf)];
}
