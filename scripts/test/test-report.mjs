import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../lib/root.mjs';

/**
 * Results of a test run.
 * @typedef {object} Results
 * @property {Readonly<Record<string, number>>} passed number of tests by their file
 * @property {readonly Failure[]} failures
 * @property {readonly Failure[]} flaky tests that failed first and passed when they were repeated
 *
 * @typedef {object} Failure
 * @property {string} file from the root
 * @property {string} [test] absent if the file failed as a whole, for example because it cannot be loaded
 * @property {string} reason one line; empty if the runner gave none
 */

/**
 * A part of Playwright's report.
 * @typedef {object} PlaywrightSuite
 * @property {readonly PlaywrightSuite[]} [suites]
 * @property {readonly { file: string, line: number, title: string, tests: readonly PlaywrightTest[] }[]} [specs]
 *
 * @typedef {{ projectName: string, status: string, results: readonly { error?: PlaywrightError }[] }} PlaywrightTest
 * @typedef {{ message?: string, location?: { file: string, line: number } }} PlaywrightError
 */

/** @typedef {'vitest' | 'elements' | 'playwright'} ReportFormat */

/**
 * Reads the JSON report of a runner.
 * @param {ReportFormat} format
 * @param {string} file
 * @returns {Results | undefined} undefined if there is no report, because the runner ended before it could write one
 */
export function readReport(format, file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  switch (format) {
    case 'vitest':
      return { passed: passedOfVitest(report), failures: failuresOfVitest(report), flaky: [] };
    case 'elements':
      return { passed: report.passed, failures: report.failures, flaky: [] };
    case 'playwright':
      return {
        passed: passedOfPlaywright(report),
        failures: [...failuresBeforeTests(report), ...failuresOfPlaywright(report, report, 'unexpected')],
        flaky: failuresOfPlaywright(report, report, 'flaky'),
      };
  }
}

/**
 * Names a failure in one line.
 * @param {Pick<Failure, 'file' | 'test'>} failure
 */
export function nameOf({ file, test }) {
  return test === undefined ? file : `${file} › ${test}`;
}

/**
 * A part of Vitest's report.
 * @typedef {{ testResults: readonly { name: string, status: string, message?: string, assertionResults: readonly { fullName: string, status: string, failureMessages?: readonly string[] }[] }[] }} VitestReport
 */

/** @param {VitestReport} report contains a file once for each project that runs it */
function passedOfVitest({ testResults }) {
  /** @type {Record<string, number>} */
  const passed = {};
  for (const { name, assertionResults } of testResults) {
    const file = relative(root, name);
    const count = assertionResults.filter(({ status }) => status === 'passed').length;
    passed[file] = (passed[file] ?? 0) + count;
  }
  return passed;
}

/**
 * @param {VitestReport} report
 * @returns {Failure[]}
 */
function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ file, reason: reasonOf(message) }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      test: fullName,
      reason: reasonOf(failureMessages?.[0]),
    }));
  });
}

/**
 * @param {{ config: { rootDir: string }, stats: { expected: number, flaky: number } }} report
 * @returns {Record<string, number>} the sum of all files, because Playwright itself repeats failed tests
 */
function passedOfPlaywright({ config, stats }) {
  return { [relative(root, config.rootDir)]: stats.expected + stats.flaky };
}

/**
 * @param {{ config: { rootDir: string } }} report its files are below `rootDir`
 * @param {PlaywrightSuite} suite
 * @param {'unexpected' | 'flaky'} wanted
 * @returns {Failure[]}
 */
function failuresOfPlaywright(report, { suites = [], specs = [] }, wanted) {
  const folder = relative(root, report.config.rootDir);
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => {
        const error = results.find((result) => result.error)?.error;
        const place =
          error?.location && ` (at line ${error.location.line} of ${basename(error.location.file)})`;
        return {
          file: `${folder}/${file}`,
          test: `${title} [${projectName}, line ${line}]${place ?? ''}`,
          reason: reasonOf(error?.message),
        };
      }),
  );
  return [...own, ...suites.flatMap((suite) => failuresOfPlaywright(report, suite, wanted))];
}

/**
 * Returns the errors outside of any test, such as those in the global setup.
 * @param {{ config: { rootDir: string }, errors?: readonly PlaywrightError[] }} report
 * @returns {Failure[]}
 */
function failuresBeforeTests({ config, errors = [] }) {
  return errors.map(({ message }) => ({ file: relative(root, config.rootDir), reason: reasonOf(message) }));
}

/**
 * Shortens an error message to one line, which contains the expected and the actual value.
 * @param {string | undefined} message may be long and coloured, with a stack or a log of calls
 */
export function reasonOf(message) {
  const [reason = ''] = stripVTControlCharacters(message ?? '').split(/\n\s+at |\nCall log:/, 1);
  // When a test exceeds its time limit, Vitest's JSON contains the placeholder of its stack instead of the message.
  if (reason === 'Error: STACK_TRACE_ERROR') return 'Test timed out.';
  return reason.replace(/\s+/g, ' ').trim().slice(0, 500);
}
