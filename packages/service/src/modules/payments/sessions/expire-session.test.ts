import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayClient, requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import type { Step } from '../../../core/context.js';
import { runBatches } from '../../../../test/support/batches.js';
import { accountTransactions } from '../account/account.tables.js';
import { payments } from '../payments.tables.js';
import { expireSession } from './expire-session.js';
import { paymentSessions } from './sessions.tables.js';
import { usages } from '../usages/usages.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.network.mend();
  service.onStep = () => {};
});

const CUSTOMER = 2001;
const HALF_HOUR = 30 * 60_000;

const open = async (fields: Record<string, unknown> = {}): Promise<GatewayClient> =>
  service.gateway(await service.api().session({ customerId: CUSTOMER, ...fields }));

const batch = () =>
  runBatches(service.app.context, 0, (fault) => {
    throw fault;
  });

const state = async (paymentId: string) => {
  const [found] = await service.database.db
    .select({ payment: payments.status, release: payments.releaseStatus, session: paymentSessions.status })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(eq(payments.id, paymentId));
  return found;
};

const sessionOf = async (paymentId: string) => {
  const [found] = await service.database.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!found) throw new Error('There is no such payment.');
  return found.sessionId;
};

const pay = (token: string) =>
  service.api().post(`/v1/customers/${CUSTOMER}/account/payment`, {
    paymentRequestToken: token,
    amount: { amount: 5, currency: 'EUR' },
  });

describe('a session that nobody used', () => {
  test('is left alone until its time is over', async () => {
    const payment = await (await open()).paySepa();
    service.clock.advance(HALF_HOUR - 1);
    await batch();
    expect(await state(payment.id)).toEqual({ payment: 'PREAUTHED', release: null, session: 'OPEN' });
  });

  test('expires: its token is worth nothing, what it collected is given back and not listed', async () => {
    const gateway = await open();
    const payment = await gateway.paySepa();
    service.clock.advance(HALF_HOUR);
    expect((await gateway.session()).body).toMatchObject({
      errorCode: 'errormessage.payment.session.expired',
    });
    await batch();
    expect(await state(payment.id)).toEqual({ payment: 'CANCELLED', release: 'DONE', session: 'EXPIRED' });
    const answer = await service.api().post(`/v1/customers/${CUSTOMER}/account/payment-instrument`, {
      paymentRequestToken: requestToken(payment),
    });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'errormessage.payment.token.expired']);
    const listed = (await (await open()).session()).body.paymentInstruments.map(({ token }) => token);
    expect(listed).not.toContain(payment.paymentInstrumentToken);
  });

  test('with nothing in it expires as well', async () => {
    const gateway = await open();
    const { body } = await gateway.create(await gateway.sepaRequest());
    service.clock.advance(HALF_HOUR);
    await batch();
    expect(await state(body.id)).toEqual({ payment: 'CANCELLED', release: null, session: 'EXPIRED' });
  });

  test('while the provider is silent it stays expiring, unusable, and is finished later', async () => {
    const payment = await (await open()).paySepa();
    service.clock.advance(HALF_HOUR);
    service.network.lose('request-lost', /intents/);
    await batch();
    expect(await state(payment.id)).toEqual({ payment: 'CANCELLED', release: 'DUE', session: 'EXPIRING' });
    service.network.mend();
    await batch();
    expect(await state(payment.id)).toEqual({ payment: 'CANCELLED', release: 'DONE', session: 'EXPIRED' });
  });

  test('with a payment of unknown outcome is decided first, then cancelled', async () => {
    const gateway = await open();
    const { body } = await gateway.create(await gateway.sepaRequest());
    service.network.lose('answer-lost', /confirm/);
    expect((await gateway.authenticate(body.id)).body.status).toBe('UNKNOWN');
    service.network.lose('answer-lost', /intents/);
    service.clock.advance(HALF_HOUR);
    await batch();
    expect(await state(body.id)).toEqual({ payment: 'UNKNOWN', release: null, session: 'EXPIRING' });
    service.network.mend();
    await batch();
    expect(await state(body.id)).toEqual({ payment: 'CANCELLED', release: 'DONE', session: 'EXPIRED' });
  });

  test('a declined usage does not keep it from expiring', async () => {
    const gateway = await open({ scope: 'ECOM', amount: 5 });
    const payment = await gateway.paySepa('DE65370400440002222227');
    expect((await pay(requestToken(payment))).body.errorCode).toBe('PAYMENT_DECLINED');
    service.clock.advance(HALF_HOUR);
    await batch();
    expect((await state(payment.id))?.session).toBe('EXPIRED');
  });
});

describe('expiry and usage at the same time end in exactly one of used and cancelled', () => {
  const outcome = async (paymentId: string, status: number) => {
    const { db } = service.database;
    const { payment, session } = (await state(paymentId)) ?? {};
    const done = await db.select().from(usages).where(eq(usages.paymentId, paymentId));
    const booked = await db
      .select()
      .from(accountTransactions)
      .innerJoin(usages, eq(usages.id, accountTransactions.usageId))
      .where(eq(usages.paymentId, paymentId));
    if (status === 200) {
      expect([payment, session, done.length, booked.length]).toEqual(['PREAUTHED', 'USED', 1, 1]);
    } else {
      expect([status, payment, session, done.length, booked.length]).toEqual([
        400,
        'CANCELLED',
        'EXPIRED',
        0,
        0,
      ]);
    }
  };

  const usageSteps: Step[] = ['usage.reserved', 'usage.provider-answered', 'usage.committed'];
  test.each(usageSteps)('the time runs out at %s: used', async (at) => {
    const payment = await (await open({ scope: 'ECOM', amount: 5 })).paySepa();
    const before = (await service.takenFrom(CUSTOMER)).length;
    let raced = false;
    service.onStep = async (name) => {
      if (name !== at || raced) return;
      raced = true;
      service.clock.advance(HALF_HOUR);
      const expired = await state(payment.id);
      await expireSession(service.app.context, await sessionOf(payment.id), 'race');
      expect(expired?.session).toBe(at === 'usage.committed' ? 'USED' : 'USING');
    };
    const { status } = await pay(requestToken(payment));
    expect(status).toBe(200);
    await outcome(payment.id, status);
    expect(await service.takenFrom(CUSTOMER)).toHaveLength(before + 1);
  });

  const expirySteps: Step[] = ['expiry.reserved', 'release.provider-answered', 'release.committed'];
  test.each(expirySteps)('the token is posted at %s: cancelled', async (at) => {
    const payment = await (await open({ scope: 'ECOM', amount: 5 })).paySepa();
    const before = (await service.takenFrom(CUSTOMER)).length;
    service.clock.advance(HALF_HOUR);
    let status = 0;
    service.onStep = async (name) => {
      if (name !== at || status !== 0) return;
      ({ status } = await pay(requestToken(payment)));
    };
    await batch();
    expect(status).toBe(400);
    await outcome(payment.id, status);
    expect(await service.takenFrom(CUSTOMER)).toHaveLength(before);
  });

  test('unordered, ten times', async () => {
    for (let count = 0; count < 10; count += 1) {
      const payment = await (await open({ scope: 'ECOM', amount: 5 })).paySepa();
      const token = requestToken(payment);
      service.clock.advance(HALF_HOUR - 1);
      const usage = pay(token);
      service.clock.advance(1);
      const [{ status }] = await Promise.all([usage, batch()]);
      await batch();
      await outcome(payment.id, status);
    }
  });
});
