import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningService } from '@upc/service/service';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { advance, nextStep } from '../src/advance.js';
import { SandboxClock } from '../src/clock.js';
import { clockCommand } from '../src/clock-command.js';
import { clockRoutes } from '../src/clock-routes.js';
import { DAY_MS, durationOf, formatDuration } from '../src/duration.js';

const MINUTE = 60_000;
const neverAborted = new AbortController().signal;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upc-clock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a duration', () => {
  test.each([
    ['90m', 90 * MINUTE, '1 hour 30 minutes'],
    ['12h', 12 * 60 * MINUTE, '12 hours'],
    ['31d', 31 * DAY_MS, '31 days'],
    ['2w', 14 * DAY_MS, '14 days'],
    ['366d', 366 * DAY_MS, '366 days'],
  ])('%s', (text, milliseconds, words) => {
    expect(durationOf(text)).toBe(milliseconds);
    expect(formatDuration(milliseconds)).toBe(words);
  });

  test.each(['', '0d', '-1d', '1.5d', '31', 'd', '367d', '53w', '1y', '31 d'])(
    'is refused with what is allowed: %j',
    (text) => {
      expect(() => durationOf(text)).toThrow(
        `The clock cannot advance by "${text}". Give a whole number of minutes, hours, days or weeks up to 366 days, such as 90m, 12h, 31d or 2w.`,
      );
    },
  );
});

describe('the command', () => {
  test.each([['back'], ['advance'], ['advance', '1d', '2d']])('explains itself: %j', async (...args) => {
    await expect(clockCommand(args)).rejects.toThrow('Use "upc-sandbox clock" to read');
  });

  test('refuses a duration before it looks for a sandbox', async () => {
    await expect(clockCommand(['advance', 'soon'])).rejects.toThrow('cannot advance by "soon"');
  });

  /** Advances the clock of a server in place of the sandbox. It ends the connection where there is no answer. */
  const advanceAt = async (answer: (by: string) => object | null, duration: string): Promise<string> => {
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        const answered = answer((body as { readonly by: string }).by);
        if (answered) response.end(JSON.stringify(answered));
        else response.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return clockCommand(['advance', duration, '--port', String(port)]).finally(() => server.close());
  };

  test('says where no sandbox answers', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await expect(clockCommand(['--port', String(port)])).rejects.toThrow(
      `No sandbox answers at http://127.0.0.1:${port}.`,
    );
  });

  test('does not say so when an answer is lost', async () => {
    await expect(advanceAt(() => null, '1d')).rejects.toThrow('No answer came from');
  });

  test('moves the clock in pieces of at most 31 days, and prints the sums once', async () => {
    const pieces: string[] = [];
    const printed = await advanceAt((by) => {
      pieces.push(by);
      const happened = { CHARGES: 2, [`PIECE_${pieces.length}`]: 1 };
      const now = `2026-0${pieces.length}-01T10:00:00.000Z`;
      return { now, aheadMs: durationOf(by), happened, unfinished: [], seconds: 0.1 };
    }, '70d');
    expect(pieces).toEqual([`${31 * 1440}m`, `${31 * 1440}m`, `${8 * 1440}m`]);
    expect(printed).toBe(
      [
        'It is 2026-03-01 10:00 UTC in the sandbox (8 days ahead).',
        'What happened (0.3 s):',
        '  CHARGES  6',
        '  PIECE_1  1',
        '  PIECE_2  1',
        '  PIECE_3  1',
        '',
      ].join('\n'),
    );
  });
});

describe('the clock', () => {
  test('keeps its time in the folder', async () => {
    const clock = await SandboxClock.open(folder);
    expect(clock.ahead).toBe(0);
    await clock.move(DAY_MS);
    await clock.move(MINUTE);
    expect((await SandboxClock.open(folder)).ahead).toBe(DAY_MS + MINUTE);
    expect(Math.abs(clock.now().getTime() - Date.now() - DAY_MS - MINUTE)).toBeLessThan(1000);
  });

  test.each(['', '{', 'null', '{"aheadMs":-1}', '{"aheadMs":"1"}'])(
    'refuses a damaged file: %j',
    async (text) => {
      await writeFile(path.join(folder, 'clock.json'), text);
      await expect(SandboxClock.open(folder)).rejects.toThrow('clock.json');
    },
  );
});

test('the service alone has no such route, and no setting that moves its clock', async () => {
  const sources = path.resolve(import.meta.dirname, '../../service/src');
  const files = (await readdir(sources, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const containing = async (text: string) => {
    const contents = await Promise.all(files.map((file) => readFile(path.join(sources, file), 'utf8')));
    return files.filter((_, index) => contents[index]?.includes(text)).sort();
  };
  expect(await containing('/sandbox/clock')).toEqual([]);
  // An embedder passes it on to the database's clock. No program of the service sets it.
  expect(await containing('clockAhead')).toEqual(['open-app.ts', 'service.ts']);
  expect(await readFile(path.join(sources, 'main.ts'), 'utf8')).not.toMatch(/extend|clockAhead/);
});

describe('a move', () => {
  const advanceWith = async (
    runJobs: (passedMs: number) => Promise<Record<string, number>>,
    milliseconds: number,
  ) => {
    const clock = await SandboxClock.open(folder);
    return { clock, ...(await advance(clock, runJobs, milliseconds, neverAborted)) };
  };

  test('passes the whole time in steps of a day or less', async () => {
    const steps: number[] = [];
    const { clock, happened, unfinished } = await advanceWith(async (step) => {
      steps.push(step);
      return {};
    }, 31 * DAY_MS);
    expect(clock.ahead).toBe(31 * DAY_MS);
    expect(steps.reduce((sum, step) => sum + step, 0)).toBe(31 * DAY_MS);
    expect(Math.max(...steps)).toBe(DAY_MS);
    expect(steps.length).toBeLessThan(45);
    expect({ happened, unfinished }).toEqual({ happened: {}, unfinished: [] });
  });

  test('lets what follows from something happen soon after it', async () => {
    const clock = await SandboxClock.open(folder);
    const charged: number[] = [];
    const settled: number[] = [];
    const run = async () => {
      if (charged.length === 0 && clock.ahead >= 5 * DAY_MS) {
        charged.push(clock.ahead);
        return { 'CHARGES SIMULATOR': 1 };
      }
      if (settled.length === 0 && clock.ahead >= (charged[0] ?? Infinity) + 2 * MINUTE) {
        settled.push(clock.ahead);
        return { 'CHARGES STRIPE': 2, RETURNS: 1 };
      }
      return {};
    };
    const { happened } = await advance(clock, run, 9 * DAY_MS, neverAborted);
    expect((settled[0] ?? 0) - (charged[0] ?? 0)).toBe(3 * MINUTE);
    expect(happened).toEqual({ CHARGES: 3, RETURNS: 1 });
  });

  test('ends although a job never runs out of work, and says which', async () => {
    let runs = 0;
    const { clock, unfinished } = await advanceWith(async () => {
      runs += 1;
      return { DELIVERIES: 1 };
    }, 31 * DAY_MS);
    expect(clock.ahead).toBe(31 * DAY_MS);
    expect(unfinished).toEqual(['DELIVERIES']);
    expect(runs).toBeLessThan(100);
  });

  test('may take longer than connections may be silent', async () => {
    const app = Fastify({ connectionTimeout: 100 });
    const running = {
      prepared: Promise.resolve(),
      app: { runDueJobs: () => wait(400, {}) },
    } as unknown as RunningService;
    clockRoutes(app, await SandboxClock.open(folder), () => running, neverAborted);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const response = await fetch(`${url}/sandbox/clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"by":"1m"}',
      });
      expect(response.status).toBe(200);
    } finally {
      await app.close();
    }
  });

  test('ends after the current step when the sandbox ends', async () => {
    const ending = new AbortController();
    const clock = await SandboxClock.open(folder);
    const run = async () => {
      ending.abort();
      return { CHARGES: 1 };
    };
    expect((await advance(clock, run, DAY_MS, ending.signal)).unfinished).toEqual(['CHARGES']);
    expect(clock.ahead).toBe(3 * MINUTE);
  });

  test('never takes a step of less than a millisecond', () => {
    for (let left = 10 * DAY_MS + 1; left > 0;) {
      const step = nextStep(left, DAY_MS);
      expect(Number.isInteger(step) && step > 0).toBe(true);
      left -= step;
    }
  });
});
