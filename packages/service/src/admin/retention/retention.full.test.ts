import { randomUUID } from 'node:crypto';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Payment, requestToken } from '../../../test/support/clients.js';
import { runBatches } from '../../../test/support/batches.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import type { CalendarDate } from '../../core/calendar.js';
import { events } from '../../core/events.tables.js';
import { idempotencyKeys } from '../../core/idempotency/idempotency.tables.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { accountBalance } from '../../modules/payments/account/account.js';
import {
  accountTransactions,
  claimPayments,
  debtClaims,
} from '../../modules/payments/account/account.tables.js';
import {
  bookPayment,
  restoreTransaction,
  reverseTransaction,
} from '../../modules/payments/account/bookings.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { debitRefund } from '../../modules/payments/refunds/debits.js';
import { type RefundStatus, refunds } from '../../modules/payments/refunds/refunds.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { subscribe } from '../../modules/webhooks/subscriptions.js';
import { webhookDeliveries, webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';
import { readRetention, type RetentionSettings } from './retention-periods.js';
import { applyRetention } from './retention.js';

const DAY = 24 * 3600_000;
const USUAL = readRetention({});

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

const throwIt = (fault: unknown) => {
  throw fault;
};
const remove = (settings: RetentionSettings = USUAL) =>
  applyRetention(service.app.context, settings, throwIt);
const jobs = () => runBatches(service.app.context, 0, throwIt);
const later = (days: number) => service.clock.advance(days * DAY);

const open = async (fields: object = {}) =>
  service.gateway(await service.api().session({ customerId: 2002, ...fields }));
const mandatesOf = async (payment: Payment) =>
  service.database.db.select().from(mandates).where(eq(mandates.paymentId, payment.id));
const paymentOf = async ({ id }: Payment) =>
  (await service.database.db.select().from(payments).where(eq(payments.id, id)))[0];
const instrumentOf = async (payment: Payment) => {
  const id = (await paymentOf(payment))?.instrumentId;
  if (!id) return undefined;
  return (
    await service.database.db.select().from(paymentInstruments).where(eq(paymentInstruments.id, id))
  )[0];
};
const debit = async (payment: Payment, amount = 5) =>
  service.api().post('/v1/customers/2002/account/payment', {
    paymentRequestToken: requestToken(payment),
    amount: { amount, currency: 'EUR' },
  });

describe('account data of attempts that came to nothing', () => {
  const failed = async () => (await open()).paySepa('DE62370400440532013001');
  const expired = async () => {
    const payment = await (await open()).paySepa();
    later(1);
    await jobs();
    return payment;
  };
  const cancelled = async () => {
    const gateway = await open();
    const payment = await gateway.paySepa();
    await gateway.cancel(payment.id);
    return payment;
  };

  test.each([
    ['failed', failed],
    ['expired', expired],
    ['cancelled', cancelled],
  ])('%s: is kept for 30 days, and not longer', async (_, make) => {
    const payment = await make();
    // This returns any amount that the provider still holds for the payment.
    await jobs();
    later(29);
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(1);
    later(2);
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(0);
    expect(await paymentOf(payment)).toMatchObject({ instrumentDetails: null, acceptance: null });
    const kept = await service.database.db.select().from(paymentInstruments);
    expect(kept).toEqual([]);
  });

  test('is kept while the provider still owes an answer about it', async () => {
    const gateway = await open();
    const payment = await gateway.paySepa();
    service.network.lose('request-lost', /intents/);
    await gateway.cancel(payment.id);
    later(40);
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(1);
    service.network.mend();
    await jobs();
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(0);
  });

  test('of attempts that did come to something is kept', async () => {
    const payment = await (await open({ scope: 'ECOM', amount: 5 })).paySepa();
    expect((await debit(payment)).status).toBe(200);
    later(60);
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(1);
  });
});

describe('mandates', () => {
  test('are kept for 14 months after the last debit', async () => {
    const first = await (await open({ scope: 'ECOM', amount: 5 })).paySepa();
    await debit(first);
    later(10 * 30);
    const again = await open({ scope: 'ECOM', amount: 5 });
    const token = (await instrumentOf(first))?.token ?? '';
    await debit(await again.pay({ paymentMethod: 'SEPA', paymentInstrumentToken: token }));
    later(14 * 30);
    await remove();
    expect(await mandatesOf(first)).toHaveLength(1);
    later(20);
    await remove();
    expect(await mandatesOf(first)).toHaveLength(0);
    expect(await instrumentOf(first)).toMatchObject({ status: 'DISCARDED', details: {} });
    expect((await (await open()).session()).body.paymentInstruments).toEqual([]);
  });

  test('are kept for 36 months when nothing was debited', async () => {
    const payment = await (await open({ scope: 'ECOM', amount: 0 })).paySepa();
    later(1);
    await jobs();
    await service.database.db
      .update(payments)
      .set({ status: 'PREAUTHED' })
      .where(eq(payments.id, payment.id));
    later(35 * 30);
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(1);
    later(60);
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(0);
  });

  test('of the payment runs are kept, whose debits are made elsewhere', async () => {
    const payment = await (await open()).paySepa();
    const token = requestToken(payment);
    const url = '/v1/customers/2002/account/payment-instrument';
    expect((await service.api().post(url, { paymentRequestToken: token })).status).toBe(200);
    later(10 * 365);
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(1);
    await service.database.db
      .update(customers)
      .set({ paymentInstrumentId: null })
      .where(eq(customers.id, 2002));
    await remove();
    expect(await mandatesOf(payment)).toHaveLength(0);
  });
});

describe('events and keys', () => {
  test('events are kept for 90 days once they are delivered, idempotency keys for 30', async () => {
    const { db } = service.database;
    const { keys } = service.app.context;
    await subscribe(db, keys, {
      apiKey: EUR_KEY,
      url: 'https://partner.example',
      webhookKey: 'x',
      types: null,
    });
    const [subscription] = await db.select().from(webhookSubscriptions);
    const delivery = {
      subscriptionId: subscription?.id ?? '',
      entityId: 1,
      type: 'CUSTOMER_CREATED',
      attempts: 1,
      occurredAt: service.clock.now(),
      nextAttemptAt: service.clock.now(),
    };
    for (const status of ['DELIVERED', 'GIVEN_UP', 'PENDING'] as const) {
      await db.insert(webhookDeliveries).values({ ...delivery, uuid: crypto.randomUUID(), status });
    }
    const personal = { ...delivery, uuid: crypto.randomUUID(), contentEncrypted: 'x' };
    await db.insert(webhookDeliveries).values({ ...personal, status: 'PENDING' });
    await (await open()).paySepa();
    const counts = async () => [
      (await db.select().from(webhookDeliveries)).length,
      (await db.select().from(events)).length > 0,
      (await db.select().from(idempotencyKeys)).length > 0,
    ];
    later(29);
    await remove();
    expect(await counts()).toEqual([4, true, true]);
    later(2);
    await remove();
    expect(await counts()).toEqual([4, true, false]);
    later(60);
    await remove();
    expect(await counts()).toEqual([1, false, false]);
    expect(await db.select().from(webhookDeliveries)).toMatchObject([
      { status: 'PENDING', contentEncrypted: null },
    ]);
  });

  test('keys that partners gave their requests are kept for 30 days', async () => {
    const { db } = service.database;
    const url = '/v1/payments/user-session';
    const body = { amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Membership' };
    const made = await service.api().post(url, body, { 'idempotency-key': crypto.randomUUID() });
    expect(made.status).toBe(200);
    later(29);
    await remove();
    expect(await db.select().from(idempotencyKeys)).toHaveLength(1);
    later(2);
    await remove();
    expect(await db.select().from(idempotencyKeys)).toHaveLength(0);
  });

  test('go in batches, however many there are', async () => {
    const { db } = service.database;
    const event = { kind: 'RELEASED', detail: '', traceId: '', createdAt: service.clock.now() };
    for (let batch = 0; batch < 12; batch += 1) {
      await db.insert(events).values(Array.from({ length: 100 }, () => event));
    }
    later(91);
    await remove();
    expect(await db.select().from(events)).toEqual([]);
  });
});

test('the ledger is kept for 10 years; what is settled then goes, and the balance stays', async () => {
  const { db } = service.database;
  const today = '2036-12-31' as CalendarDate;
  // The claim of October is 29.90. The first payment settles 20.00 of it; the second settles the rest and leaves 0.10
  // of credit.
  for (const amount of [20, 10]) {
    expect((await debit(await (await open({ scope: 'ECOM', amount })).paySepa(), amount)).status).toBe(200);
  }
  const other = await (await open({ scope: 'ECOM', amount: 5 })).paySepa();
  await debit(other);
  const ofLedger = async () => ({
    claims: (await db.select().from(debtClaims).where(eq(debtClaims.customerId, 2002))).length,
    bookings: await db.$count(accountTransactions, eq(accountTransactions.customerId, 2002)),
    parts: (
      await db
        .select()
        .from(claimPayments)
        .innerJoin(accountTransactions, eq(accountTransactions.id, claimPayments.transactionId))
        .where(eq(accountTransactions.customerId, 2002))
    ).length,
    balance: await accountBalance(db, 2002, today),
  });
  const before = await ofLedger();
  expect(before).toMatchObject({ claims: 1, bookings: 3, balance: 510 });
  later(9 * 365);
  await remove();
  expect(await ofLedger()).toEqual(before);
  later(2 * 366);
  await remove();
  // While credit is left, the second booking stays, and with it the claim and the first booking that it is linked to.
  expect(await ofLedger()).toEqual(before);
  const [last] = await db.select().from(accountTransactions).where(eq(accountTransactions.amount, 1000));
  await db
    .update(accountTransactions)
    .set({ amount: 990 })
    .where(eq(accountTransactions.id, last?.id ?? 0));
  await remove();
  expect(await ofLedger()).toEqual({ claims: 0, bookings: 1, parts: 0, balance: 500 });
  // The sessions of the deleted bookings are deleted as well. The session of the remaining booking keeps its payment
  // and usage.
  const kept = await db.select().from(paymentSessions);
  expect(kept).toHaveLength(1);
  expect(await db.select().from(usages)).toHaveLength(1);
  const left = await db
    .select()
    .from(payments)
    .where(inArray(payments.id, [other.id]));
  expect(left).toHaveLength(1);
});

describe('the ledger of members', () => {
  const today = '2026-11-19' as CalendarDate;
  const day = () => ({ today, bookedAt: service.clock.now() });
  const owe = (customerId: number, amount: number) =>
    service.database.db.insert(debtClaims).values({ customerId, description: 'Fee', amount, dueDate: today });
  const pay = async (customerId: number, amount: number) => {
    const { db } = service.database;
    await bookPayment(service.app.context, db, {
      customerId,
      by: null,
      amount,
      currency: 'EUR',
      claimIds: null,
      ...day(),
    });
    const [made] = await db.select().from(accountTransactions).orderBy(desc(accountTransactions.id)).limit(1);
    return made?.id ?? 0;
  };
  const bookings = (customerId: number) =>
    service.database.db.$count(accountTransactions, eq(accountTransactions.customerId, customerId));
  beforeEach(async () => {
    const { db } = service.database;
    await db.delete(claimPayments);
    await db.delete(accountTransactions);
    await db.delete(debtClaims);
  });

  test('keeps a payment that came back and was given back while something is left of it, and deletes others', async () => {
    const { db } = service.database;
    await owe(2001, 3000);
    const paid = await pay(2001, 3000);
    await reverseTransaction(service.app.context, db, paid, day());
    await pay(2001, 3000);
    await restoreTransaction(service.app.context, db, paid, day());
    await owe(2002, 500);
    await pay(2002, 500);
    later(11 * 366);
    await remove();
    expect([await bookings(2001), await bookings(2002)]).toEqual([4, 0]);
    expect(await accountBalance(db, 2001, today)).toBe(3000);
  });

  test('lets go what was taken back for good, though a part of it was never used', async () => {
    await owe(2001, 2000);
    const { context } = service.app;
    await reverseTransaction(context, context.db, await pay(2001, 3000), day());
    await pay(2001, 2000);
    later(11 * 366);
    await remove();
    expect([await bookings(2001), await service.database.db.$count(debtClaims)]).toEqual([0, 0]);
  });

  test('lets go a refund with its payment, and keeps one that is not finished', async () => {
    const { db } = service.database;
    const refunded = async (customerId: number, status: RefundStatus) => {
      const transactionId = await pay(customerId, 3000);
      const booking = { customerId, transactionId, amount: 3000, currency: 'EUR' };
      const claimId = await debitRefund(db, { ...booking, description: 'Refund', today });
      const now = service.clock.now();
      await db
        .insert(refunds)
        .values({ ...booking, id: randomUUID(), claimId, status, createdAt: now, traceId: '' });
    };
    await refunded(2001, 'DONE');
    await refunded(2002, 'RESERVED');
    later(11 * 366);
    const faults: unknown[] = [];
    await applyRetention(service.app.context, USUAL, (fault) => faults.push(fault));
    expect([faults.length, await bookings(2001), await bookings(2002)]).toEqual([1, 0, 1]);
    expect((await db.delete(refunds).returning()).map(({ customerId }) => customerId)).toEqual([2002]);
  });

  test('that cannot be removed is told, and the next ones are removed', async () => {
    const { db } = service.database;
    for (const customerId of [2001, 2002]) {
      await owe(customerId, 500);
      await pay(customerId, 500);
    }
    later(11 * 366);
    const faults: unknown[] = [];
    try {
      await db.execute(
        sql`create table holds as select id from account_transactions where customer_id = 2001`,
      );
      await db.execute(sql`alter table holds add foreign key (id) references account_transactions`);
      await applyRetention(service.app.context, USUAL, (fault) => faults.push(fault));
    } finally {
      await db.execute(sql`drop table holds`);
    }
    expect([faults.length, await bookings(2001), await bookings(2002)]).toEqual([1, 1, 0]);
  });
});
