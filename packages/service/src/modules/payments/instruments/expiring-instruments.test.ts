import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../../test/support/buyer.js';
import { payByCard } from '../../../../test/support/cards.js';
import { requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';
import { customers } from '../../customers/customers.tables.js';
import { webhookDeliveries } from '../../webhooks/webhooks.tables.js';
import { reportExpiringInstruments } from './expiring-instruments.job.js';
import { expiryNoticeDay, isExpired, lastValidDay } from './instruments.js';
import { paymentInstruments } from './instruments.tables.js';

const card = (expiry: string) => ({ creditCard: { expiry } }) as Parameters<typeof lastValidDay>[0];

test.each([
  ['12/34', '2034-12-31', '2034-12-01'],
  ['02/28', '2028-02-29', '2028-01-30'],
  ['02/2027', '2027-02-28', '2027-01-29'],
])('a card with %s is valid until %s, and is reported from %s', (expiry, lastDay, noticeDay) => {
  expect([lastValidDay(card(expiry)), expiryNoticeDay(card(expiry))]).toEqual([lastDay, noticeDay]);
  expect(isExpired(card(expiry), new Date(`${lastDay}T23:59:59Z`))).toBe(false);
  expect(isExpired(card(expiry), new Date(Date.parse(`${lastDay}T23:59:59Z`) + 1000))).toBe(true);
});

test('an account does not expire', () => {
  expect([lastValidDay({}), expiryNoticeDay({}), isExpired({}, new Date())]).toEqual([null, null, false]);
});

describe('a card that is valid until 31 December 2034', () => {
  let service: TestService;
  let customerId: number;
  let instrumentId: string;
  beforeAll(async () => {
    service = await startTestService();
    await subscribeToEvents(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const { db } = service.database;
    const { token } = (
      await service.api().post<{ token: string }>('/v1/payments/user-session', {
        amount: 0,
        scope: 'MEMBER_ACCOUNT',
        referenceText: 'Signup',
      })
    ).body;
    const paid = await payByCard(service, service.gateway(token));
    const made = await service.api().post<{ customerId: number }>('/v1/customers/create', {
      ...NINA,
      paymentRequestToken: requestToken(paid),
    });
    ({ customerId } = made.body);
    const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
    instrumentId = customer?.paymentInstrumentId ?? '';
    await db.delete(webhookDeliveries);
  });

  /** Runs the job at noon of a day, twice at once. */
  async function runOn(day: string): Promise<void> {
    const context = { ...service.app.context, clock: { now: () => new Date(`${day}T12:00:00Z`) } };
    const throwIt = (fault: unknown) => {
      throw fault;
    };
    await Promise.all([1, 2].map(() => reportExpiringInstruments(context, throwIt)));
  }

  const events = async () =>
    (await service.database.db.select().from(webhookDeliveries)).map(({ type, entityId, content }) => ({
      type,
      entityId,
      content,
    }));

  const noticeOn = async () =>
    (
      await service.database.db
        .select()
        .from(paymentInstruments)
        .where(eq(paymentInstruments.id, instrumentId))
    )[0]?.expiryNoticeOn;

  test('is reported once, from 30 days before', async () => {
    await runOn('2034-11-30');
    expect([await events(), await noticeOn()]).toEqual([[], '2034-12-01']);
    await runOn('2034-12-01');
    await runOn('2034-12-02');
    const content = { paymentMethod: 'CREDIT_CARD', expiresOn: '2034-12-31' };
    expect(await events()).toEqual([{ type: 'PAYMENT_INSTRUMENT_EXPIRING', entityId: customerId, content }]);
    expect(await noticeOn()).toBeNull();
  });

  test('is not reported while nobody uses it, nor after its last day', async () => {
    const { db } = service.database;
    const use = (paymentInstrumentId: string | null) =>
      db.update(customers).set({ paymentInstrumentId }).where(eq(customers.id, customerId));
    await use(null);
    await runOn('2034-12-01');
    expect([await events(), await noticeOn()]).toEqual([[], '2034-12-01']);
    await use(instrumentId);
    await runOn('2035-01-01');
    expect([await events(), await noticeOn()]).toEqual([[], null]);
  });
});
