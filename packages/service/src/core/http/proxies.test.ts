import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { mandateLink } from '../../modules/payments/mandates/mandate-link.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { readEnvironment } from '../../environment.js';

const MEMBER = '203.0.113.7';
const PROXY = '10.1.2.3';

/** Starts a payment through a proxy, and returns the address that the mandate stores as evidence. */
async function keptAddress(service: TestService, forwardedFor: string): Promise<string | undefined> {
  const token = await service.api().session();
  const payload = await service.gateway(token).sepaRequest();
  const { statusCode, json } = await service.app.app.inject({
    method: 'POST',
    url: '/api/v1/payments',
    remoteAddress: PROXY,
    headers: {
      'x-user-payment-session-token': token,
      'idempotency-key': crypto.randomUUID(),
      'x-forwarded-for': forwardedFor,
    },
    payload,
  });
  expect(statusCode).toBe(201);
  const { id } = json<{ id: string }>();
  const [mandate] = await service.database.db.select().from(mandates).where(eq(mandates.paymentId, id));
  return mandate?.ip;
}

describe('the address of a member', () => {
  test.each([
    ['no proxy is trusted', undefined, MEMBER, PROXY],
    ['one proxy', '1', MEMBER, MEMBER],
    ['one proxy, and a member who names another address', '1', `198.51.100.1, ${MEMBER}`, MEMBER],
    ['two proxies', '2', `${MEMBER}, 10.9.9.9`, MEMBER],
    ['its address', PROXY, MEMBER, MEMBER],
    ['its network', 'loopback, 10.0.0.0/8', `198.51.100.1, ${MEMBER}, 10.9.9.9`, MEMBER],
    ['another address than the one it comes from', '192.0.2.1', MEMBER, PROXY],
  ])('%s', async (_, setting, forwardedFor, expected) => {
    const service = await startTestService({
      trustProxy: readEnvironment({ UPC_TRUST_PROXY: setting }).trustProxy,
    });
    expect(await keptAddress(service, forwardedFor)).toBe(expected);
    await service.close();
  });

  test.each([
    '-1',
    '11',
    '1.5',
    'yes',
    '10.0.0.0/33',
    '10.0.0.1,',
    'proxy.example',
    '10.0.0.0/8/8',
    '300.1.1.1',
  ])('%s is refused, and what is allowed is said', (setting) => {
    expect(() => readEnvironment({ UPC_TRUST_PROXY: setting })).toThrow(
      `UPC_TRUST_PROXY is "${setting}"; allowed is the number`,
    );
  });
});

describe('addresses that answers name', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      publicUrl: () => 'https://pay.example',
      rateLimit: { limit: 50, seconds: 60 },
    });
  });
  afterAll(() => service.close());

  test('an image is on the public address, whatever name was asked for', async () => {
    const { body } = await service
      .api()
      .request<unknown>({ url: '/v1/memberships/membership-offers', headers: { host: 'evil.example' } });
    const text = JSON.stringify(body);
    expect(text).toContain('https://pay.example/images/');
    expect(text).not.toContain('evil.example');
  });

  test('requests without a valid link do not stand in the way of one', async () => {
    const payment = await service.gateway(await service.api().session()).paySepa();
    const [mandate] = await service.database.db
      .select()
      .from(mandates)
      .where(eq(mandates.paymentId, payment.id));
    const link = new URL(mandateLink(service.app.context, mandate?.id ?? '', service.clock.now()));
    const unsigned = () => service.app.app.inject({ url: `${link.pathname}?expires=1&signature=x` });
    const statuses = [];
    for (let count = 0; count < 60; count += 1) statuses.push((await unsigned()).statusCode);
    expect(statuses.filter((status) => status === 403)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const { statusCode, headers } = await service.app.app.inject({ url: `${link.pathname}${link.search}` });
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  });
});

describe('the trace id', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ trustProxy: readEnvironment({ UPC_TRUST_PROXY: '1' }).trustProxy });
  });
  afterAll(() => service.close());

  test.each([
    ['a UUID', '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d', true],
    ['32 hexadecimal digits', '2C5EA4C0406711e98bad9b1deb4d3b7d', true],
    ['an account number', 'DE89370400440532013000', false],
    ['a token', 'kQ7zVd2mRf9Ls4TxYb6NcHw8kQ7zVd2mRf9Ls4TxYb6NcHw8kQ7zVd', false],
    ['a card number', '4242424242424242', false],
  ])("of a proxy that sends %s as the request's", async (_, id, isTaken) => {
    const answer = await service.app.app.inject({
      url: '/v1/memberships/membership-offers',
      remoteAddress: PROXY,
      headers: { 'x-request-id': id },
    });
    expect(answer.json<{ traceId: string }>().traceId === id).toBe(isTaken);
  });
});
