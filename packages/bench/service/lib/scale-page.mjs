import { markdownTable } from '../../../../scripts/lib/markdown-table.mjs';
import { measuredWith } from './page.mjs';

/** Share of the machine's processors above which a figure says more about the machine than about the service. */
const BUSY = 0.85;

/**
 * @typedef {import('./meter.mjs').Load} Load
 * @typedef {{ load: Load, perSecond: number }} Rate
 * @typedef {object} Result
 * @property {number} processes
 * @property {Rate} idle
 * @property {Rate & { atProvider: number, refused: number }} payments
 * @property {Rate & { atProvider: number }} usages
 * @property {Rate} events
 * @property {Rate} eventsBesideHanging events of the other receivers
 * @property {readonly string[]} findings
 *
 * @typedef {object} Delays
 * @property {number} callMs time that the provider takes for a call
 * @property {{ from: number, to: number }} receiverMs time that a receiver takes for an event
 * @property {number} receivers
 * @property {number} eventsInOrder number of events about the same customer, which are sent one after the other
 * @property {number} usages number for each process
 * @property {number} seconds longest time of a measurement
 * @property {readonly number[]} processes
 *
 * @typedef {object} Series
 * @property {Delays} delays
 * @property {readonly Result[]} results
 *
 * @typedef {object} Conditions
 * @property {string} version of PostgreSQL
 * @property {number} idleSeconds
 * @property {number} connections for each process
 * @property {number} studios
 * @property {number} machineLoad
 */

/**
 * @param {readonly Series[]} series
 * @param {Conditions} conditions
 * @returns {string} the part of the page, in Markdown
 */
export function scalePage(series, conditions) {
  const { version, idleSeconds, connections, studios, machineLoad } = conditions;
  return `## Several processes

${measuredWith(version)} The load of the machine was ${machineLoad.toFixed(1)} at the beginning.

\`npm run bench:scale\` runs the built service in several processes on one PostgreSQL server. Each number of processes has a new
database with ${studios.toLocaleString('en')} studios. Everything runs once before anything is measured.

- **Payments**: at each process, ${connections} members pay by direct debit at the same time, each payment with four requests and
  two calls of the provider.
- **Usages**: usages were interrupted because the provider was down. The jobs finish them, each with one call of the provider. A process
  works on four at the same time.
- **Events**: a process sends to 50 receivers at the same time. Then one of them hangs, and only events of the others count.
- **Queries** are those that \`pg_stat_statements\` counts in ${idleSeconds} s without requests, including \`begin\` and \`commit\`. Jobs that run
  less often than once a minute may not be among them.
- **Doubled, lost or wrong** is what the rules of the tests find when they compare the database with the provider’s books, plus events
  that a receiver got twice or never.
- An asterisk means that the machine was busier than ${BUSY * 100} %. Such a figure was bound by its processors, and does not show how the
  service scales.

${series.map((one) => seriesPart(one, studios)).join('\n\n')}`;
}

/**
 * @param {Series} series
 * @param {number} studios
 */
function seriesPart({ delays, results }, studios) {
  const first = /** @type {Result} */ (results[0]);
  const last = /** @type {Result} */ (results.at(-1));
  const goal = `at least ${0.8 * (last.processes / first.processes)} ×`;
  /** @param {string} name @param {(result: Result) => Rate} of @param {string} wanted */
  const rateRow = (name, of, wanted) => [
    name,
    ...results.map((result) => rateOf(of(result))),
    `${(of(last).perSecond / of(first).perSecond).toFixed(1)} ×`,
    wanted,
  ];
  /** @param {string} name @param {(result: Result) => string | number} of @param {string} [wanted] */
  const row = (name, of, wanted = '') => [name, ...results.map((result) => String(of(result))), '', wanted];
  const further = (/** @type {Result} */ { processes, idle }) =>
    processes === first.processes
      ? ''
      : ((idle.perSecond - first.idle.perSecond) / (processes - first.processes)).toFixed(2);
  const most = (/** @type {Result} */ { payments, usages, events, eventsBesideHanging }) =>
    Math.max(...[payments, usages, events, eventsBesideHanging].map(({ load }) => load.connections));
  const figures = markdownTable(
    ['processes', ...results.map(({ processes }) => `${processes}`), 'last to first', 'goal'],
    [
      rateRow('payments finished per second', ({ payments }) => payments, goal),
      row('calls that wait for the provider meanwhile', ({ payments }) => payments.atProvider.toFixed(1)),
      row('payments refused', ({ payments }) => payments.refused, '0'),
      rateRow('usages settled per second', ({ usages }) => usages, goal),
      row('calls that wait for the provider meanwhile', ({ usages }) => usages.atProvider.toFixed(1)),
      rateRow('events delivered per second', ({ events }) => events, goal),
      rateRow('the same while one receiver hangs', (result) => result.eventsBesideHanging, goal),
      row(
        'the same, of the rate without it',
        ({ events, eventsBesideHanging }) => (eventsBesideHanging.perSecond / events.perSecond).toFixed(2),
        'at least 0.9',
      ),
      row('connections to PostgreSQL', most),
      row(`queries per second while idle, with ${studios.toLocaleString('en')} studios`, ({ idle }) =>
        idle.perSecond.toFixed(1),
      ),
      row('of these, for each further process', further, 'at most 1'),
      row('doubled, lost or wrong', ({ findings }) => findings.length, '0'),
    ],
  );
  const { callMs, receivers, receiverMs, seconds } = delays;
  return `### Provider ${callMs / 1000} s, receivers ${receiverMs.from / 1000} to ${receiverMs.to / 1000} s

The provider takes ${callMs / 1000} s for each call, and each of ${receivers.toLocaleString('en')} receivers takes ${receiverMs.from / 1000} to ${receiverMs.to / 1000} s for an event. Each figure is
measured for up to ${seconds} s.

${figures}

Number of processor cores that were used, of all that the machine has. “busy” includes other programs:

${processorTable(results)}`;
}

/** @param {Rate} rate */
function rateOf({ perSecond, load }) {
  return `${perSecond.toFixed(1)}${load.busy > BUSY ? ' \\*' : ''}`;
}

/** @param {readonly Result[]} results */
function processorTable(results) {
  const rows = results.flatMap(({ processes, idle, payments, usages, events }) =>
    Object.entries({ idle, payments, usages, events }).map(([name, { load }]) => [
      name,
      `${processes}`,
      ...['services', 'PostgreSQL', 'provider', 'benchmark'].map((group) =>
        (load.cores[group] ?? NaN).toFixed(2),
      ),
      `${(load.busy * 100).toFixed(0)} %`,
    ]),
  );
  return markdownTable(['', 'processes', 'services', 'PostgreSQL', 'provider', 'benchmark', 'busy'], rows);
}
