import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareBooks } from '../../src/admin/operations/compare-books.js';
import { performStaffAction } from '../../src/admin/staff-actions.js';
import type { App } from '../../src/app.js';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { accountTransactions, debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { charges } from '../../src/modules/payments/charges/charges.tables.js';
import { refunds } from '../../src/modules/payments/refunds/refunds.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { runQueue } from '../support/batches.js';
import { NINA, tokenFor } from '../support/buyer.js';
import { makePaymentRun } from '../support/payment-run.js';
import { startTestService, type TestService } from '../support/service.js';

const MINUTE = 60_000;
const RETURNED = 'DE35370400440532013002';

let service: TestService;
let apps: readonly App[];

const db = () => service.database.db;
const everywhere = (job: (app: App) => Promise<unknown>) => Promise.all(apps.map(job));

describe('several services on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    service = await startTestService();
    apps = [service.app, await service.another(), await service.another(), await service.another()];
    await db()
      .update(studios)
      .set({ settings: { decided: { paymentRuns: { automatic: true } } } });
  });
  afterAll(async () => {
    await Promise.all(apps.slice(1).map((app) => app.close()));
    await service.close();
  });

  /** Makes a member who has paid 30 euros by debit without owing anything. */
  const memberWithCredit = async (iban = 'DE89370400440532013000') => {
    const { token } = await tokenFor(service, {}, { iban });
    const made = await service
      .api()
      .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
    const { customerId } = made.body;
    const paid = await tokenFor(service, { customerId, scope: 'ECOM', amount: 30 }, { iban });
    await service.api().post(`/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken: paid.token,
      amount: { amount: 30, currency: 'EUR' },
    });
    return customerId;
  };
  /** Returns whether the refund was reserved. */
  const refund = ({ context }: App, customerId: number, amount: number) => {
    const about = { name: 'credit.refund', studioId: 1001, actor: 'test', traceId: crypto.randomUUID() };
    return performStaffAction(context, { ...about, input: { customerId, amount } }).then(
      () => true,
      () => false,
    );
  };
  const queue = (name: string) => everywhere(({ context }) => runQueue(context, name, 0));
  const refundsOf = async (customerId: number) => {
    const rows = await db().select().from(refunds).where(eq(refunds.customerId, customerId));
    return rows.map(({ status, amount }) => `${status} ${amount}`);
  };
  const refundedAtProvider = async (customerId: number) => {
    const [person] = await db().select().from(customers).where(eq(customers.id, customerId));
    const ledger = service.simulator
      .ledger()
      .filter(({ customer }) => customer === person?.paymentCustomerId);
    return ledger.reduce((sum, { refunded }) => sum + refunded, 0);
  };
  const expectBooks = async () => expect((await compareBooks(service.app.context, 7)).findings).toEqual([]);

  test('the same credit is refunded once, however many ask for it and carry it out', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customerId = await memberWithCredit();
      service.clock.advance(2 * MINUTE);
      const reserved = await everywhere((app) => refund(app, customerId, 20));
      expect(reserved.filter(Boolean)).toHaveLength(1);
      await queue('REFUNDS');
      expect([await refundsOf(customerId), await refundedAtProvider(customerId)]).toEqual([
        ['DONE 2000'],
        2000,
      ]);
      await expectBooks();
    }
  });

  test('credit pays a claim or is refunded, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customerId = await memberWithCredit();
      service.clock.advance(2 * MINUTE);
      const dueDate = service.clock.now().toISOString().slice(0, 10);
      const [, second = service.app, third = service.app, fourth = service.app] = apps;
      // The claim falls due while the credit is being refunded.
      const owe = db().insert(debtClaims).values({ customerId, description: 'Fee', amount: 3000, dueDate });
      await Promise.all([
        owe,
        refund(second, customerId, 30),
        refund(third, customerId, 30),
        makePaymentRun(fourth.context),
      ]);
      await makePaymentRun(service.app.context);
      await queue('REFUNDS');
      const isRefunded = (await refundsOf(customerId)).length > 0;
      const charged = await db().$count(charges, eq(charges.customerId, customerId));
      expect([charged, await refundedAtProvider(customerId)]).toEqual(isRefunded ? [1, 3000] : [0, 0]);
      await expectBooks();
    }
  });

  test('a refund and a return at the same moment are each booked once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customerId = await memberWithCredit(RETURNED);
      service.clock.advance(2 * MINUTE);
      expect(await refund(service.app, customerId, 30)).toBe(true);
      // In some rounds the refund comes first, in others the return.
      service.clock.advance((round % 2) * 2 * MINUTE);
      await queue('REFUNDS');
      service.clock.advance(60 * MINUTE);
      await Promise.all([queue('REFUNDS'), queue('RETURNS')]);
      const booked = await db()
        .select()
        .from(accountTransactions)
        .where(eq(accountTransactions.customerId, customerId));
      expect(booked.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-3000, 3000]);
      const [state] = await refundsOf(customerId);
      const refunded = await refundedAtProvider(customerId);
      expect(refunded).toBe(state === 'DONE 3000' ? 3000 : 0);
      await expectBooks();
    }
  });
});
