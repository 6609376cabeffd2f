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
  list: 'adyen Drop-in, several methods',
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
  const of = (/** @type {string} */ subject, /** @type {string} */ scenario) =>
    visits.filter((visit) => visit.scenario === scenario && visit.subject === subject);
  const ours = subjects.filter(({ side }) => side === 'ours').map(({ name }) => name);
  const ratios = scenarios
    .filter(({ form }) => !ours.includes(references[form]))
    .map(({ name, form, usually }) => [
      name,
      .../** @type {const} */ (['usable', 'longest']).flatMap((figure) =>
        ours.map((subject) => {
          const to = (/** @type {string} */ scenario) =>
            ratio(figure, of(subject, name), of(references[form], scenario));
          return usually === undefined || to(name) === '' ? to(name) : `${to(name)} (${to(usually)})`;
        }),
      ),
    ]);
  const tables = scenarios.map(({ name, form }) => {
    const reference = references[form];
    const rows = subjects
      .filter(({ fields }) => form in fields)
      .map((subject) => row(subject.name, form, of(subject.name, name), of(reference, name)));
    return `### ${name}\n\n${markdownTable(head(form), rows)}`;
  });
  const kept = Object.entries(heaps).map(([name, heap]) => [name, heap.toFixed(0)]);
  return [
    surroundings(runs, browser),
    '## Ratios',
    'Time to usable, and longest task, as ratios to adyen-web with the same form in the same round. In brackets: to adyen-web with a session of Adyen only.',
    markdownTable(
      ['', ...['to usable', 'longest task'].flatMap((figure) => ours.map((name) => `${name}, ${figure}`))],
      ratios,
    ),
    '## Figures',
    ...tables,
    ...(kept.length > 0 ? [`### Heap kept after ${mounts} mounts`, markdownTable(['', 'KiB'], kept)] : []),
    '',
  ].join('\n\n');
}

const head = (/** @type {import('./subjects.mjs').Form} */ form) => {
  const ratioTitle = `of ${references[form].split(',')[0]}`;
  return [
    '',
    'to usable, ms',
    ratioTitle,
    ...(form === 'card' ? ['to request of frame, ms', ratioTitle] : []),
    'requests',
    'gzip, KiB',
    'brotli, KiB',
    'script, ms',
    'longest task, ms',
    ratioTitle,
    'layout shift',
  ];
};

/**
 * @param {string} name
 * @param {import('./subjects.mjs').Form} form
 * @param {readonly Measured[]} visits
 * @param {readonly Measured[]} peers visits of the reference in the same rounds
 */
function row(name, form, visits, peers) {
  const bytes = (/** @type {'gzip' | 'brotli'} */ coding) =>
    spread(visits.map(({ asked }) => asked.reduce((sum, one) => sum + one[coding], 0))).median / 1024;
  return [
    name,
    inQuartiles(visits.map(({ usable }) => usable)),
    ratio('usable', visits, peers),
    ...(form === 'card'
      ? [inQuartiles(visits.map(({ framed }) => framed)), ratio('framed', visits, peers)]
      : []),
    String(spread(visits.map(({ asked }) => asked.length)).median),
    bytes('gzip').toFixed(1),
    bytes('brotli').toFixed(1),
    inQuartiles(visits.map(({ script }) => script)),
    inQuartiles(visits.map(({ longest }) => longest)),
    ratio('longest', visits, peers),
    spread(visits.map(({ shift }) => shift)).median.toFixed(3),
  ];
}

/**
 * Returns the median of the ratios, or nothing if there is nothing to compare with.
 * @param {'usable' | 'framed' | 'longest'} figure
 * @param {readonly Measured[]} visits
 * @param {readonly Measured[]} peers visits of the reference in the same rounds
 */
function ratio(figure, visits, peers) {
  const ratios = visits.flatMap((visit, round) => {
    const peer = peers[round]?.[figure] ?? 0;
    return peer > 0 ? [visit[figure] / peer] : [];
  });
  return ratios.length > 0 ? spread(ratios).median.toFixed(2) : '';
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
