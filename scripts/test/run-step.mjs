import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { filesToRunAgain, isExcusable, isQuarantined, withSecondRun } from './test-policy.mjs';
import { readReport } from './test-report.mjs';

/**
 * Result of a step, after applying the policy for flaky tests.
 * @typedef {object} StepResult
 * @property {number} passed
 * @property {readonly Failure[]} failures
 * @property {readonly Failure[]} flaky
 * @property {readonly Failure[]} quarantined failures that do not count
 *
 * @typedef {import('./test-report.mjs').Failure} Failure
 * @typedef {import('./test-report.mjs').Results} Results
 * @typedef {Pick<import('./test-steps.mjs').Step, 'name' | 'run' | 'report'>} RunnableStep
 */

/**
 * Runs a step, and runs those files again whose failures may be excused. The runners' output is shown if something
 * failed.
 * @param {RunnableStep} step
 * @param {{ quarantine: readonly import('./test-policy.mjs').Quarantined[], args?: readonly string[] }} options `args`:
 * additional arguments for Vitest
 * @returns {Promise<StepResult>}
 */
export async function runStep(step, { quarantine, args = [] }) {
  const first = await runOnce(step, { files: [], args });
  const again = step.report?.runsAgain ? filesToRunAgain(first.failures) : [];
  const results =
    again.length === 0 ? first : withSecondRun(first, again, await runOnce(step, { files: again, args: [] }));
  const failures = [...results.failures, ...results.flaky.filter((failure) => !isExcusable(failure))];
  return {
    passed: Object.values(results.passed).reduce((sum, count) => sum + count, 0),
    failures: failures.filter((failure) => !isQuarantined(quarantine, failure)),
    flaky: results.flaky.filter(isExcusable),
    quarantined: failures.filter((failure) => isQuarantined(quarantine, failure)),
  };
}

/**
 * @param {RunnableStep} step
 * @param {import('./test-steps.mjs').RunArguments} how
 * @returns {Promise<Results>} a step whose program fails has at least one failure
 */
async function runOnce({ name, run, report }, how) {
  const file = report && join(root, report.file);
  if (file) rmSync(file, { force: true });
  const { code, output } = await run(how);
  const results = (report && file ? readReport(report.format, file) : undefined) ?? {
    passed: code === 0 && report === undefined ? { [name]: 1 } : {},
    failures: code === 0 && report !== undefined ? [{ file: name, reason: 'wrote no report' }] : [],
    flaky: [],
  };
  const failures =
    code === 0 || results.failures.length > 0
      ? results.failures
      : [{ file: name, reason: report === undefined ? '' : `ended with code ${code}` }];
  if (failures.length > 0) console.log(`\n${output.trimEnd()}\n`);
  return { ...results, failures };
}
