import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA, tokenFor } from '../../../../test/support/buyer.js';
import { makePaymentRun } from '../../../../test/support/payment-run.js';
import { EUR_KEY, startTestService, type TestService } from '../../../../test/support/service.js';
import { compareBooks } from '../../../admin/operations/compare-books.js';
import { performStaffAction } from '../../../admin/staff-actions.js';
import { runQueue } from '../../../../test/support/batches.js';
import { customers } from '../../customers/customers.tables.js';
import { recordAudit } from '../../studios/staff/staff-action.js';
import { subscribe } from '../../webhooks/subscriptions.js';
import { webhookDeliveries } from '../../webhooks/webhooks.tables.js';
import { accountTransactions, claimPayments, debtClaims } from '../account/account.tables.js';
import { charges } from './charges.tables.js';
import { isCollectable } from './payment-retries.js';
import { runPayments } from './payment-runs.job.js';

/*
 * Payment runs charge due claims to the stored instrument once, and reopen them when the debit is returned. Amounts are
 * in cents.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const GOOD = 'DE89370400440532013000';
const EMPTY = 'DE65370400440002222227';
const RETURNED = 'DE35370400440532013002';

let service: TestService;
let customerId: number;
beforeAll(async () => {
  service = await startTestService();
  await staff('settings.set', { subject: 'paymentRuns', values: { automatic: true } });
  const { db } = service.database;
  const receiver = {
    url: 'https://partner.example/events',
    webhookKey: 'webhook-key-of-the-tests',
    types: null,
  };
  await subscribe(db, service.app.context.keys, { apiKey: EUR_KEY, ...receiver });
  await service.api().post('/v1/studios/confirmActivation', {});
});
afterAll(() => service.close());

const staff = (name: string, input: object, studioId = 1001) =>
  performStaffAction(service.app.context, {
    name,
    studioId,
    actor: 'test',
    input,
    traceId: randomUUID(),
  });
const member = async (iban: string): Promise<number> => {
  const { token } = await tokenFor(service, {}, { iban });
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.customerId;
};
const inDays = (days: number) =>
  new Date(service.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
const claim = async (amount: number, dueInDays: number) => {
  const [made] = await service.database.db
    .insert(debtClaims)
    .values({ customerId, description: 'Fee', amount, dueDate: inDays(dueInDays) })
    .returning();
  return made?.id ?? 0;
};
const rethrow = (fault: unknown) => {
  throw fault;
};
const run = () => makePaymentRun(service.app.context);
const queue = (name: string, untouchedFor = 1) => runQueue(service.app.context, name, untouchedFor);
const made = () =>
  service.database.db
    .select()
    .from(charges)
    .where(eq(charges.customerId, customerId))
    .orderBy(asc(charges.createdAt));
const states = async () => (await made()).map(({ status, amount }) => `${status} ${amount}`);
const balance = async () => {
  const { body } = await service
    .api()
    .request<{ accountBalance: { amount: number } }>({ url: `/v1/customers/${customerId}/account/balances` });
  return Math.round(body.accountBalance.amount * 100);
};
const events = (type: string) =>
  service.database.db.$count(
    webhookDeliveries,
    and(eq(webhookDeliveries.entityId, customerId), eq(webhookDeliveries.type, type)),
  );

describe('of a member with a good account', () => {
  beforeEach(async () => {
    customerId = await member(GOOD);
  });

  test('what is due is charged once, in one charge, and what is not due is left', async () => {
    await claim(3000, -10);
    await claim(2000, 0);
    await claim(1000, 1);
    await run();
    await run();
    expect(await states()).toEqual(['DONE 5000']);
    expect(await service.takenFrom(customerId)).toEqual([5000]);
    expect(await balance()).toBe(0);
    service.clock.advance(DAY);
    await run();
    expect(await states()).toEqual(['DONE 5000', 'DONE 1000']);
  });

  test('after a restore nothing is charged, what was reserved neither, until payments are resumed', async () => {
    const { db } = service.database;
    const record = (action: string) =>
      recordAudit(service.app.context, db, {
        studioId: null,
        action,
        actor: 'test',
        entity: 'installation',
        changed: {},
        traceId: 'test',
      });
    await claim(3000, -10);
    await runPayments(service.app.context, rethrow);
    await record('database.restore');
    await claim(2000, -10);
    await run();
    expect([await states(), await service.takenFrom(customerId)]).toEqual([['RESERVED 3000'], []]);
    await record('payments.resume');
    await run();
    // A customer has at most one charge at a time.
    expect(await states()).toEqual(['DONE 3000']);
    await run();
    expect(await states()).toEqual(['DONE 3000', 'DONE 2000']);
  });

  test('the statement names the studio and what is paid', async () => {
    await claim(3000, -10);
    await run();
    expect(await made()).toMatchObject([{ statementText: 'Northside Gym Berlin: Fee' }]);
  });

  test('an outcome that nobody knows is neither failed nor charged again, and no token pays the same meanwhile', async () => {
    const id = await claim(3000, -10);
    service.network.lose('answer-lost', /intents$/, 1);
    await run();
    service.network.mend();
    await run();
    expect(await states()).toEqual(['RESERVED 3000']);
    const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 30 });
    const paid = await service.api().post(`/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken: token,
      amount: { amount: 30, currency: 'EUR' },
      debtClaimIds: [id],
    });
    expect([paid.status, paid.body.errorCode]).toEqual([409, 'errormessage.payment.claims.pending']);
    await queue('CHARGES', 0);
    expect(await states()).toEqual(['DONE 3000']);
    expect(await service.takenFrom(customerId)).toEqual([3000]);
  });

  test.each([
    ['charge.reserved', 'RESERVED 3000'],
    ['charge.provider-answered', 'RESERVED 3000'],
    ['charge.committed', 'DONE 3000'],
  ])('a process that ends at %s leaves nothing that is lost or taken twice', async (end, left) => {
    await claim(3000, -10);
    service.onStep = (step) => {
      if (step === end) throw new Error('The process ends.');
    };
    await expect(run()).rejects.toThrow('The process ends.');
    service.onStep = () => {};
    expect(await states()).toEqual([left]);
    await queue('CHARGES', 0);
    await run();
    expect(await states()).toEqual(['DONE 3000']);
    expect(await service.takenFrom(customerId)).toEqual([3000]);
    expect(await balance()).toBe(0);
  });

  test('a provider that is silent keeps up no run: what is due at other studios is reserved meanwhile', async () => {
    await claim(3000, 0);
    const first = customerId;
    customerId = await member(GOOD);
    await claim(2000, 0);
    const { db } = service.database;
    await db.update(customers).set({ studioId: 1002 }).where(eq(customers.id, customerId));
    await staff('settings.set', { subject: 'paymentRuns', values: { automatic: true } }, 1002);
    service.network.lose('held', /.*/);
    await runPayments(service.app.context, rethrow);
    service.network.mend();
    expect(await states()).toEqual(['RESERVED 2000']);
    customerId = first;
    expect(await states()).toEqual(['RESERVED 3000']);
    await queue('CHARGES', 0);
    expect(await states()).toEqual(['DONE 3000']);
  });

  test('staff start a run where it is not automatic; the queue of charges makes it', async () => {
    await claim(700, -1);
    const { changed } = await staff('payment-run.start', {});
    expect(changed).toEqual({ charges: 1 });
    await queue('CHARGES', 0);
    expect(await states()).toEqual(['DONE 700']);
  });

  test('credit comes first', async () => {
    await claim(3000, 0);
    const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 10 });
    await service.api().post(`/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken: token,
      amount: { amount: 10, currency: 'EUR' },
    });
    await run();
    expect(await states()).toEqual(['DONE 2000']);
    expect(await balance()).toBe(0);
  });
});

test('a declined charge is tried again after 3, 7 and 14 days, then not until the instrument is replaced', async () => {
  customerId = await member(EMPTY);
  await claim(3000, 0);
  const days: number[] = [];
  for (let day = 0, known = 0; day <= 40; day += 1) {
    await run();
    const count = (await made()).length;
    if (count > known) days.push(day);
    known = count;
    service.clock.advance(DAY);
  }
  expect(days).toEqual([0, 3, 10, 24]);
  expect(await balance()).toBe(-3000);
  const { token } = await tokenFor(service, { customerId });
  await service
    .api()
    .post(`/v1/customers/${customerId}/account/payment-instrument`, { paymentRequestToken: token });
  await run();
  expect((await states()).at(-1)).toBe('DONE 3000');
  expect(await balance()).toBe(0);
});

describe('a debit that the bank returns', () => {
  beforeEach(async () => {
    customerId = await member(RETURNED);
  });

  test('opens the claim again, notifies the partner, and is tried again later', async () => {
    const id = await claim(3000, 0);
    await run();
    expect([await states(), await balance()]).toEqual([['DONE 3000'], 0]);
    service.clock.advance(3 * MINUTE);
    await queue('RETURNS');
    expect(await states()).toEqual(['DONE 3000']);
    service.clock.advance(30 * MINUTE);
    await queue('RETURNS');
    await queue('RETURNS');
    expect(await made()).toMatchObject([{ status: 'RETURNED', failureCode: 'INSUFFICIENT_FUNDS' }]);
    expect([await balance(), await events('CUSTOMER_UPDATED')]).toEqual([-3000, 1]);
    const parts = await service.database.db.select().from(claimPayments).where(eq(claimPayments.claimId, id));
    expect(parts.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-3000, 3000]);
    const [open] = await service.database.db.select().from(debtClaims).where(eq(debtClaims.id, id));
    expect(open?.isSettled).toBe(false);
    await run();
    expect(await states()).toHaveLength(1);
    service.clock.advance(3 * DAY);
    await run();
    expect(await states()).toEqual(['RETURNED 3000', 'DONE 3000']);
  });

  test.each([3, 61])('is found when no service ran for %d days', async (days) => {
    await claim(3000, 0);
    await run();
    service.clock.advance(days * DAY);
    await queue('RETURNS');
    expect(await states()).toEqual(['RETURNED 3000']);
  });

  test('opens what a token had paid, too', async () => {
    await claim(3000, 0);
    const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 50 }, { iban: RETURNED });
    await service.api().post(`/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken: token,
      amount: { amount: 50, currency: 'EUR' },
    });
    expect(await balance()).toBe(2000);
    service.clock.advance(30 * MINUTE);
    await queue('RETURNS');
    expect([await balance(), await events('CUSTOMER_UPDATED')]).toEqual([-3000, 1]);
    // The returned payment leaves no credit, so the next claim stays open.
    await claim(500, 0);
    await run();
    expect(await states()).toEqual(['DONE 3500']);
  });

  test.each([
    ['of a payment run', () => run()],
    [
      'of a token',
      async () => {
        const { token } = await tokenFor(
          service,
          { customerId, scope: 'ECOM', amount: 30 },
          { iban: RETURNED },
        );
        const paid = await service.api().post(`/v1/customers/${customerId}/account/payment`, {
          paymentRequestToken: token,
          amount: { amount: 30, currency: 'EUR' },
        });
        expect(paid.status).toBe(200);
      },
    ],
  ])('is asked for at the studio that charged it, when the member has moved since (%s)', async (_, pay) => {
    const { db } = service.database;
    const claimId = await claim(3000, 0);
    await pay();
    const isSettled = async () => {
      const [found] = await db.select().from(debtClaims).where(eq(debtClaims.id, claimId));
      return found?.isSettled;
    };
    expect(await isSettled()).toBe(true);
    await staff('customer.move-home-studio', { customerId, targetStudioId: 1006 });
    const { compared, findings } = await compareBooks(service.app.context, 1);
    expect([compared > 0, findings]).toEqual([true, []]);
    service.clock.advance(60 * MINUTE);
    await queue('RETURNS');
    expect(await isSettled()).toBe(false);
    const amounts = await db
      .select({ amount: accountTransactions.amount })
      .from(accountTransactions)
      .where(eq(accountTransactions.customerId, customerId))
      .orderBy(asc(accountTransactions.id));
    expect(amounts.map(({ amount }) => amount)).toEqual([3000, -3000]);
  });

  test('keeps the provider silent: nothing changes, and it is asked again', async () => {
    await claim(3000, 0);
    await run();
    service.clock.advance(30 * MINUTE);
    service.network.lose('request-lost', /intents\//);
    await queue('RETURNS');
    service.network.mend();
    expect(await states()).toEqual(['DONE 3000']);
    service.clock.advance(61 * MINUTE);
    await queue('RETURNS');
    expect(await states()).toEqual(['RETURNED 3000']);
  });
});

test.each([
  ['a claim whose account is closed is never charged again', 'INVALID_ACCOUNT', 'SEPA', false],
  ['a claim that lacked cover is', 'INSUFFICIENT_FUNDS', 'SEPA', true],
  ['unless its scheme limits that', 'INSUFFICIENT_FUNDS', 'ACH', false],
] as const)('%s', (_, code, method, isCharged) => {
  const claim = { id: 1, dueDate: '2026-11-01', open: 100 };
  const failures = [{ code, failedOn: '2026-11-01' }];
  expect(isCollectable(claim, failures, '2027-11-01', method)).toBe(isCharged);
});
