import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.js';
import { lockCustomer } from '../../src/modules/customers/customers.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { settleWithdrawal } from '../../src/modules/memberships/withdrawals/withdrawals.js';
import { withdrawals } from '../../src/modules/memberships/withdrawals/withdrawals.tables.js';
import { debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { refunds } from '../../src/modules/payments/refunds/refunds.tables.js';
import { performStaffAction } from '../../src/admin/staff-actions.js';
import { runQueue } from '../support/batches.js';
import { NINA, TERMS, tokenFor } from '../support/buyer.js';
import { makePaymentRun } from '../support/payment-run.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { staff } from '../support/staff.js';
import { whileHeld } from '../support/until.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let service: TestService;
let apps: readonly [App, App];

describe('withdrawal from one contract, two services on PostgreSQL', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    service = await startTestService();
    apps = [service.app, await service.another()];
    await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } });
  });
  afterAll(async () => {
    await apps[1].app.close();
    await service.close();
  });

  /** Sells a contract that starts today; its first month of 19.90 is paid by a debit. */
  const contractOf = async () => {
    const { token: instrument } = await tokenFor(service, {});
    const made = await service
      .api()
      .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: instrument });
    const { customerId } = made.body;
    const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 19.9 });
    const sold = await service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, {
      contractOfferTermId: TERMS.rising,
      startDate: service.clock.now().toISOString().slice(0, 10),
      initialPaymentRequestToken: token,
    });
    expect(sold.status, JSON.stringify(sold.body)).toBe(200);
    const [contract] = await service.database.db
      .select()
      .from(contracts)
      .where(eq(contracts.customerId, customerId));
    return { customerId, contractId: contract?.id ?? 0 };
  };
  type Contract = Awaited<ReturnType<typeof contractOf>>;

  const withdraw = ({ contractId }: Contract, at: 0 | 1, acceptLate = true) =>
    performStaffAction(apps[at].context, {
      name: 'contract.withdraw',
      studioId: 1001,
      actor: 'test',
      input: { contractId, acceptLate },
      traceId: 'test',
    }).then(
      () => 200,
      () => 400,
    );
  const atOnce = ({ customerId }: Contract, calls: readonly (() => Promise<unknown>)[]) =>
    whileHeld(service.database.db, (tx) => lockCustomer(tx, customerId), calls);
  /** Lets all work of both services end, once the debits have settled. */
  const workOff = async () => {
    for (let round = 0; round < 3; round += 1) {
      service.clock.advance(2 * MINUTE);
      for (const name of ['USAGES', 'CHARGES', 'WITHDRAWALS', 'REFUNDS']) {
        await Promise.all(apps.map(({ context }) => runQueue(context, name, 0)));
      }
    }
  };
  const balance = async ({ customerId }: Contract) => {
    const url = `/v1/customers/${customerId}/account/balances`;
    const { body } = await service.api().request<{ accountBalance: { amount: number } }>({ url });
    return body.accountBalance.amount;
  };
  const refunded = async ({ customerId }: Contract) => {
    const rows = await service.database.db.select().from(refunds).where(eq(refunds.customerId, customerId));
    return rows.reduce((sum, { status, amount }) => sum + (status === 'DECLINED' ? 0 : amount), 0);
  };
  const openClaims = async ({ customerId }: Contract) => {
    const rows = await service.database.db
      .select()
      .from(debtClaims)
      .where(eq(debtClaims.customerId, customerId))
      .orderBy(asc(debtClaims.id));
    return rows.filter(({ isSettled }) => !isSettled);
  };
  /** Nobody owes anything, and the provider has kept no money. */
  const expectNothingOwed = async (contract: Contract) => {
    const taken = await service.takenFrom(contract.customerId);
    expect([await openClaims(contract), await balance(contract), taken]).toEqual([[], 0, []]);
  };

  test('of two withdrawals one takes effect, and the money is refunded once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const contract = await contractOf();
      service.clock.advance(2 * MINUTE);
      const answers = await atOnce(contract, [
        () => withdraw(contract, 0),
        () => withdraw(contract, 1),
        () => withdraw(contract, 0),
      ]);
      expect([...answers].sort()).toEqual([200, 400, 400]);
      await workOff();
      expect(await refunded(contract)).toBe(1990);
      await expectNothingOwed(contract);
    }
  });

  test('two processes that settle it reserve one refund', async () => {
    const contract = await contractOf();
    service.clock.advance(2 * MINUTE);
    await withdraw(contract, 0);
    const [found] = await service.database.db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.contractId, contract.contractId));
    const id = found?.id ?? '';
    await atOnce(
      contract,
      ([0, 1, 0, 1] as const).map((at) => () => settleWithdrawal(apps[at].context, id, 'test')),
    );
    await workOff();
    expect(await refunded(contract)).toBe(1990);
    await expectNothingOwed(contract);
  });

  test('while a token pays a fee of the contract, no cent is lost or kept', async () => {
    for (let round = 0; round < 4; round += 1) {
      const contract = await contractOf();
      const { customerId } = contract;
      service.clock.advance(31 * DAY);
      const [claim] = await openClaims(contract);
      const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 19.9 });
      const pay = async () => {
        const paid = await apps[1].app.inject({
          method: 'POST',
          url: `/v1/customers/${customerId}/account/payment`,
          headers: { 'x-api-key': EUR_KEY },
          payload: {
            paymentRequestToken: token,
            amount: { amount: 19.9, currency: 'EUR' },
            debtClaimIds: [claim?.id],
          },
        });
        return paid.statusCode;
      };
      const both = [() => withdraw(contract, 0), pay];
      const answers = await atOnce(contract, round % 2 === 0 ? both : both.toReversed());
      expect(answers).toContain(200);
      await workOff();
      await expectNothingOwed(contract);
      const isPaid = answers.filter((status) => status === 200).length === 2;
      expect(await refunded(contract)).toBe(isPaid ? 3980 : 1990);
    }
  });

  test('during a payment run, what it charges is refunded too', async () => {
    for (let round = 0; round < 4; round += 1) {
      const contract = await contractOf();
      service.clock.advance(31 * DAY);
      await Promise.all([
        makePaymentRun(apps[1].context),
        withdraw(contract, 0),
        runQueue(apps[1].context, 'WITHDRAWALS', 0),
      ]);
      await workOff();
      await expectNothingOwed(contract);
      expect([1990, 3980]).toContain(await refunded(contract));
    }
  });
});
