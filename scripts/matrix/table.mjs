import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ suites?: readonly Suite[], specs?: readonly Spec[] }} Suite suite in Playwright's report
 * @typedef {{ title: string, ok: boolean, tests: readonly { results: readonly { duration: number }[], annotations: readonly Annotation[] }[] }} Spec
 * @typedef {{ type: string, description?: string }} Annotation
 */

const heads = ['entry', 'version', 'files up to the form', 'gzip bytes', 'tests', 'seconds', 'result'];

/**
 * @param {string} file Playwright's JSON report of the matrix
 * @returns {string} a table with one line for each entry
 */
export function tableOf(file) {
  const specs = existsSync(file) ? specsOf(JSON.parse(readFileSync(file, 'utf8'))) : [];
  const rows = [heads, ...specs.map(rowOf).sort(([a = ''], [b = '']) => a.localeCompare(b))];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * @param {Spec} spec
 * @returns {string[]}
 */
function rowOf({ title, ok, tests }) {
  const noted = tests.flatMap(({ annotations }) => annotations);
  const note = (/** @type {string} */ type) => noted.find((one) => one.type === type)?.description ?? '';
  const milliseconds = tests
    .flatMap(({ results }) => results)
    .reduce((sum, { duration }) => sum + duration, 0);
  return [
    title,
    note('version'),
    note('files'),
    note('bytes'),
    note('tests'),
    (milliseconds / 1000).toFixed(1),
    ok ? 'passed' : 'failed',
  ];
}
