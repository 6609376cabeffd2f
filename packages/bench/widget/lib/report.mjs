import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { markdownTable } from '../../../../scripts/lib/markdown-table.mjs';
import { root } from '../../../../scripts/lib/root.mjs';
import { spread } from './statistics.mjs';
import { peerVersion } from './subjects.mjs';

/** @typedef {import('./visit.mjs').Visit & { subject: string, scenario: string }} Measured */

/**
 * Subject that all others are compared with, for each form. For adyen's card, only part of the form is measured.
 * @type {Readonly<Record<import('./subjects.mjs').Form, string>>}
 */
const references = {
  debit: 'adyen SEPA alone',
  card: 'adyen Card, until it asks for its frames',
  'chosen card': 'widget.js',
};

/**
 * @param {{
 *   visits: readonly Measured[],
 *   heaps: Readonly<Record<string, number>>,
 *   mounts: number,
 *   runs: number,
 *   browser: string,
 *   subjects: readonly import('./subjects.mjs').Subject[],
 *   scenarios: readonly import('./scenarios.mjs').Scenario[],
 * }} measured
 * @returns {string} Markdown
 */
export function report({ visits, heaps, mounts, runs, browser, subjects, scenarios }) {
  const tables = scenarios.map(({ name: scenario, form }) => {
    const of = (/** @type {string} */ subject) =>
      visits.filter((visit) => visit.scenario === scenario && visit.subject === subject);
    const reference = references[form];
    const rows = subjects
      .filter(({ fields }) => form in fields)
      .map(({ name }) => row(name, of(name), of(reference)));
    return `### ${scenario}\n\n${markdownTable(head(reference), rows)}`;
  });
  const kept = Object.entries(heaps).map(([name, heap]) => [name, heap.toFixed(0)]);
  const heapTable = `### Heap kept after ${mounts} mounts\n\n${markdownTable(['', 'KiB'], kept)}`;
  return `${surroundings(runs, browser)}\n\n${[...tables, ...(kept.length > 0 ? [heapTable] : [])].join('\n\n')}\n`;
}

const head = (/** @type {string} */ reference) => [
  '',
  'to usable, ms',
  `of ${reference.split(',')[0]}`,
  'requests',
  'gzip, KiB',
  'brotli, KiB',
  'script, ms',
  'longest task, ms',
  'layout shift',
];

/**
 * @param {string} name
 * @param {readonly Measured[]} visits
 * @param {readonly Measured[]} peers visits of the reference in the same rounds
 */
function row(name, visits, peers) {
  const ratios = visits.flatMap(({ usable }, round) => {
    const peer = peers[round];
    return peer ? [usable / peer.usable] : [];
  });
  const bytes = (/** @type {'gzip' | 'brotli'} */ coding) =>
    spread(visits.map(({ asked }) => asked.reduce((sum, one) => sum + one[coding], 0))).median / 1024;
  return [
    name,
    inQuartiles(visits.map(({ usable }) => usable)),
    ratios.length > 0 ? spread(ratios).median.toFixed(2) : '',
    String(spread(visits.map(({ asked }) => asked.length)).median),
    bytes('gzip').toFixed(1),
    bytes('brotli').toFixed(1),
    inQuartiles(visits.map(({ script }) => script)),
    inQuartiles(visits.map(({ longest }) => longest)),
    spread(visits.map(({ shift }) => shift)).median.toFixed(3),
  ];
}

/** @param {readonly number[]} values */
function inQuartiles(values) {
  const { median, low, high } = spread(values);
  return `${median.toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)})`;
}

/**
 * @param {number} runs
 * @param {string} browser
 */
function surroundings(runs, browser) {
  const [cpu] = cpus();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  return [
    '# Comparison with adyen-web',
    '',
    'Written by `node packages/bench/widget/measure.mjs`. [README.md](README.md) explains what is measured and how.',
    '',
    `Measured at ${commit}, ${runs} rounds, adyen-web ${peerVersion()}, ${browser}, Node ${process.version},`,
    `${type()} ${release()}, ${cpus().length} × ${cpu?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB.`,
  ].join('\n');
}
