import { get } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVER } from '../../../test/support/database.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { measureWaiting, NOBODY_WAITS } from '../database/waiting.js';
import { pauseSeconds } from './shed-load.js';

let waiting = NOBODY_WAITS;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ waiting: () => waiting });
});
afterAll(() => service.close());

const read = () => service.api().request({ url: '/v1/studios/utilization' });
const change = () => service.api().post('/v1/payments/user-session', {});
const head = () => service.api().request({ method: 'HEAD', url: '/v1/studios/utilization' });

describe('while the database is busy', () => {
  test.each([
    ['nobody waits', 0, 0, [200, 200, 400]],
    ['the queue is short', 199, 499, [200, 200, 400]],
    ['reading has to wait', 1, 500, [503, 200, 400]],
    ['what changes something is served for longer', 1, 1999, [503, 200, 400]],
    ['everything has to wait', 1, 2000, [503, 200, 503]],
    ['many came at once and are served', 1999, 99, [200, 200, 400]],
    ['the queue is short and does not move', 199, 100, [200, 200, 400]],
    ['the queue is long and does not move', 200, 100, [503, 200, 400]],
    ['it is shorter than stops what changes something', 399, 100, [503, 200, 400]],
    ['it is too long for everything', 400, 100, [503, 200, 503]],
    ['more came at once than there is room for', 2000, 0, [503, 200, 503]],
  ])('%s (%i, %i ms)', async (_, count, longestMs, expected) => {
    waiting = { count, longestMs };
    const answers = [await read(), await head(), await change()];
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  test('the answer says when to come again, in the language of the caller, and what the limits are', async () => {
    waiting = NOBODY_WAITS;
    const before = await read();
    waiting = { count: 1, longestMs: 3000 };
    const refused = await service
      .api()
      .request({ url: '/v1/studios/utilization', headers: { 'accept-language': 'de' } });
    expect(refused).toMatchObject({
      status: 503,
      body: {
        errorCode: 'errormessage.service.busy',
        message: 'Der Dienst ist gerade ausgelastet. Bitte versuchen Sie es in 6 s erneut.',
      },
      headers: { 'retry-after': '6' },
    });
    const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
    expect(limits.map((name) => refused.headers[name])).toEqual(limits.map((name) => before.headers[name]));
  });

  test('payments of the widget continue', async () => {
    waiting = NOBODY_WAITS;
    const gateway = service.gateway(await service.api().session());
    waiting = { count: 1000, longestMs: 60_000 };
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

test('the wait is that of the first in the queue, and everybody in it is counted', async () => {
  let now = 0;
  const free: (() => void)[] = [];
  const pool = { connect: () => new Promise<void>((ready) => free.push(ready)) };
  const queue = measureWaiting(pool as unknown as Parameters<typeof measureWaiting>[0], () => now);
  const measured = async (at: number) => {
    await new Promise(setImmediate);
    now = at;
    return queue();
  };
  expect(await measured(10)).toEqual(NOBODY_WAITS);
  void pool.connect();
  expect(await measured(15)).toEqual({ count: 1, longestMs: 5 });
  void pool.connect();
  expect(await measured(30)).toEqual({ count: 2, longestMs: 20 });
  free.shift()?.();
  expect(await measured(35)).toEqual({ count: 1, longestMs: 20 });
  free.shift()?.();
  expect(await measured(40)).toEqual(NOBODY_WAITS);
});

describe.runIf(SERVER !== undefined)('under the load of a PostgreSQL server', { timeout: 180_000 }, () => {
  let loaded: TestService;
  beforeAll(async () => {
    loaded = await startTestService({ rateLimit: { limit: 1_000_000, seconds: 60 } });
  });
  afterAll(() => loaded.close());

  /**
   * Occupies all ten connections until the work has ended. When the work begins, one more query has waited for the
   * given time.
   */
  async function whileAllAreTaken<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
    const { db, raw, waiting: queue } = loaded.database;
    let others: Promise<unknown>[] = [];
    const result = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(1)`);
      others = Array.from({ length: 10 }, () =>
        raw.query({ text: 'select pg_advisory_xact_lock_shared(1)' }),
      );
      await expect.poll(() => queue().longestMs, { timeout: 60_000 }).toBeGreaterThanOrEqual(ms);
      return work();
    });
    await Promise.all(others);
    return result;
  }

  test('requests are refused while every connection is taken, and answered again afterwards', async () => {
    const ask = async () => (await loaded.api().request({ url: '/v1/studios/utilization' })).status;
    expect(await ask()).toBe(200);
    expect(await whileAllAreTaken(500, ask)).toBe(503);
    expect(await ask()).toBe(200);
  });

  test('of a thousand requests at once, a bounded number waits, and the others are told at once when to come again', async () => {
    const origin = await loaded.app.app.listen({ host: '127.0.0.1', port: 0 });
    const refused: number[] = [];
    // `fetch` is not usable, because it allows each of a thousand connections only ten seconds to open.
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${origin}/v1/studios/utilization`, { headers: { 'x-api-key': EUR_KEY } }, (answer) => {
          if (answer.statusCode === 503) refused.push(Number(answer.headers['retry-after']));
          answer.resume().once('end', () => resolve(answer.statusCode));
        }).once('error', reject);
      });
    expect(await ask()).toBe(200);
    const { asked } = await whileAllAreTaken(100, async () => {
      const all = Promise.all(Array.from({ length: 1000 }, ask));
      // The queue also contains the query that waited before them.
      const decided = () => loaded.database.waiting().count - 1 + refused.length;
      await expect.poll(decided, { timeout: 150_000 }).toBe(1000);
      return { asked: all };
    });
    const served = (await asked).filter((status) => status === 200);
    expect(served.length + refused.length).toBe(1000);
    expect(served.length).toBeLessThan(200);
    expect(refused.every((seconds) => seconds >= 1)).toBe(true);
    expect(await ask()).toBe(200);
  });
});
