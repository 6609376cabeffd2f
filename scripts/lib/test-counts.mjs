import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Counts */
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
      return { passed: report.numPassedTests, failed: report.numFailedTests };
    case 'elements':
      return { passed: report.passed, failed: report.failed };
    case 'playwright':
      return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
  }
}

/**
 * @param {readonly (Counts | undefined)[]} reports
 * @returns {Counts} of all of them; a report that is missing is a failure
 */
export function sumCounts(reports) {
  const known = reports.map((counts) => counts ?? { passed: 0, failed: 1 });
  return {
    passed: known.reduce((sum, counts) => sum + counts.passed, 0),
    failed: known.reduce((sum, counts) => sum + counts.failed, 0),
  };
}
