import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mandateLink } from '../../src/payments/mandates/documents/mandate-link.js';
import { readTrustProxy } from '../../src/platform/trust-proxy.js';
import { mandates } from '../../src/store/schema.js';
import { startTestService, type TestService } from '../support/service.js';

const MEMBER = '203.0.113.7';
const PROXY = '10.1.2.3';

/** Starts a payment by way of a proxy, and says whose address its mandate keeps as evidence. */
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
    const service = await startTestService({ trustProxy: readTrustProxy(setting) });
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
    expect(() => readTrustProxy(setting)).toThrow(`UPC_TRUST_PROXY is "${setting}"; allowed is the number`);
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
