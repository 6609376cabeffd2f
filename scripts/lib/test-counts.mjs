import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} failures "file › test: reason" of each failure that has a name
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
 * Adds up what a JSON report says. A test that passed only when tried again counts as failed.
 * @param {ReportFormat} format
 * @param {string} file
 * @returns {Counts | undefined} undefined when there is no report: the runner ended before it could write one
 */
export function readCounts(format, file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  switch (format) {
    case 'vitest':
      return countsOf(report.numPassedTests, namesOfVitest(report));
    case 'elements':
      return countsOf(report.passed, report.failures);
    case 'playwright':
      return countsOf(report.stats.expected, namesOfPlaywright(report));
  }
}

/**
 * @param {readonly (Counts | undefined)[]} reports
 * @returns {Counts} of all of them; a report that is missing is a failure
 */
export function sumCounts(reports) {
  const known = reports.map((counts) => counts ?? { passed: 0, failed: 1, failures: [] });
  return {
    passed: known.reduce((sum, counts) => sum + counts.passed, 0),
    failed: known.reduce((sum, counts) => sum + counts.failed, 0),
    failures: known.flatMap(({ failures }) => failures),
  };
}

/**
 * @param {number} passed
 * @param {readonly string[]} failures
 * @returns {Counts}
 */
function countsOf(passed, failures) {
  return { passed, failed: failures.length, failures };
}

/**
 * @param {{ testResults: readonly { name: string, status: string, message?: string, assertionResults: readonly { fullName: string, status: string, failureMessages?: readonly string[] }[] }[] }} report
 * @returns {string[]} a file that cannot be loaded has no test that failed, and is named itself
 */
function namesOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [withReason(file, message)] : [];
    return failed.map(({ fullName, failureMessages }) =>
      withReason(`${file} › ${fullName}`, failureMessages?.[0]),
    );
  });
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function namesOfPlaywright({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const error = results.find((result) => result.error)?.error;
        const place =
          error?.location && ` (at line ${error.location.line} of ${basename(error.location.file)})`;
        return withReason(`[${projectName}] ${file}:${line} › ${title}${place ?? ''}`, error?.message);
      }),
  );
  return [...own, ...suites.flatMap(namesOfPlaywright)];
}

/**
 * @param {string} name of a test
 * @param {string | undefined} message of its error, which may be long and coloured
 * @returns {string} one line: what was expected, of what, and what was there; no stack and no log of calls
 */
export function withReason(name, message) {
  const [reason = ''] = stripVTControlCharacters(message ?? '').split(/\n\s+at |\nCall log:/, 1);
  const line = reason.replace(/\s+/g, ' ').trim();
  return line ? `${name}: ${line.slice(0, 500)}` : name;
}
