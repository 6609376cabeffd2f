import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '../../../scripts/lib/markdown-table.mjs';
import { withPostgres } from '../../../scripts/lib/postgres.mjs';
import { measuredWith, writePart } from './lib/page.mjs';
import { serverVersion } from './lib/server-version.mjs';

/*
 * `node packages/bench/service/start.mjs` measures the time from the start of the service's process until /health/ready
 * returns 200, on a PostgreSQL server of its own. It alternates between the built service and the one that tsx compiles
 * as it starts. It writes its part of packages/bench/SERVICE.md.
 */

const RUNS = 9;
/** Goal for the built service, in seconds. */
const GOAL = 2;

const PROGRAMS = /** @type {const} */ ({
  built: [fileURLToPath(new URL('../../service/bin/upc-service.mjs', import.meta.url))],
  tsx: ['--import', 'tsx', fileURLToPath(new URL('../../service/src/main.ts', import.meta.url))],
});

/**
 * @typedef {object} Start
 * @property {number} seconds until it was ready
 * @property {number} busySeconds
 */

if (!existsSync(new URL('../../service/dist/main.js', import.meta.url))) {
  console.error('The service is not built yet. Run npm run build first.');
  process.exit(1);
}
await withPostgres(async (databaseUrl) => {
  const first = await startOnce('built', databaseUrl);
  /** @type {Record<keyof typeof PROGRAMS, Start[]>} */
  const starts = { built: [], tsx: [] };
  // The first run of each does not count, because it reads the files from the disk.
  for (let run = -1; run < RUNS; run += 1) {
    for (const name of /** @type {const} */ (['built', 'tsx'])) {
      const start = await startOnce(name, databaseUrl);
      if (run >= 0) starts[name].push(start);
    }
  }
  const secondsOf = (/** @type {keyof typeof PROGRAMS} */ name) => starts[name].map(({ seconds }) => seconds);
  const [built, tsx] = [median(secondsOf('built')), median(secondsOf('tsx'))];
  const row = (/** @type {string} */ title, /** @type {keyof typeof PROGRAMS} */ name) => {
    const all = secondsOf(name);
    const busy = median(starts[name].map(({ busySeconds }) => busySeconds));
    return [
      title,
      median(all).toFixed(2),
      `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`,
      busy.toFixed(2),
    ];
  };
  const body = [
    '## Start on PostgreSQL',
    '',
    'The time runs from the start of the process until `/health/ready` returns 200. The tables exist and contain the data of the demo.',
    `There were ${RUNS} runs of each, in turn. The goal for the built service is ${GOAL} s.`,
    measuredWith(await serverVersion(databaseUrl)),
    '',
    markdownTable(
      ['', 'median, s', 'from, to', 'processor, s'],
      [row('built (`npm run build`)', 'built'), row('from the sources (tsx)', 'tsx')],
    ),
    '',
    `The built service takes ${(built / tsx).toFixed(2)} of the time from the sources. The very first start, which creates the tables and the data, took ${first.seconds.toFixed(2)} s. If a time is much longer than the processor time, the machine was busy with other work (load ${loadavg()[0]?.toFixed(1)}).`,
  ].join('\n');
  await writePart('start', body);
  console.log(body);
  if (built >= GOAL) {
    console.error(`The goal is missed: ${built.toFixed(2)} s, wanted below ${GOAL} s.`);
    process.exitCode = 1;
  }
});

/**
 * @param {keyof typeof PROGRAMS} name
 * @param {string} databaseUrl
 * @returns {Promise<Start>}
 */
async function startOnce(name, databaseUrl) {
  const begun = performance.now();
  const child = spawn(process.execPath, [...PROGRAMS[name], 'serve'], {
    env: {
      ...process.env,
      UPC_ENVIRONMENT: 'test',
      UPC_SECRET: 'YSBzZWNyZXQgb2YgdGhlIGJlbmNoIGZvciBzdGFydHM=',
      DATABASE_URL: databaseUrl,
      SIMULATOR_URL: '',
      PORT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), ended.then(() => null)]);
  if (first === null) throw new Error(`The service (${name}) did not start.`);
  const { listening } = JSON.parse(String(first[0]));
  while ((await fetch(`${listening}/health/ready`)).status !== 200) await wait(5);
  const start = { seconds: (performance.now() - begun) / 1000, busySeconds: busySeconds(child.pid ?? 0) };
  child.kill('SIGTERM');
  await ended;
  return start;
}

/**
 * Returns the processor time of a running process, in seconds. Returns 0 where the system does not report it as Linux
 * does (proc(5): fields 14 and 15, in hundredths of a second).
 * @param {number} pid
 */
function busySeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** @param {readonly number[]} all */
function median(all) {
  const sorted = [...all].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
