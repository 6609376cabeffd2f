import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onServer, SERVER } from '../../../test/support/database.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { startMetricsServer } from '../metrics-server.js';
import { createMetrics } from '../metrics.js';
import { hashToken } from '../secrets/tokens.js';
import { healthRoutes } from './health.routes.js';

const log: string[] = [];
const metrics = createMetrics();
let service: TestService;
beforeAll(async () => {
  const stream = new Writable({
    write: (line: Buffer, _, done) => {
      log.push(line.toString());
      done();
    },
  });
  service = await startTestService({
    metrics,
    logger: { level: 'info', stream },
    rateLimit: { limit: 3, seconds: 60 },
  });
});
afterAll(() => service.close());

describe('the health of the service', () => {
  const ready = (client: Parameters<typeof healthRoutes>[0]) =>
    Fastify()
      .register(healthRoutes(client, () => false, 10))
      .inject('/health/ready');

  test.each(['GET', 'HEAD'] as const)('is public, by %s', async (method) => {
    for (const url of ['/health/live', '/health/ready']) {
      expect((await service.app.app.inject({ method, url })).statusCode).toBe(200);
    }
  });

  test.each([
    ['refuses', () => Promise.reject(new Error('the address of the database'))],
    ['is silent', () => new Promise<never>(() => {})],
  ])('is bad when the database %s', async (_, query) => {
    const answer = await ready({ query });
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'database does not respond' }]);
  });

  test('costs the database one query for many requests', async () => {
    let asked = 0;
    const client = { query: async () => ({ rows: [], rowCount: (asked += 1) }) };
    const app = Fastify().register(healthRoutes(client, () => false));
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/health/ready')));
    expect(asked).toBe(1);
  });
});

describe.runIf(SERVER !== undefined)('a PostgreSQL server whose connections are all in use', () => {
  test('still reports its health', async () => {
    const database = await onServer(SERVER ?? '');
    let release = () => {};
    const done = new Promise<void>((resolve) => (release = resolve));
    const begun: Promise<void>[] = [];
    const requests = Array.from({ length: 10 }, () => {
      let begin = () => {};
      begun.push(new Promise((resolve) => (begin = resolve)));
      return database.db.transaction(async () => {
        begin();
        await done;
      });
    });
    await Promise.all(begun);
    const queued = database.raw.query({ text: 'select 1' });
    expect(database.waiting().count).toBe(1);
    const answer = await Fastify()
      .register(healthRoutes(database.health, () => false))
      .inject('/health/ready');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready' }]);
    expect(database.waiting().count).toBe(1);
    release();
    await Promise.all([...requests, queued]);
    await database.close();
  }, 60_000);
});

describe('metrics', () => {
  test('count responses by route, and contain nothing that was sent', async () => {
    const token = await service.api().session();
    await service.app.app.inject({
      url: '/api/v1/session?canary=1',
      headers: { 'x-user-payment-session-token': token },
    });
    await service.app.app.inject(`/unknown/canary/${token}`);
    const text = await metrics.print();
    expect(text).toMatch(
      /^upc_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/session",status="200"\} 1$/m,
    );
    expect(text).toContain('route="unknown",status="404"');
    for (const secret of [token, EUR_KEY, 'canary', '127.0.0.1']) expect(text).not.toContain(secret);
  });

  test('report unfinished tasks', async () => {
    const line = /^upc_stuck\{kind="expired sessions that have not been closed"\} (\d+)$/m;
    const before = Number(line.exec(await metrics.print())?.[1]);
    service.clock.advance(2 * 3600_000);
    const after = Number(line.exec(await metrics.print())?.[1]);
    service.clock.advance(-2 * 3600_000);
    expect(after).toBeGreaterThan(before);
  });

  test('report the work of jobs and their faults', async () => {
    const own = createMetrics();
    own.jobEnded('EXPIRY SIMULATOR', 0.02);
    own.jobFailed('EXPIRY SIMULATOR');
    const text = await own.print();
    expect(text).toContain('upc_job_faults_total{job_name="EXPIRY SIMULATOR"} 1');
    expect(text).toContain('upc_job_duration_seconds_count{job_name="EXPIRY SIMULATOR"} 1');
  });

  test.each([
    ['cannot be read', () => Promise.reject(new Error('canary'))],
    ['does not respond', () => new Promise<never>(() => {})],
  ])('are served except for the one that %s', async (_, read) => {
    const own = createMetrics(10);
    let isBroken = false;
    const [broken, sound] = [
      { name: 'upc_broken', help: 'canary of a test' },
      { name: 'upc_sound', help: 'x' },
    ];
    own.watch(broken, () => (isBroken ? read() : Promise.resolve([{ kind: 'one', count: 7 }])));
    own.watch(sound, async () => [{ kind: 'one', count: 8 }]);
    expect(await own.print()).toContain('upc_broken{kind="one"} 7');
    isBroken = true;
    await own.print();
    const text = await own.print();
    expect(text).toContain('upc_sound{kind="one"} 8');
    expect(text).toMatch(/upc_metric_faults_total\{metric="upc_broken"\} [12]$/m);
    // The metrics must not repeat the earlier value.
    expect(text).not.toContain('upc_broken{');
    expect(text).not.toContain('Error');
  });

  test('have their own port', async () => {
    const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 });
    const shown = await fetch(`${server.url}/metrics`);
    expect([shown.status, (await fetch(server.url)).status]).toEqual([200, 404]);
    expect(await shown.text()).toContain('process_cpu_seconds_total');
    await server.close();
    expect((await service.app.app.inject('/metrics')).statusCode).toBe(404);
  });
});

describe('the log line of a refusal', () => {
  const lineOf = (status: number) =>
    log.map((text) => JSON.parse(text) as Record<string, unknown>).find((line) => line.status === status);

  test.each([
    ['a key without the scope', 403, 'test-key-northside-berlin-no-payments', 1],
    ['too many requests', 429, 'test-key-northside-berlin-eur', 4],
  ])('names the address, the id of the key and the trace id: %s', async (_, status, key, times) => {
    log.length = 0;
    for (let sent = 0; sent < times; sent += 1) {
      await service.app.app.inject({
        method: 'POST',
        url: '/v1/payments/user-session',
        headers: { 'x-api-key': key },
        payload: {},
        remoteAddress: '203.0.113.9',
      });
    }
    expect(lineOf(status)).toMatchObject({
      address: '203.0.113.9',
      keyId: hashToken(key).slice(0, 12),
      route: '/v1/payments/user-session',
      traceId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(log.join('')).not.toContain(key);
  });

  test('is written for an address that cannot be read', async () => {
    log.length = 0;
    for (let sent = 0; sent < 4; sent += 1) {
      await service.app.app.inject({ url: '/%E0%A4%A', remoteAddress: '203.0.113.9' });
    }
    expect(lineOf(429)).toMatchObject({ address: '203.0.113.9', keyId: null, route: 'unknown' });
    expect(log.join('')).not.toContain('%E0');
  });
});

test('a service that shuts down reports it, and finishes requests in progress', async () => {
  const { app } = service;
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  let goOn = () => {};
  const reached = new Promise<void>((resolve) => {
    service.onStep = () => {
      resolve();
      return new Promise((released) => (goOn = released));
    };
  });
  const asked = fetch(`${url}/v1/payments/user-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'test-key-seeblick-zuerich-chf' },
    body: JSON.stringify({ amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Membership' }),
  });
  await reached;
  app.announceEnd();
  const ready = await fetch(`${url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'ending' }]);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  const closed = app.close();
  goOn();
  const answer = await asked;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await closed;
  await expect(fetch(`${url}/health/live`)).rejects.toThrow();
});
