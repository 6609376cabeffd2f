import { asc, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runQueue } from '../../../test/support/batches.js';
import { addSwitchable, NINA, tokenFor } from '../../../test/support/buyer.js';
import { makePaymentRun } from '../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import type { Context } from '../../core/context.js';
import { webhookDeliveries } from '../webhooks/webhooks.tables.js';
import { debtClaims } from './account/account.tables.js';
import { charges } from './charges/charges.tables.js';
import { checkReturn } from './returns/check-return.js';
import { usages } from './usages/usages.tables.js';

const GOOD = 'DE89370400440532013000';
const EMPTY = 'DE65370400440002222227';
const RETURNED = 'DE35370400440532013002';
const EUR_30 = { amount: { amount: 30, currency: 'EUR' }, paymentMethod: 'SEPA' };

let service: TestService;
let customerId: number;
let claimId: number;
beforeAll(async () => {
  service = await startTestService();
  await subscribeToEvents(service);
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } });
});
afterAll(() => service.close());
beforeEach(() => member(GOOD));
afterEach(() => {
  service.network.mend();
  service.onStep = () => {};
});

/** Makes a member with this account for payment runs, who owes 30 euros. */
async function member(iban: string): Promise<void> {
  const { token } = await tokenFor(service, {}, { iban });
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
  ({ customerId } = made.body);
  const dueDate = service.clock.now().toISOString().slice(0, 10);
  const [claim] = await service.database.db
    .insert(debtClaims)
    .values({ customerId, description: 'Fee', amount: 3000, dueDate })
    .returning();
  claimId = claim?.id ?? 0;
}

const run = () => makePaymentRun(service.app.context);

async function use(iban = GOOD, more: object = {}): Promise<number> {
  const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 30 }, { iban });
  const body = { paymentRequestToken: token, amount: EUR_30.amount, ...more };
  return (await service.api().post(`/v1/customers/${customerId}/account/payment`, body)).status;
}

/** Returns the payment events about the customer, in order. */
async function events(): Promise<{ type: string; content: unknown }[]> {
  const rows = await service.database.db
    .select()
    .from(webhookDeliveries)
    .where(like(webhookDeliveries.type, 'PAYMENT_%'))
    .orderBy(asc(webhookDeliveries.id));
  return rows
    .filter(({ entityId }) => entityId === customerId)
    .map(({ type, content }) => ({ type, content }));
}

const anyId = expect.any(Number) as number;

test('a token that is used', async () => {
  expect(await use()).toBe(200);
  const content = { transactionId: anyId, ...EUR_30, origin: 'TOKEN', debtClaimIds: [claimId] };
  expect(await events()).toEqual([{ type: 'PAYMENT_SUCCEEDED', content }]);
});

test('a payment run', async () => {
  await run();
  const content = { transactionId: anyId, ...EUR_30, origin: 'PAYMENT_RUN', debtClaimIds: [claimId] };
  expect(await events()).toEqual([{ type: 'PAYMENT_SUCCEEDED', content }]);
});

test('the initial payment of a sale', async () => {
  await addSwitchable(service, customerId);
  const [event, ...others] = await events();
  const amount = { amount: 19.9, currency: 'EUR' };
  expect(event).toMatchObject({ type: 'PAYMENT_SUCCEEDED', content: { amount, origin: 'TOKEN' } });
  expect(others).toEqual([]);
});

test('a new instrument for which nothing is paid', async () => {
  const { token } = await tokenFor(service, { customerId });
  const url = `/v1/customers/${customerId}/account/payment-instrument`;
  expect((await service.api().post(url, { paymentRequestToken: token })).status).toBe(200);
  expect(await events()).toEqual([]);
});

test.each([
  ['of a payment run', 'PAYMENT_RUN', () => run()],
  ['of a token', 'TOKEN', () => use(EMPTY, { debtClaimIds: [claimId] })],
])('a decline %s', async (_, origin, pay) => {
  await member(EMPTY);
  await pay();
  const content = { ...EUR_30, origin, failureCode: 'INSUFFICIENT_FUNDS', debtClaimIds: [claimId] };
  expect(await events()).toEqual([{ type: 'PAYMENT_FAILED', content }]);
});

test('an unknown outcome is reported once it is known, and only once', async () => {
  service.network.lose('answer-lost', /intents$/);
  await run();
  expect(await events()).toEqual([]);
  service.network.mend();
  service.onStep = (step) => {
    if (step === 'charge.committed') throw new Error('The process ends.');
  };
  await expect(runQueue(service.app.context, 'CHARGES', 0)).rejects.toThrow('The process ends.');
  service.onStep = () => {};
  await runQueue(service.app.context, 'CHARGES', 0);
  expect((await events()).map(({ type }) => type)).toEqual(['PAYMENT_SUCCEEDED']);
});

test.each([
  ['of a payment run', 'PAYMENT_RUN', () => run()],
  ['of a token', 'TOKEN', () => use(RETURNED)],
])('a debit %s that is returned, and the money coming back', async (_, origin, pay) => {
  await member(RETURNED);
  await pay();
  service.clock.advance(30 * 60_000);
  await runQueue(service.app.context, 'RETURNS', 0);
  const payment = { transactionId: anyId, ...EUR_30, origin };
  const debtClaimIds = [claimId];
  const reported = [
    { type: 'PAYMENT_SUCCEEDED', content: { ...payment, debtClaimIds } },
    { type: 'PAYMENT_RETURNED', content: { ...payment, failureCode: 'INSUFFICIENT_FUNDS', debtClaimIds } },
  ];
  expect(await events()).toEqual(reported);
  await runQueue(service.app.context, 'RETURNS', 0);
  const context = {
    ...service.app.context,
    providers: { named: () => ({ retrieveIntent: async () => ({ status: 'SUCCEEDED' }) }) },
  } as unknown as Context;
  for (let times = 0; times < 2; times += 1) await checkReturn(context, await paidBy(), 'trace');
  const all = await events();
  expect(all).toEqual([...reported, { type: 'PAYMENT_RESTORED', content: payment }]);
  expect(new Set(all.map(({ content }) => (content as typeof payment).transactionId)).size).toBe(1);
});

/** Returns the id of the customer's last usage or charge. */
async function paidBy(): Promise<string> {
  const { db } = service.database;
  const [charge] = await db.select().from(charges).where(eq(charges.customerId, customerId));
  const used = await db.select().from(usages).where(eq(usages.customerId, customerId));
  return charge?.id ?? used.find(({ amount }) => amount > 0)?.id ?? '';
}
