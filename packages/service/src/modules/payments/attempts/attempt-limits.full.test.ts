import { Writable } from 'node:stream';
import { and, desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenFor } from '../../../../test/support/buyer.js';
import type { GatewayClient } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { forgetNetworks } from '../../../core/http/networks.js';
import { recentNetworks } from '../../../core/http/rate-limit.tables.js';
import { payments } from '../payments.tables.js';
import { paymentSessions } from '../sessions/sessions.tables.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** An account that the simulated provider refuses. */
const REFUSED = 'DE62370400440532013001';
/** An account that the simulated provider accepts, and whose charge it declines. */
const DECLINED_WHEN_CHARGED = 'DE65370400440002222227';
const SWISS = {
  accountHolder: 'Reto Baumann',
  iban: 'CH9300762011623852957',
  address: { line1: 'Seestrasse 1', city: 'Zürich', postalCode: '8002', country: 'CH' },
};
/** A customer whose contract began three months ago. */
const MEMBER = 2005;
const EXCEEDED = 'errormessage.payment.attempts.exceeded';

const log: string[] = [];
let service: TestService;
beforeEach(async () => {
  log.length = 0;
  const stream = new Writable({
    write: (line: Buffer, _, done) => {
      log.push(line.toString());
      done();
    },
  });
  service = await startTestService({
    studioPage: true,
    trustProxy: ['127.0.0.1'],
    logger: { level: 'warn', stream },
  });
});
afterEach(() => service.close());

const open = async (fields: object = {}, key?: string) =>
  service.gateway(await service.api(key).session({ ...fields }));

async function fail(gateway: GatewayClient, times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    expect((await gateway.paySepa(REFUSED)).status).toBe('FAILED');
  }
}

/** Makes the next attempt. Returns its status and the seconds to wait. */
async function attempt(gateway: GatewayClient, address?: string): Promise<readonly [number, number]> {
  const from = address === undefined ? {} : { 'x-forwarded-for': address };
  const { status, headers, body } = await gateway.create(await gateway.sepaRequest(), undefined, from);
  if (status === 429) expect(body.errorCode).toBe(EXCEEDED);
  return [status, Number(headers['retry-after'] ?? 0)];
}

describe('attempts that fail', () => {
  test('in one session are followed by waits that grow, and the session continues afterwards', async () => {
    const gateway = await open();
    await fail(gateway, 5);
    expect(await attempt(gateway)).toEqual([429, 15]);
    service.clock.advance(14 * SECOND);
    expect(await attempt(gateway)).toEqual([429, 1]);
    service.clock.advance(SECOND);
    await fail(gateway);
    expect(await attempt(gateway)).toEqual([429, 30]);
    service.clock.advance(30 * SECOND);
    expect((await gateway.paySepa()).status).toBe('PREAUTHED');
  });

  test('make nothing: the key of a refused attempt is good for the same request later', async () => {
    const gateway = await open();
    await fail(gateway, 5);
    const request = await gateway.sepaRequest();
    const key = crypto.randomUUID();
    expect((await gateway.create(request, key)).status).toBe(429);
    service.clock.advance(15 * SECOND);
    expect((await gateway.create(request, key)).status).toBe(201);
  });

  test('of one person are counted over all sessions, and by all services', async () => {
    const customer = { customerId: 2001 };
    for (let count = 0; count < 5; count += 1) await fail(await open(customer), 2);
    const another = await service.another();
    const token = await service.api().session(customer);
    const elsewhere = await attempt(service.gateway(token));
    expect(elsewhere).toEqual([429, 60]);
    const { statusCode, headers } = await another.app.inject({
      method: 'POST',
      url: '/api/v1/payments',
      headers: { 'x-user-payment-session-token': token, 'idempotency-key': crypto.randomUUID() },
      payload: await service.gateway(token).sepaRequest(),
    });
    expect([statusCode, headers['retry-after']]).toEqual([429, '60']);
    await another.close();
    // Another person of the studio is not affected.
    expect((await attempt(await open({ customerId: 2002 })))[0]).toBe(201);
    service.clock.advance(24 * 60 * MINUTE);
    expect((await attempt(await open(customer)))[0]).toBe(201);
  });

  test('when a token is used are counted for the person', async () => {
    const customer = { customerId: 2001 };
    const ecom = { ...customer, scope: 'ECOM', amount: 20 };
    const amount = { amount: 20, currency: 'EUR' };
    for (let count = 0; count < 10; count += 1) {
      const { token } = await tokenFor(service, ecom, { iban: DECLINED_WHEN_CHARGED });
      const { body } = await service
        .api()
        .post('/v1/customers/2001/account/payment', { paymentRequestToken: token, amount });
      expect(body.errorCode).toBe('PAYMENT_DECLINED');
    }
    expect(await attempt(await open(customer))).toEqual([429, 60]);
    service.clock.advance(MINUTE);
    expect((await attempt(await open(customer)))[0]).toBe(201);
    expect((await attempt(await open({ customerId: 2002 })))[0]).toBe(201);
  });

  test('do not keep anybody from what cannot be refused', async () => {
    const gateway = await open({ scope: 'MEMBER_ACCOUNT' });
    await fail(gateway, 5);
    expect((await attempt(gateway))[0]).toBe(429);
    expect((await gateway.create({ paymentMethod: 'CASH' })).status).toBe(201);
  });

  test('that the provider never heard of are nobody’s failures', async () => {
    const gateway = await open();
    for (let count = 0; count < 6; count += 1) {
      const { body } = await gateway.create(await gateway.sepaRequest());
      await gateway.cancel(body.id);
    }
    expect((await attempt(gateway))[0]).toBe(201);
  });
});

describe('attempts that fail from one address', () => {
  /** Fails in thirty sessions from one address, each with one refused account: one real attempt and 29 copies of it. */
  const failFrom = async (address: string) => {
    const { db } = service.database;
    const gateway = await open();
    const { body } = await gateway.create(await gateway.sepaRequest(REFUSED), undefined, {
      'x-forwarded-for': address,
    });
    expect((await gateway.authenticate(body.id)).body.status).toBe('FAILED');
    const [made] = await db
      .select()
      .from(payments)
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .innerJoin(recentNetworks, eq(recentNetworks.subjectId, payments.id))
      .where(eq(payments.id, body.id));
    if (!made) throw new Error('Nobody knows where the attempt came from.');
    // These failures are old enough that the studio is not under attack.
    const before = new Date(made.payments.createdAt.getTime() - 20 * MINUTE);
    for (let count = 0; count < 29; count += 1) {
      const id = crypto.randomUUID();
      const session = { ...made.payment_sessions, id, tokenHash: id };
      const payment = { ...made.payments, id: crypto.randomUUID(), sessionId: id, updatedAt: before };
      await db.insert(paymentSessions).values(session);
      await db.insert(payments).values(payment);
      await db.insert(recentNetworks).values({ ...made.recent_networks, subjectId: payment.id });
    }
  };

  test.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['an IPv6 network', '2001:db8:1:2::7', '2001:db8:1:2:a:b:c:d', '2001:db8:1:3::7'],
  ])('are counted over all sessions: %s', async (_, address, same, other) => {
    await failFrom(address);
    expect(await attempt(await open(), same)).toEqual([429, 60]);
    expect(await attempt(await open(), other)).toEqual([201, 0]);
    service.clock.advance(MINUTE);
    expect(await attempt(await open(), same)).toEqual([201, 0]);
  });

  test('are forgotten with the address after a day', async () => {
    await failFrom('203.0.113.7');
    await forgetNetworks(service.app.context);
    expect(await attempt(await open(), '203.0.113.7')).toEqual([429, 60]);
    service.clock.advance(24 * 60 * MINUTE + SECOND);
    await forgetNetworks(service.app.context);
    expect(await service.database.db.select().from(recentNetworks)).toEqual([]);
  });
});

describe('a card whose frames have a secret', () => {
  const card = {
    paymentMethod: 'CREDIT_CARD',
    details: { cardHolder: 'Mara Lindner' },
    returnUrl: 'http://localhost:5173/join',
  };

  test.each([
    ['is replaced', async (gateway: GatewayClient) => (await gateway.create(card)).status],
    [
      'is cancelled',
      async (gateway: GatewayClient) => {
        const { status, body } = await gateway.create(card);
        if (status === 201) await gateway.cancel(body.id);
        return status;
      },
    ],
  ])('counts when it %s, since it may have been refused where we do not see it', async (_, send) => {
    const gateway = await open({ scope: 'ECOM', amount: 20 });
    const statuses = [];
    for (let count = 0; count < 60; count += 1) statuses.push(await send(gateway));
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(55);
  }); // prettier-ignore
});

describe('a studio under attack', () => {
  /** Fails in thirty sessions, each with one refused account: one real attempt and 29 copies of it. */
  const attack = async () => {
    await fail(await open());
    const { db } = service.database;
    const failed = and(eq(payments.status, 'FAILED'), eq(paymentSessions.studioId, 1001));
    const [made] = await db
      .select()
      .from(payments)
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .where(failed)
      .orderBy(desc(payments.updatedAt));
    if (!made) throw new Error('No payment has failed.');
    for (let count = 0; count < 29; count += 1) {
      const id = crypto.randomUUID();
      await db.insert(paymentSessions).values({ ...made.payment_sessions, id, tokenHash: id });
      await db.insert(payments).values({ ...made.payments, id: crypto.randomUUID(), sessionId: id });
    }
  };

  test('is alerted once, on its page and in the log', async () => {
    await attack();
    await attempt(await open());
    await attempt(await open());
    const { body } = await service.app.app.inject({ url: '/studio', headers: { host: 'localhost' } });
    expect(body.match(/data-kind="STUDIO_UNDER_ATTACK"/g)).toHaveLength(1);
    expect(body).toContain('Northside Gym Berlin: 30 payments failed within 10 minutes');
    const alerts = log.filter((line) => line.includes('STUDIO_UNDER_ATTACK'));
    expect(alerts.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 40, kind: 'STUDIO_UNDER_ATTACK', studioId: 1001 }),
    ]);
  });

  test('still takes payments: of sessions from before as ever, of new ones more slowly', async () => {
    const before = await open();
    await attack();
    const first = await attempt(await open());
    expect(first).toEqual([201, 0]);
    service.clock.advance(SECOND);
    const fresh = await open();
    expect(await attempt(fresh)).toEqual([429, 10]);
    await fail(before, 2);
    expect(await attempt(before)).toEqual([201, 0]);
    const elsewhere = await open({}, 'test-key-seeblick-zuerich-chf');
    expect((await elsewhere.create(await elsewhere.debitRequest('LSV', SWISS))).status).toBe(201);
    service.clock.advance(10 * SECOND);
    await fail(fresh);
    expect(await attempt(fresh)).toEqual([429, 60]);
    service.clock.advance(MINUTE);
    expect((await fresh.paySepa()).status).toBe('PREAUTHED');
  });

  test('takes few attempts a minute, however many sessions and addresses there are; members pay as before', async () => {
    const sessions = [];
    for (let count = 0; count < 20; count += 1) sessions.push(await open());
    const member = await open({ customerId: MEMBER });
    await attack();
    await attempt(await open());
    service.clock.advance(SECOND);
    const results = await Promise.all(
      sessions.map((session, index) => attempt(session, `203.0.113.${index}`)),
    );
    expect(results.filter(([status]) => status === 201)).toHaveLength(6);
    expect(results.filter(([status, wait]) => status === 429 && wait === 60)).toHaveLength(14);
    expect(await attempt(member, '198.51.100.1')).toEqual([201, 0]);
    const elsewhere = await open({}, 'test-key-seeblick-zuerich-chf');
    expect((await elsewhere.create(await elsewhere.debitRequest('LSV', SWISS))).status).toBe(201);
    service.clock.advance(MINUTE);
    const later = sessions[results.findIndex(([status]) => status === 429)];
    if (!later) throw new Error('Nobody was refused.');
    expect(await attempt(later)).toEqual([201, 0]);
  });

  test('slows an address down sooner, in whatever session', async () => {
    const sessions = [];
    for (let count = 0; count < 6; count += 1) sessions.push(await open());
    const [last, ...others] = sessions;
    if (!last) throw new Error('There is no session.');
    await attack();
    await attempt(await open());
    for (const gateway of others) {
      service.clock.advance(MINUTE);
      const from = { 'x-forwarded-for': '203.0.113.7' };
      const { body } = await gateway.create(await gateway.sepaRequest(REFUSED), undefined, from);
      expect((await gateway.authenticate(body.id)).body.status).toBe('FAILED');
    }
    expect(await attempt(last, '203.0.113.7')).toEqual([429, 60]);
    expect(await attempt(last, '203.0.113.8')).toEqual([201, 0]);
  });

  test('that lasts is one attack: sessions from before it stay as they were, those since are slow', async () => {
    const before = await open();
    await attack();
    await attempt(await open());
    service.clock.advance(SECOND);
    const fresh = await open();
    for (let windows = 0; windows < 2; windows += 1) {
      service.clock.advance(10 * MINUTE + SECOND);
      await attack();
      await attempt(await open());
    }
    service.clock.advance(MINUTE);
    await fail(fresh);
    expect(await attempt(fresh)).toEqual([429, 60]);
    await fail(before);
    expect(await attempt(before, '203.0.113.7')).toEqual([201, 0]);
  });

  test('is at peace again when nobody attacks any more', async () => {
    await attack();
    await attempt(await open());
    service.clock.advance(11 * MINUTE);
    expect(await attempt(await open())).toEqual([201, 0]);
  });
});
