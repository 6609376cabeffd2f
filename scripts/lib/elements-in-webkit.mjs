import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserEndedError, together } from './element-report.mjs';
import { root } from './root.mjs';
import { tool } from './run.mjs';
import { withWebKit } from './webkit.mjs';

const reportFile = join(root, 'test-results/elements.json');

/**
 * The tests of elements in WebKit. A file in which WebKit itself ended runs once more, in another one, and says so.
 * @returns {Promise<{ code: number, output: string }>} the report holds the counts of both runs
 * @throws as withWebKit
 */
export async function testElementsInWebKit() {
  const first = await runFiles([]);
  const ends = first.report?.ended ?? [];
  if (first.report === undefined || ends.length === 0) return first;
  sayWhere(ends, 'Its file runs once more.');
  const second = await runFiles(ends.map(({ file }) => file));
  const report = together(first.report, second.report);
  if (second.report) sayWhere(report.ended, 'It has ended there twice.');
  writeFileSync(reportFile, JSON.stringify(report));
  return { code: report.failures.length === 0 ? second.code : 1, output: first.output + second.output };
}

/**
 * @param {readonly string[]} files none: all
 * @returns {Promise<{ code: number, output: string, report: import('./element-report.mjs').ElementReport | undefined }>}
 */
async function runFiles(files) {
  rmSync(reportFile, { force: true });
  const result = await withWebKit((env) =>
    tool(
      '@web/test-runner/dist/bin.js',
      ['--config', 'web-test-runner.webkit.config.js', ...files.flatMap((file) => ['--files', file])],
      { env },
    ),
  );
  return {
    ...result,
    report: existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined,
  };
}

/**
 * @param {readonly import('./element-report.mjs').BrowserEnd[]} ends
 * @param {string} consequence
 */
function sayWhere(ends, consequence) {
  for (const { file, test } of ends)
    console.log(`${file}: ${new BrowserEndedError(test, undefined).message} ${consequence}`);
}
