import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { events } from '../events.tables.js';
import { hashToken } from '../secrets/tokens.js';

const log: string[] = [];
let service: TestService;
beforeAll(async () => {
  const stream = new Writable({
    write: (line: Buffer, _, done) => {
      log.push(line.toString());
      done();
    },
  });
  service = await startTestService({ logger: { level: 'info', stream } });
});
afterAll(() => service.close());

describe('nobody on the way keeps', () => {
  test('sessions, payments, tokens and refusals', async () => {
    const answer = await service.api().post('/v1/payments/user-session', {
      amount: 0,
      scope: 'MEMBER_ACCOUNT',
      referenceText: 'Membership',
      prefetch: { locale: 'de' },
    });
    const { token } = answer.body as unknown as { token: string };
    const gateway = service.gateway(token);
    const made = await gateway.create(await gateway.sepaRequest());
    const answers = [
      answer,
      await gateway.session(),
      made,
      await gateway.get(made.body.id),
      await gateway.authenticate(made.body.id),
      await gateway.cancel(made.body.id),
      await service.gateway('unknown').session(),
      await service.api('unknown').post('/v1/payments/user-session', {}),
      await service.api().request({ url: '/v1/memberships/membership-offers' }),
    ];
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(answers.map(() => 'no-store'));
    expect(log.join('')).not.toContain(token);
  });
});

describe('what a caller sends', () => {
  test.each(['x'.repeat(40_000), '\u0000'.repeat(60), `${'a'.repeat(119)}😀`.repeat(9)])(
    'the name of an unknown property is neither answered nor kept in full',
    async (name) => {
      const gateway = service.gateway(await service.api().session());
      const { status, body } = await gateway.create({ ...(await gateway.sepaRequest()), [name]: 1 });
      expect([status, body.errorCode]).toEqual([400, 'errormessage.request.invalid']);
      expect(JSON.stringify(body).length).toBeLessThan(1500);
      const kept = await service.database.db.select().from(events);
      expect(Math.max(...kept.map(({ detail }) => detail.length))).toBeLessThan(300);
      expect(kept.filter(({ traceId }) => traceId === body.traceId)).toHaveLength(1);
    },
  );

  test.each([
    ['the account holder', { details: { accountHolder: 'Mara \ud800', iban: 'DE89370400440532013000' } }, 'details.accountHolder'],
    ['an unknown property', { extra: { deep: ['\udfff'] } }, 'extra.deep.0'],
    ['the name of a property', { '\ud800': 1 }, '\ufffd'],
  ])('half a character in %s is refused', async (_, more, reference) => {
    const gateway = service.gateway(await service.api().session());
    const { status, body } = await gateway.create({ ...(await gateway.sepaRequest()), ...more });
    expect([status, body.reference]).toEqual([400, reference]);
  }); // prettier-ignore
});

describe('the log line of a refusal', () => {
  test.each([
    ['a wrong key', '/v1/memberships/membership-offers', { 'x-api-key': 'wrong-key-of-a-test' }],
    ['a wrong token', '/api/v1/session', { 'x-user-payment-session-token': 'wrong-key-of-a-test' }],
  ])('names the address and the id of %s, and not what was sent', async (_, url, headers) => {
    log.length = 0;
    await service.app.app.inject({ url, headers, remoteAddress: '203.0.113.9' });
    const line = log
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find(({ status }) => status === 401);
    expect(line).toMatchObject({
      address: '203.0.113.9',
      keyId: hashToken('wrong-key-of-a-test').slice(0, 12),
    });
    expect(log.join('')).not.toContain('wrong-key');
  });

  test('names the trace id that the answer has', async () => {
    log.length = 0;
    const refused = await service.api().post('/v1/payments/user-session', { scope: 'NONE' });
    const line = log.map((text) => JSON.parse(text) as Record<string, unknown>).find((each) => each.status);
    expect(line).toMatchObject({ status: 400, traceId: refused.body.traceId });
  });

  test('without a key there is no id, and the line of a request that was let in names no address', async () => {
    log.length = 0;
    await service.app.app.inject({ url: '/v1/memberships/membership-offers' });
    await service.api().request({ url: '/v1/memberships/membership-offers' });
    const [refused, answered] = log.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(refused).toMatchObject({ status: 401, keyId: null });
    expect(answered).not.toHaveProperty('address');
  });
});

describe('browsers', () => {
  const preflight = (url: string, wanted: string, origin = 'http://localhost:5173') =>
    service.app.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': wanted,
      },
    });

  test.each(['/v1/payments/user-session', '/api/v1/payments', '/widget/widget.js'])(
    'are never offered to send an API key to %s',
    async (url) => {
      const { headers } = await preflight(url, 'x-api-key');
      expect(headers['access-control-allow-headers'] ?? '').not.toContain('x-api-key');
      if (url.startsWith('/v1/')) expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  test('may call the Open API from a registered origin in development, and read the rate limit', async () => {
    const development = await service.another({ isDevelopment: true });
    try {
      const ask = (origin: string, method: 'OPTIONS' | 'POST') =>
        development.app.inject({
          method,
          url: '/v1/payments/user-session',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-api-key,content-type,accept-language',
          },
        });
      const { statusCode, headers } = await ask('http://localhost:5173', 'OPTIONS');
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, 'http://localhost:5173']);
      expect(headers['access-control-allow-headers']).toMatch(/content-type.*accept-language.*x-api-key/);
      const { headers: answered } = await ask('http://localhost:5173', 'POST');
      expect(answered['access-control-expose-headers']).toContain('x-ratelimit-reset');
      const stranger = await ask('http://127.0.0.1:5173', 'OPTIONS');
      expect(stranger.headers).not.toHaveProperty('access-control-allow-origin');
    } finally {
      await development.close();
    }
  });

  test('run nothing but its own on the page of the description', async () => {
    const { statusCode, headers } = await service.app.app.inject({ url: '/open-api/' });
    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe-');
  });
});

test('a body that does not arrive is cut off', async () => {
  const patient = await startTestService({ requestTimeoutMs: 200 });
  const url = new URL(await patient.app.app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(url.port), url.hostname);
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data));
  socket.write(
    `POST /v1/payments/user-session HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${EUR_KEY}\r\n` +
      `x-trace: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"amount":`,
  );
  await once(socket, 'close');
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 408 /);
  await patient.close();
});

test('a request that began before the service ends is answered as always', async () => {
  const ending = await startTestService();
  const url = new URL(await ending.app.app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(url.port), url.hostname);
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data));
  const line = `GET /v1/memberships/membership-offers HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${EUR_KEY}\r\n`;
  // The request has begun but is incomplete, so the connection is not idle.
  const connected = once(ending.app.app.server, 'connection');
  socket.write(line);
  await connected;
  const closed = ending.close();
  socket.write('connection: close\r\n\r\n');
  await once(socket, 'close');
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 200 /);
  await closed;
});
