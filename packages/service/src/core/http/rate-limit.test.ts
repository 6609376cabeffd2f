import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { NOBODY_WAITS } from '../database/waiting.js';

let service: TestService;
beforeAll(async () => {
  // With an empty queue, no request is refused with 503 instead, however busy the machine is.
  service = await startTestService({ rateLimit: { limit: 3, seconds: 60 }, waiting: () => NOBODY_WAITS });
});
afterAll(() => service.close());

const limits = ({ status, headers }: Answer<unknown>) => [
  status,
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
  Number(headers['x-ratelimit-reset']),
];

test('each operation counts for itself, until its window ends', async () => {
  const reset = service.clock.now().getTime() / 1000 + 60;
  const send = (path: string, key = EUR_KEY) => service.api(key).post(`/v1/${path}`, {});
  const session = 'payments/user-session';

  expect(limits(await send(session))).toEqual([400, 3, 2, reset]);
  expect(limits(await send(session))).toEqual([400, 3, 1, reset]);
  expect(limits(await send(session))).toEqual([400, 3, 0, reset]);
  const refused = await send(session);
  expect(limits(refused)).toEqual([429, 3, 0, reset]);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.body.errorCode).toBe('errormessage.rate.limit.exceeded');

  expect((await send('customers/2001/account/payment')).status).toBe(400);
  expect((await send(session, 'test-key-seeblick-zuerich-chf')).status).toBe(400);
  expect(limits(await send(session, 'unknown'))).toEqual([401, 3, 2, reset]);

  service.clock.advance(61_000);
  expect(limits(await send(session))).toEqual([400, 3, 2, reset + 61]);
});

test('of requests that come to several services at the same time, as many pass as the limit says', async () => {
  service.clock.advance(2 * 3600_000);
  const others = [await service.another(), await service.another()];
  const apps = [service.app, ...others];
  const statuses = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const answer = await apps[index % apps.length]?.app.inject({
        method: 'POST',
        url: '/v1/customers/create',
        headers: { 'x-api-key': EUR_KEY, 'content-type': 'application/json' },
        payload: '{}',
      });
      return answer?.statusCode;
    }),
  );
  expect(statuses.sort()).toEqual([
    ...Array.from({ length: 3 }, () => 400),
    ...Array.from({ length: 21 }, () => 429),
  ]);
  await Promise.all(others.map((app) => app.close()));
});

test('both ways to read a session have one count', async () => {
  const remoteAddress = '203.0.113.4';
  const token = 'a-guess';
  const url = '/api/v1/session';
  const asHeader = { method: 'GET', headers: { 'x-user-payment-session-token': token } } as const;
  const asBody = { method: 'POST', headers: { 'content-type': 'text/plain' }, payload: token } as const;
  const statuses = [];
  for (const way of [asHeader, asBody, asHeader, asBody])
    statuses.push((await service.app.app.inject({ ...way, url, remoteAddress })).statusCode);
  expect(statuses).toEqual([401, 401, 401, 429]);
});

test('HEAD is not counted', async () => {
  const head = () => service.api().request({ method: 'HEAD', url: '/v1/payments/user-session' });
  for (let count = 0; count < 5; count += 1) expect((await head()).status).toBe(200);
});

describe('wrong keys', () => {
  const send = (
    method: 'HEAD' | 'POST',
    key: string,
    remoteAddress: string,
    path = 'payments/user-session',
  ) =>
    service.app.app
      .inject({ method, url: `/v1/${path}`, headers: { 'x-api-key': key }, remoteAddress })
      .then(({ statusCode }) => statusCode);

  test('are counted for an address over all operations, HEAD included', async () => {
    const from = '203.0.113.1';
    expect(await send('HEAD', 'wrong-1', from)).toBe(401);
    expect(await send('POST', 'wrong-2', from)).toBe(401);
    expect(await send('HEAD', 'wrong-3', from, 'memberships/membership-offers')).toBe(401);
    expect(await send('POST', 'wrong-4', from, 'memberships/signup')).toBe(429);
    // HEAD no longer reveals anything, not even that a key is correct.
    expect(await send('HEAD', 'wrong-5', from)).toBe(401);
    expect(await send('HEAD', EUR_KEY, from)).toBe(401);
    // Other callers who share the address with the guesser can still work.
    expect(await send('POST', EUR_KEY, from, 'memberships/signup')).toBe(400);
    expect(await send('HEAD', EUR_KEY, '203.0.113.2')).toBe(200);
  });

  test('are counted by all services together', async () => {
    const other = await service.another();
    const from = '203.0.113.3';
    const head = (app: typeof other, key: string) =>
      app.app.inject({
        method: 'HEAD',
        url: '/v1/memberships/signup',
        headers: { 'x-api-key': key },
        remoteAddress: from,
      });
    for (let count = 0; count < 3; count += 1)
      expect((await head(other, `wrong-${count}`)).statusCode).toBe(401);
    expect(await send('POST', 'wrong-4', from)).toBe(429);
    expect((await head(service.app, EUR_KEY)).statusCode).toBe(401);
    await other.close();
  });
});
