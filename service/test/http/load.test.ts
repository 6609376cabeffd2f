import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pauseSeconds } from '../../src/http/shed-load.js';
import { measureWaiting } from '../../src/store/waiting.js';
import { SERVER } from '../support/database.js';
import { startTestService, type TestService } from '../support/service.js';

let waiting = 0;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ waitingMs: () => waiting });
});
afterAll(() => service.close());

const read = () => service.api().request({ url: '/v1/studios/utilization' });
const change = () => service.api().post('/v1/payments/user-session', {});
const head = () => service.api().request({ method: 'HEAD', url: '/v1/studios/utilization' });

describe('while the database is busy', () => {
  test.each([
    ['nobody waits', 0, [200, 200, 400]],
    ['the queue is short', 499, [200, 200, 400]],
    ['reading has to wait', 500, [503, 200, 400]],
    ['what changes something goes on for longer', 1999, [503, 200, 400]],
    ['everything has to wait', 2000, [503, 200, 503]],
  ])('%s (%i ms)', async (_, ms, expected) => {
    waiting = ms;
    const answers = [await read(), await head(), await change()];
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  test('the answer says when to come again, in the language of the caller, and what the limits are', async () => {
    waiting = 0;
    const before = await read();
    waiting = 3000;
    const refused = await service
      .api()
      .request({ url: '/v1/studios/utilization', headers: { 'accept-language': 'de' } });
    expect(refused).toMatchObject({
      status: 503,
      body: {
        errorCode: 'errormessage.service.busy',
        message: 'Der Dienst ist gerade ausgelastet. Bitte versuchen Sie es in 6 Sekunden erneut.',
      },
      headers: { 'retry-after': '6' },
    });
    const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
    expect(limits.map((name) => refused.headers[name])).toEqual(limits.map((name) => before.headers[name]));
  });

  test('payments of the widget go on', async () => {
    waiting = 0;
    const gateway = service.gateway(await service.api().session());
    waiting = 60_000;
    expect((await gateway.session()).status).toBe(200);
  });

  test.each([
    [0, 1],
    [500, 1],
    [501, 2],
    [2000, 4],
    [15_000, 30],
    [600_000, 30],
  ])('%i ms of waiting: again in %i seconds', (ms, seconds) => {
    expect(pauseSeconds(ms)).toBe(seconds);
  });
});

test('the wait is that of the first in the queue', async () => {
  let now = 0;
  const free: (() => void)[] = [];
  const pool = { connect: () => new Promise<void>((ready) => free.push(ready)) };
  const waitingMs = measureWaiting(pool as unknown as Parameters<typeof measureWaiting>[0], () => now);
  const measured = async (at: number) => {
    await new Promise(setImmediate);
    now = at;
    return waitingMs();
  };
  expect(await measured(10)).toBe(0);
  void pool.connect();
  expect(await measured(15)).toBe(5);
  void pool.connect();
  expect(await measured(30)).toBe(20);
  free.shift()?.();
  expect(await measured(35)).toBe(20);
  free.shift()?.();
  expect(await measured(40)).toBe(0);
});

describe.runIf(SERVER !== undefined)('under the load of a PostgreSQL server', () => {
  test('requests are refused while every connection is taken, and answered again afterwards', async () => {
    const loaded = await startTestService();
    const { raw } = loaded.database;
    const ask = async () => (await loaded.api().request({ url: '/v1/studios/utilization' })).status;
    try {
      expect(await ask()).toBe(200);
      // One more than there are connections: it waits for as long as the others sleep.
      const load = Array.from({ length: 11 }, () => raw.query({ text: 'select pg_sleep(3)' }));
      await vi.waitFor(() => expect(loaded.database.waitingMs()).toBeGreaterThan(500), 20_000);
      expect(await ask()).toBe(503);
      await Promise.all(load);
      expect(await ask()).toBe(200);
    } finally {
      await loaded.close();
    }
  });
});
