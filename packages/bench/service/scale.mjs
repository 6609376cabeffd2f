import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withPostgres } from '../../../scripts/lib/postgres.mjs';
import { npm } from '../../../scripts/lib/run.mjs';
import { openPostgres } from '../../service/src/core/database/postgres.js';
import { readBooks } from '../../service/test/support/reconciliation/books.js';
import { reconcile } from '../../service/test/support/reconciliation/reconcile.js';
import { addKeys, nextKey } from './lib/keys.mjs';
import { Meter } from './lib/meter.mjs';
import { writePart } from './lib/page.mjs';
import { Payer } from './lib/payer.mjs';
import { startProgram } from './lib/programs.mjs';
import { Receivers } from './lib/receivers.mjs';
import { scalePage } from './lib/scale-page.mjs';
import { addCustomers, addEvents, addReceivers, addStudios, reserveUsages } from './lib/scene.mjs';
import { serverVersion } from './lib/server-version.mjs';
import { PROVIDER_KEY, startSlowProvider } from './lib/slow-provider.mjs';

/*
 * Measures how much one and several processes of the built service finish, on one PostgreSQL server and with a slow
 * provider. Each number of processes has its own database and its own provider.
 */
const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,5,10' },
    seconds: { type: 'string', default: '15' },
    idle: { type: 'string', default: '60' },
    connections: { type: 'string', default: '3' },
    built: { type: 'boolean', default: false },
  },
});
const PROCESSES = values.processes.split(',').map((text) => wholeNumber('--processes', text));
const SECONDS = wholeNumber('--seconds', values.seconds);
/** Seconds without requests. Some jobs begin once a minute. */
const IDLE_SECONDS = wholeNumber('--idle', values.idle);
/** Number of members who pay at the same time at each process. */
const CONNECTIONS = wholeNumber('--connections', values.connections);
/** Number of events. A measurement ends early when nearly all are delivered. */
const EVENTS = 8_000;

/**
 * How long the provider and the receivers take. Short delays show what a process finishes. But a small machine has no
 * time left for ten such processes, so longer delays show how the work of several processes adds up.
 * @type {Record<'short' | 'long', import('./lib/scale-page.mjs').Delays>}
 */
const DELAYS = {
  short: {
    callMs: 500,
    receiverMs: { from: 100, to: 500 },
    receivers: 40,
    eventsInOrder: 4,
    usages: 160,
    seconds: SECONDS,
    processes: PROCESSES,
  },
  long: {
    callMs: 2_000,
    receiverMs: { from: 2_000, to: 3_000 },
    receivers: 1_000,
    eventsInOrder: 8,
    usages: 90,
    seconds: 2 * SECONDS,
    processes: [...new Set([PROCESSES.at(0) ?? 1, PROCESSES.at(-1) ?? 1])],
  },
};

const STUDIOS = 5_000;
const HANGING = 7;
const NEARLY_ALL = 0.9;
const LOOK_MS = 200;
const WARM_UP_MS = 3_000;
/** Milliseconds within which every process has found the work, because it looks for work every 5 s. */
const FIND_MS = 5_500;
/** Number of usages and events for each process that are finished before anything is measured. */
const WARM_UP = 100;
/** Milliseconds within which the services must begin with something. */
const PATIENCE_MS = 120_000;
const SECRET = 'YSBzZWNyZXQgb2YgdGhlIGJlbmNoIGZvciBzY2FsZS4=';
const SETTINGS = [
  'max_connections=300',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=10000',
];

/**
 * @typedef {import('./lib/scale-page.mjs').Result} Result
 * @typedef {object} Scene
 * @property {import('./lib/scale-page.mjs').Delays} delays
 * @property {pg.Client} client connected to the database of the services
 * @property {import('../../service/src/core/database/database.js').Database} db the same database
 * @property {readonly import('./lib/programs.mjs').Program[]} services
 * @property {import('./lib/slow-provider.mjs').SlowProvider} provider
 * @property {Receivers} receivers
 * @property {Meter} meter
 */

if (!values.built) {
  for (const workspace of ['packages/service', 'packages/simulator']) {
    const { code, output } = await npm(['run', 'build', '--workspace', workspace]);
    if (code !== 0) throw new Error(`The build failed:\n${output}`);
  }
}
await withPostgres(async (url) => {
  const [machineLoad = NaN] = loadavg();
  const series = [];
  for (const [name, delays] of Object.entries(DELAYS)) {
    /** @type {Result[]} */
    const results = [];
    for (const processes of delays.processes) {
      console.log(`${processes} with ${name} delays:`);
      results.push(await resultOf(url, `${name}_${processes}`, { processes, delays }));
    }
    series.push({ delays, results });
  }
  const page = scalePage(series, {
    version: await serverVersion(url),
    idleSeconds: IDLE_SECONDS,
    connections: CONNECTIONS,
    studios: STUDIOS,
    machineLoad,
  });
  console.log(page);
  if (values.processes === '1,2,5,10') await writePart('scale', page);
  if (series.some(({ results }) => results.some(({ findings }) => findings.length > 0))) process.exitCode = 1;
}, SETTINGS);

/**
 * Measures everything with a number of processes.
 * @param {string} server
 * @param {string} name name of the database
 * @param {{ processes: number, delays: import('./lib/scale-page.mjs').Delays }} options
 * @returns {Promise<Result>}
 */
async function resultOf(server, name, { processes, delays }) {
  const folder = mkdtempSync(join(tmpdir(), 'upc-scale-'));
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.query('create extension if not exists pg_stat_statements');
  const url = new URL(server);
  url.pathname = `/${name}`;
  const ours = new URL(url);
  ours.searchParams.set('application_name', 'bench');
  const provider = await startSlowProvider(join(folder, 'simulator'), delays.callMs);
  const receivers = new Receivers(delays.receiverMs);
  const receiverAt = await receivers.listen();
  const services = [];
  try {
    // The first one creates the tables. The others would only wait for it.
    for (let at = 0; at < processes; at += 1) services.push(await startService(url.href, provider));
    const client = new pg.Client({ connectionString: ours.href });
    await client.connect();
    const database = await openPostgres({ url: ours.href });
    await untilRegistered(client, { provider, services });
    const meter = new Meter(client, {
      services,
      provider: [provider.program],
      benchmark: [{ pid: process.pid }],
    });
    const scene = { client, db: database.db, delays, services, provider, receivers, meter };
    try {
      await addKeys(ours.href);
      await addStudios(client, STUDIOS);
      const urls = Array.from({ length: delays.receivers }, (_, at) => receiverAt(at));
      await addReceivers(client, SECRET, urls);
      const customers = await addCustomers(services, Math.max(10, CONNECTIONS) * processes);
      await client.query('analyze');
      /**
       * @template {import('./lib/scale-page.mjs').Rate} Measured
       * @param {string} what
       * @param {Promise<Measured>} measuring
       */
      const said = async (what, measuring) => {
        const measured = await measuring;
        const busy = (measured.load.busy * 100).toFixed(0);
        console.log(`  ${measured.perSecond.toFixed(1)} ${what} per second (busy ${busy} %)`);
        return measured;
      };
      const idle = await said('queries', idleQueries(scene, admin));
      await warmUp(scene, customers);
      return {
        processes,
        idle,
        payments: await said('payments', paymentsFinished(scene, customers)),
        events: await said('events', eventsDelivered(scene, null)),
        eventsBesideHanging: await said(
          'events to others beside a receiver that hangs',
          eventsDelivered(scene, HANGING),
        ),
        usages: await said('usages', usagesSettled(scene, customers)),
        findings: await findings(scene),
      };
    } finally {
      await database.close();
      await client.end();
    }
  } finally {
    provider.state = 'quick';
    receivers.close();
    await Promise.all(services.map((service) => service.end()));
    await provider.end();
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} databaseUrl
 * @param {import('./lib/slow-provider.mjs').SlowProvider} provider
 */
function startService(databaseUrl, provider) {
  return startProgram(['packages/service/bin/upc-service.mjs'], {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    UPC_ENVIRONMENT: 'test',
    UPC_SECRET: SECRET,
    SIMULATOR_URL: provider.url,
    SIMULATOR_SECRET_KEY: PROVIDER_KEY,
    LOG_LEVEL: 'fatal',
  });
}

/**
 * Waits until each service has registered the demo with the provider. Otherwise it would register the added studios too.
 * @param {pg.Client} client
 * @param {Pick<Scene, 'provider' | 'services'>} scene
 */
async function untilRegistered(client, { provider: { calls }, services }) {
  const { rows } = await client.query('select count(*)::int as count from studios');
  const isQuiet = () => performance.now() - (calls.at(-1) ?? 0) > 2000;
  const wanted = rows[0].count * services.length;
  await mustHappen('the services register the demo', () => calls.length >= wanted && isQuiet());
}

/**
 * Counts the queries of idle processes, `begin` and `commit` included.
 * @param {Scene} scene
 * @param {pg.Client} admin connected to the database with the statistics
 */
async function idleQueries({ meter, client }, admin) {
  await delay(WARM_UP_MS);
  await admin.query('select pg_stat_statements_reset()');
  const load = await meter.during(() => delay(IDLE_SECONDS * 1000), { countsConnections: false });
  const { rows } = await admin.query(
    `select sum(calls)::int as calls from pg_stat_statements
     where dbid = (select oid from pg_database where datname = $1) and query not like '%pg_stat_activity%'`,
    [client.database],
  );
  return { load, perSecond: rows[0].calls / load.seconds };
}

/**
 * Runs everything once with a quick provider. A process that has just started compiles its code and plans its
 * statements, which takes several times the processor time of the work itself.
 * @param {Scene} scene
 * @param {readonly number[]} customers
 */
async function warmUp(scene, customers) {
  const { client, services, provider } = scene;
  const { release } = await reserveUsages(scene, customers, WARM_UP * services.length);
  provider.state = 'quick';
  await release();
  await addEvents(client, WARM_UP * services.length, 1);
  const rest = `select from usages where status = 'RESERVED' union all
    select from webhook_deliveries where status = 'PENDING'`;
  await mustHappen('the jobs finish the warm-up', async () => (await client.query(rest)).rows.length === 0);
  await client.query('analyze');
}

/**
 * @param {Scene} scene
 * @param {readonly number[]} customers
 */
async function paymentsFinished(
  { delays: { callMs, seconds: wanted }, services, provider, meter },
  customers,
) {
  const slots = services.length * CONNECTIONS;
  /** @type {number[]} */
  const finished = [];
  let refused = 0;
  let isEnding = false;
  provider.state = 'slow';
  const connections = Array.from({ length: slots }, async (_, at) => {
    const payer = new Payer(services[at % services.length]?.url ?? '');
    // Otherwise all would do the same thing at the same time.
    await delay((at / slots) * 2 * callMs);
    for (let next = at; !isEnding; next += slots) {
      try {
        await payer.pay(nextKey(), (_, work) => work(), customers[next % customers.length]);
        finished.push(performance.now());
      } catch (fault) {
        refused += 1;
        if (refused === 1)
          console.error('A payment was refused:', fault instanceof Error ? fault.message : fault);
        await delay(callMs);
      }
    }
  });
  await delay(Math.max(WARM_UP_MS, 2 * callMs));
  const from = performance.now();
  const load = await meter.during(() => delay(wanted * 1000));
  const until = performance.now();
  isEnding = true;
  await Promise.all(connections);
  const count = (/** @type {readonly number[]} */ times) =>
    times.filter((time) => time >= from && time < until).length;
  const seconds = (until - from) / 1000;
  return {
    load,
    perSecond: count(finished) / seconds,
    refused,
    atProvider: (count(provider.calls) * callMs) / 1000 / seconds,
  };
}

/**
 * @param {Scene} scene
 * @param {number | null} hanging number of the receiver that hangs
 */
async function eventsDelivered({ delays, client, receivers, meter }, hanging) {
  receivers.hanging = hanging;
  const before = receivers.arrivals.length;
  await addEvents(client, EVENTS, delays.eventsInOrder);
  const all = EVENTS * (hanging === null ? 1 : 1 - 1 / delays.receivers);
  const toOthers = () => receivers.arrivals.slice(before).filter(({ receiver }) => receiver !== hanging);
  await mustHappen('the jobs send an event', () => toOthers().length > 0);
  await delay(FIND_MS);
  const from = performance.now();
  const load = await meter.during(() =>
    until(() => toOthers().length >= all * NEARLY_ALL, delays.seconds * 1000),
  );
  const to = performance.now();
  // What is left would disturb the next measurement.
  await client.query(`delete from webhook_deliveries where status = 'PENDING' and attempts = 0`);
  const delivered = toOthers().filter(({ at }) => at >= from && at < to);
  return { load, perSecond: (delivered.length / (to - from)) * 1000 };
}

/**
 * @param {Scene} scene
 * @param {readonly number[]} customers
 */
async function usagesSettled(scene, customers) {
  const { client, delays, provider, services, meter } = scene;
  const { reserved, release } = await reserveUsages(scene, customers, delays.usages * services.length);
  const left = async () => {
    const { rows } = await client.query(
      `select count(*)::int as count from usages where status = 'RESERVED'`,
    );
    return rows[0].count;
  };
  provider.state = 'slow';
  const earlier = provider.calls.length;
  await release();
  await mustHappen('the jobs continue a usage', () => provider.calls.length > earlier);
  await delay(FIND_MS);
  const [before, from] = [await left(), performance.now()];
  const called = provider.calls.length;
  const load = await meter.during(() =>
    until(async () => (await left()) <= reserved * (1 - NEARLY_ALL), delays.seconds * 1000),
  );
  const settled = before - (await left());
  const seconds = (performance.now() - from) / 1000;
  const calls = provider.calls.length - called;
  return { load, perSecond: settled / seconds, atProvider: (calls * delays.callMs) / 1000 / seconds };
}

/**
 * Ends the services and compares the books of the provider and the receivers with the database. Unfinished work is no
 * finding, because the measurements leave some.
 * @param {Scene} scene
 */
async function findings({ client, db, services, provider, receivers }) {
  await Promise.all(services.map((service) => service.end()));
  const books = await readBooks(db, provider.ledger, new Date());
  const found = reconcile(books)
    .filter(({ kind }) => kind !== 'stuck')
    .map(({ kind, what }) => `${kind}: ${what}`);
  /** @type {Map<string, number>} */
  const received = new Map();
  for (const { uuid } of receivers.arrivals) received.set(uuid, (received.get(uuid) ?? 0) + 1);
  for (const [uuid, count] of received) {
    if (count > 1) found.push(`doubled: event ${uuid} has arrived ${count} times`);
  }
  const { rows } = await client.query(`select uuid from webhook_deliveries where status = 'DELIVERED'`);
  for (const { uuid } of rows) {
    if (!received.has(uuid)) found.push(`lost: event ${uuid} has never arrived`);
  }
  for (const what of found.slice(0, 10)) console.error(what);
  return found;
}

/**
 * Waits until something holds, or until the time is over.
 * @param {() => boolean | Promise<boolean>} holds
 * @param {number} milliseconds
 * @returns {Promise<boolean>} whether it holds
 */
async function until(holds, milliseconds) {
  const end = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await delay(LOOK_MS);
  }
  return true;
}

/**
 * @param {string} what
 * @param {() => boolean | Promise<boolean>} holds
 * @throws when it does not hold in time
 */
async function mustHappen(what, holds) {
  if (!(await until(holds, PATIENCE_MS))) throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${what}.`);
}

/**
 * @param {string} option
 * @param {string} text
 */
function wholeNumber(option, text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${option} must be a whole number from 1 on, not ${text}.`);
  return value;
}
