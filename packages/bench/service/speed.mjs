import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Children } from '../../../scripts/lib/children.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { withPostgres } from '../../../scripts/lib/postgres.mjs';
import { npm } from '../../../scripts/lib/run.mjs';
import { spread } from '../widget/lib/statistics.mjs';
import { countingProxy } from './lib/counting-proxy.mjs';
import { addKeys, nextKey } from './lib/keys.mjs';
import { load } from './lib/load.mjs';
import { measuredWith, writePart } from './lib/page.mjs';
import { Payer } from './lib/payer.mjs';
import { processorTime, residentMemory, startProgram } from './lib/programs.mjs';
import { serverVersion } from './lib/server-version.mjs';

/*
 * Compares the built service with a bare route, on one PostgreSQL server that is started for it. Rounds are
 * interleaved, so that a busy machine slows down both.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '11' },
    seconds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '50000' },
    built: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);
const MILLISECONDS = Number(values.seconds) * 1000;
const REQUESTS = Number(values.requests);
const CONNECTIONS = 10;
const PARTS = 5;
const IDLE_MS = 20_000;

if (!values.built) {
  const { code, output } = await npm(['run', 'build', '--workspace', 'packages/service']);
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
}
await withPostgres(async (url) => {
  const children = new Children((name, how) => {
    throw new Error(`${name} has ended (${how}).`);
  });
  const port = await freePort();
  await children.start({
    name: 'simulator',
    entry: 'packages/simulator/src/main.ts',
    port,
    env: { SIMULATOR_PORT: String(port), SIMULATOR_SECRET_KEY: 'sk_test_simulator' },
  });
  const start = (/** @type {string} */ database) =>
    startProgram(['packages/service/bin/upc-service.mjs'], {
      PORT: '0',
      DATABASE_URL: database,
      UPC_ENVIRONMENT: 'test',
      UPC_SECRET: 'YSBzZWNyZXQgb2YgdGhlIGJlbmNoIGZvciBzcGVlZC4=',
      SIMULATOR_URL: `http://localhost:${port}`,
      SIMULATOR_SECRET_KEY: 'sk_test_simulator',
      LOG_LEVEL: 'error',
    });
  try {
    const proxy = await countingProxy(url);
    const first = await start(proxy.url);
    await addKeys(url);
    const trips = await roundTrips(new Payer(first.url), proxy);
    await first.end();
    proxy.end();

    const bare = await startProgram(['packages/bench/service/lib/bare.mjs'], { DATABASE_URL: url });
    const one = await start(url);
    const ratios = await besideBare(one, bare);
    const memory = await memoryOf(one);
    const two = [one, await start(url)];
    // The second process must be as warm as the first.
    await load(CONNECTIONS, { count: REQUESTS / 10 }, () =>
      new Payer(two[1]?.url ?? '').askSession(nextKey()),
    );
    const idle = await idleTime(one);
    const processor = await processorOf(two);
    for (const program of [bare, ...two]) await program.end();
    await writePart(
      'speed',
      pageOf(
        { trips, ratios, memory, processor, idle, startedIn: two[1]?.startedIn ?? NaN },
        await serverVersion(url),
      ),
    );
  } finally {
    await children.end();
  }
});

/**
 * Returns the fewest round trips of each step in twenty payments. The minimum is needed because the jobs occasionally
 * query the database too.
 * @param {Payer} payer
 * @param {{ roundTrips: () => number }} proxy
 */
async function roundTrips(payer, proxy) {
  /** @type {Map<string, number>} */
  const fewest = new Map();
  for (let at = 0; at < 20; at += 1) {
    await payer.pay(nextKey(), async (step, work) => {
      const before = proxy.roundTrips();
      const answer = await work();
      fewest.set(step, Math.min(fewest.get(step) ?? Infinity, proxy.roundTrips() - before));
      return answer;
    });
  }
  return fewest;
}

/**
 * @param {import('./lib/programs.mjs').Program} service
 * @param {import('./lib/programs.mjs').Program} bare
 */
async function besideBare(service, bare) {
  const payer = new Payer(service.url);
  const until = { milliseconds: MILLISECONDS };
  const rate = async (/** @type {() => import('./lib/load.mjs').Ask} */ next) => {
    const { requests, seconds } = await load(CONNECTIONS, until, next);
    return requests / seconds;
  };
  const rounds = [];
  for (let at = 0; at <= ROUNDS; at += 1) {
    const ofBare = await rate(() => ({ url: `${bare.url}/bare`, body: {} }));
    const ofFloor = await rate(() => ({ ...payer.askSession(nextKey()), url: `${bare.url}/one-statement` }));
    const ofService = await rate(() => payer.askSession(nextKey()));
    // The first round is a warm-up.
    if (at > 0) {
      const [ratio, floor] = [ofService / ofBare, ofFloor / ofBare];
      rounds.push({ bare: ofBare, service: ofService, ratio, floor });
    }
  }
  return rounds;
}

/** @param {import('./lib/programs.mjs').Program} service */
async function memoryOf(service) {
  const payer = new Payer(service.url);
  const after = [];
  for (let part = 0; part <= PARTS; part += 1) {
    if (part > 0) await load(CONNECTIONS, { count: REQUESTS / PARTS }, () => payer.askSession(nextKey()));
    after.push({ requests: (REQUESTS / PARTS) * part, memory: residentMemory(service) });
  }
  return after;
}

/**
 * Returns the milliseconds of processor time that an idle process uses per second.
 * @param {import('./lib/programs.mjs').Program} service
 */
async function idleTime(service) {
  const [spent, begun] = [processorTime(service), performance.now()];
  await delay(IDLE_MS);
  return ((processorTime(service) - spent) / (performance.now() - begun)) * 1000 * 1000;
}

/** @param {readonly import('./lib/programs.mjs').Program[]} services */
async function processorOf(services) {
  const payers = services.map(({ url }) => new Payer(url));
  const each = async (/** @type {number} */ count, connections = CONNECTIONS) => {
    const spent = () => services.reduce((sum, service) => sum + processorTime(service), 0);
    const before = spent();
    let at = 0;
    const next = () => /** @type {Payer} */ (payers[(at += 1) % count]).askSession(nextKey());
    const { requests } = await load(connections, { milliseconds: MILLISECONDS }, next);
    return ((spent() - before) / requests) * 1000;
  };
  const rounds = [];
  for (let at = 0; at <= ROUNDS; at += 1) {
    // With two services, each has half of the connections.
    const [one, two, half] = [await each(1), await each(2), await each(1, CONNECTIONS / 2)];
    if (at > 0) rounds.push({ one, two, half, ratio: two / one, fewer: half / one });
  }
  return rounds;
}

/**
 * @param {object} measured
 * @param {ReadonlyMap<string, number>} measured.trips
 * @param {readonly { bare: number, service: number, ratio: number, floor: number }[]} measured.ratios
 * @param {readonly { requests: number, memory: number }[]} measured.memory
 * @param {readonly { one: number, two: number, half: number, ratio: number, fewer: number }[]} measured.processor
 * @param {number} measured.idle
 * @param {number} measured.startedIn
 * @param {string} version
 */
function pageOf({ trips, ratios, memory, processor, idle, startedIn }, version) {
  const of = (/** @type {readonly number[]} */ numbers, digits = 0) => {
    const { median, low, high } = spread(numbers);
    return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
  };
  return `## Speed

${measuredWith(version)}

\`node packages/bench/service/speed.mjs\` compares the built service with a bare Fastify route that does one insert. Both use the same PostgreSQL server
with ten connections each. The load comes from the same machine, so rounds of ${MILLISECONDS / 1000} s are
interleaved: ${ROUNDS} of each, after one to warm up. Compare the ratios, which are always from the same round. The figures are medians with quartiles.

| | measured | goal |
|---|---|---|
| POST user-session at ${CONNECTIONS} connections, of the bare route | ${of(
    ratios.map(({ ratio }) => ratio),
    2,
  )} | at least 0.5 |
| in requests per second | ${of(ratios.map(({ service }) => service))} of ${of(ratios.map(({ bare }) => bare))} | |
| a plain route that finds the key, counts the request and writes the same rows in one statement, of the bare route | ${of(
    ratios.map(({ floor }) => floor),
    2,
  )} | |
| POST user-session, of this plain route | ${of(
    ratios.map(({ ratio, floor }) => ratio / floor),
    2,
  )} | |
| processor time per request, two processes to one | ${of(
    processor.map(({ ratio }) => ratio),
    2,
  )} | at most 1.15 |
| in ms | ${of(
    processor.map(({ two }) => two),
    2,
  )} and ${of(
    processor.map(({ one }) => one),
    2,
  )} | |
| processor time per request, one process at ${CONNECTIONS / 2} connections to the same at ${CONNECTIONS} | ${of(
    processor.map(({ fewer }) => fewer),
    2,
  )} | |
| in ms | ${of(
    processor.map(({ half }) => half),
    2,
  )} | |
| processor time of a process without requests (the jobs), ms per second | ${idle.toFixed(1)} | |
| memory after ${memory.map(({ requests }) => requests.toLocaleString('en')).join(', ')} further requests, MiB | ${memory.map(({ memory: mib }) => mib.toFixed(0)).join(', ')} | flat |
| start with a migrated database until the service listens, ms | ${startedIn.toFixed(0)} | below 2,000 |

Number of round trips to the database, counted on the connection. \`begin\` and \`commit\` count. The response of the provider does not:

| request | round trips |
|---|---|
${[...trips].map(([step, count]) => `| ${step} | ${count} |`).join('\n')}`;
}
