import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addSwitchable, NINA, tokenFor } from '../../../../test/support/buyer.js';
import { payByCard } from '../../../../test/support/cards.js';
import { requestToken } from '../../../../test/support/clients.js';
import { makePaymentRun } from '../../../../test/support/payment-run.js';
import { runBatches } from '../../../../test/support/batches.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { jobRetries } from '../../../core/jobs/jobs.tables.js';
import { debtClaims } from '../account/account.tables.js';
import { charges } from '../charges/charges.tables.js';
import { payments } from '../payments.tables.js';
import { handleProviderEvent } from '../providers/provider-event.js';
import { usages } from '../usages/usages.tables.js';

/* Every path that finishes a debit queues it for return checks, in the transaction that books it. */

const MINUTE = 60_000;

let service: TestService;
let customerId: number;
beforeAll(async () => {
  service = await startTestService();
  const values = { automatic: true };
  await staff(service, 'settings.set', { subject: 'paymentRuns', values });
});
afterAll(() => service.close());
beforeEach(async () => {
  const { token } = await tokenFor(service, {});
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
  ({ customerId } = made.body);
});

const rethrow = (fault: unknown) => {
  throw fault;
};

async function payByToken(): Promise<number> {
  const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 25 });
  return pay(token);
}

async function pay(token: string): Promise<number> {
  const amount = { amount: 25, currency: 'EUR' };
  const body = { paymentRequestToken: token, amount };
  return (await service.api().post(`/v1/customers/${customerId}/account/payment`, body)).status;
}

/** Leaves a usage reserved: the provider takes the money, but its response is lost. */
async function payWithoutAnswer(): Promise<void> {
  const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 25 });
  service.network.lose('answer-lost', /intents$/, 1);
  expect(await pay(token)).toBe(503);
}

async function owe(): Promise<void> {
  const dueDate = service.clock.now().toISOString().slice(0, 10);
  await service.database.db
    .insert(debtClaims)
    .values({ customerId, description: 'Fee', amount: 3000, dueDate });
}

/** Returns the customer's usages and charges that took money. */
async function debits(): Promise<string[]> {
  const { db } = service.database;
  const made = [
    ...(await db.select().from(usages).where(eq(usages.customerId, customerId))),
    ...(await db.select().from(charges).where(eq(charges.customerId, customerId))),
  ];
  return made.filter(({ amount, status }) => amount > 0 && status === 'DONE').map(({ id }) => id);
}

/** Returns the queued return checks of the customer's debits. */
async function queued(): Promise<(typeof jobRetries.$inferSelect)[]> {
  const isTheirs = inArray(jobRetries.subjectId, await debits());
  return service.database.db
    .select()
    .from(jobRetries)
    .where(and(eq(jobRetries.queue, 'RETURNS'), isTheirs));
}

const PATHS: Readonly<Record<string, () => Promise<unknown>>> = {
  usage: payByToken,
  charge: async () => {
    await owe();
    await makePaymentRun(service.app.context);
  },
  sale: () => addSwitchable(service, customerId),
  webhook: async () => {
    await payWithoutAnswer();
    const [reserved] = await service.database.db
      .select({ reference: payments.providerReference })
      .from(usages)
      .innerJoin(payments, eq(payments.id, usages.paymentId))
      .where(and(eq(usages.customerId, customerId), eq(usages.status, 'RESERVED')));
    await handleProviderEvent(service.app.context, 'SIMULATOR', reserved?.reference ?? '', 'trace');
  },
  'crash recovery': async () => {
    await payWithoutAnswer();
    await runBatches(service.app.context, 0, rethrow);
  },
};

test.each(Object.entries(PATHS))('a debit that is finished by a %s is queued', async (_, finish) => {
  const now = service.clock.now();
  await finish();
  const [subjectId = ''] = await debits();
  const nextRetryAt = new Date(now.getTime() + 10 * MINUTE);
  expect(await queued()).toEqual([{ queue: 'RETURNS', subjectId, retries: 0, nextRetryAt }]);
});

test('a debit whose booking fails is not queued', async () => {
  const { db } = service.database;
  await owe();
  const before = await db.$count(jobRetries, eq(jobRetries.queue, 'RETURNS'));
  await db.execute(sql`alter table claim_payments rename to claim_payments_gone`);
  await makePaymentRun(service.app.context).catch(() => {});
  await db.execute(sql`alter table claim_payments_gone rename to claim_payments`);
  expect(await db.$count(jobRetries, eq(jobRetries.queue, 'RETURNS'))).toBe(before);
});

test('a card payment is not queued', async () => {
  const fields = { customerId, scope: 'ECOM', amount: 25 };
  const gateway = service.gateway(await service.api().session(fields));
  const token = requestToken(await payByCard(service, gateway));
  expect([await pay(token), await queued()]).toEqual([200, []]);
});

test('a check that ends does not remove a debit that was queued again meanwhile', async () => {
  expect(await payByToken()).toBe(200);
  const { db } = service.database;
  const [entry] = await queued();
  service.clock.advance(61 * 24 * 60 * MINUTE);
  // The return window has ended, so this check is the last one.
  const context = {
    ...service.app.context,
    step: vi.fn(async (name: string) => {
      if (name === 'return.provider-answered') await db.update(jobRetries).set({ retries: 0 });
    }),
  };
  await runBatches(context, 1, rethrow);
  expect(await queued()).toMatchObject([{ subjectId: entry?.subjectId, retries: 0 }]);
  service.clock.advance(24 * 60 * MINUTE);
  await runBatches(service.app.context, 1, rethrow);
  expect(await queued()).toEqual([]);
});
