import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedIdleMembers } from '../../src/admin/seed/idle-members.js';
import type { App } from '../../src/app.js';
import { runQueue } from '../support/batches.js';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { advanceContracts } from '../../src/modules/memberships/contracts/advance.job.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { idlePeriods } from '../../src/modules/memberships/idle-periods/idle-periods.tables.js';
import { accountTransactions, debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { charges } from '../../src/modules/payments/charges/charges.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { NINA, TERMS, tokenFor } from '../support/buyer.js';
import { makePaymentRun } from '../support/payment-run.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
let apps: readonly App[];

const rethrow = (fault: unknown) => {
  throw fault;
};
/** Runs the same job in four services at the same moment. */
const everywhere = (job: (app: App) => Promise<unknown>) => Promise.all(apps.map(job));

describe('several services on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    service = await startTestService();
    apps = [service.app, await service.another(), await service.another(), await service.another()];
    await service.database.db
      .update(studios)
      .set({ settings: { decided: { paymentRuns: { automatic: true } } } });
  });
  afterAll(async () => {
    await Promise.all(apps.slice(1).map((app) => app.close()));
    await service.close();
  });

  const member = async (iban = 'DE89370400440532013000') => {
    const { token } = await tokenFor(service, {}, { iban });
    const made = await service
      .api()
      .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
    return made.body.customerId;
  };
  const owes = async (customerId: number) => {
    const dueDate = service.clock.now().toISOString().slice(0, 10);
    await service.database.db
      .insert(debtClaims)
      .values({ customerId, description: 'Fee', amount: 3000, dueDate });
  };

  test('one charge of what is due, and one return of it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customerId = await member('DE35370400440532013002');
      await owes(customerId);
      await everywhere(({ context }) => makePaymentRun(context));
      expect(await service.database.db.$count(charges, eq(charges.customerId, customerId))).toBe(1);
      expect(await service.takenFrom(customerId)).toEqual([3000]);
      service.clock.advance(3600_000);
      await everywhere(({ context }) => runQueue(context, 'RETURNS', 1));
      const booked = await service.database.db
        .select()
        .from(accountTransactions)
        .where(eq(accountTransactions.customerId, customerId));
      expect(booked.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-3000, 3000]);
    }
  });

  test('a token and a payment run never both pay a claim', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customerId = await member();
      await owes(customerId);
      const [claim] = await service.database.db
        .select()
        .from(debtClaims)
        .where(eq(debtClaims.customerId, customerId));
      const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 30 });
      await Promise.all([
        everywhere(({ context }) => makePaymentRun(context)),
        service.api().post(`/v1/customers/${customerId}/account/payment`, {
          paymentRequestToken: token,
          amount: { amount: 30, currency: 'EUR' },
          debtClaimIds: [claim?.id],
        }),
      ]);
      expect(await service.takenFrom(customerId)).toEqual([3000]);
    }
  });

  test('services that start together seed the idle members once', async () => {
    await everywhere(({ context }) => seedIdleMembers(context));
    const { db } = service.database;
    const members = await db
      .select()
      .from(customers)
      .where(inArray(customers.lastName, ['Vogt', 'Ferrari', 'Kern']));
    expect([members.length, await db.$count(idlePeriods)]).toEqual([3, 3]);
  });

  test('each fee of an extension is one claim', async () => {
    const customerId = await member();
    const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 19.9 });
    const startDate = new Date(service.clock.now().getTime() + 24 * 3600_000).toISOString().slice(0, 10);
    await service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, {
      contractOfferTermId: TERMS.rising,
      startDate,
      initialPaymentRequestToken: token,
    });
    service.clock.advance(800 * 24 * 3600_000);
    await everywhere(({ context }) => advanceContracts(context, rethrow));
    const [contract] = await service.database.db
      .select()
      .from(contracts)
      .where(eq(contracts.customerId, customerId));
    const claims = await service.database.db
      .select()
      .from(debtClaims)
      .where(and(eq(debtClaims.contractId, contract?.id ?? 0)));
    expect(new Set(claims.map(({ dueDate }) => dueDate)).size).toBe(claims.length);
    expect(claims.length).toBeGreaterThan(26);
  });
});
