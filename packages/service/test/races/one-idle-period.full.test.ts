import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveKeys } from '../../src/core/secrets/secret-keys.js';
import { lockCustomer } from '../../src/modules/customers/customers.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { idlePeriods } from '../../src/modules/memberships/idle-periods/idle-periods.tables.js';
import { accountTransactions, debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { subscribe } from '../../src/modules/webhooks/subscriptions.js';
import { webhookDeliveries } from '../../src/modules/webhooks/webhooks.tables.js';
import { EUR_KEY } from '../support/service.js';
import { type Answer, SECRET, TwoServices } from '../support/two-services.js';
import { until, whileHeld } from '../support/until.js';

const DAY = 24 * 3600_000;
/** Returns the first day of a month, the given number of months from now. */
const month = (from: number) => {
  const now = services.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + from, 1)).toISOString().slice(0, 10);
};

let services: TwoServices;

describe('one contract, two processes on PostgreSQL', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.start();
  });
  afterAll(() => services.close());

  /** Sells a contract and pays its first claim. */
  const contractOf = async () => {
    const { customerId } = await services.person();
    const { db } = services.database;
    await db
      .insert(accountTransactions)
      .values({ customerId, usageId: null, amount: 1990, currency: 'EUR', bookedAt: services.now() });
    const sold = await services.api(`memberships/customers/${customerId}/add-membership`, {
      contractOfferTermId: 4105,
      startDate: services.day(1),
    });
    expect(sold.status, JSON.stringify(sold.body)).toBe(200);
    const [contract] = await db.select().from(contracts).where(eq(contracts.customerId, customerId));
    return { customerId, id: contract?.id ?? 0 };
  };
  type Contract = Awaited<ReturnType<typeof contractOf>>;

  const path = ({ id }: Contract) => `memberships/${id}/self-service/idle-periods`;
  const form = (startDate: string, termValue = 1) => {
    const data = new FormData();
    data.set('data', JSON.stringify({ startDate, temporalUnit: 'MONTH', termValue, reasonId: 1 }));
    return data;
  };
  const create = (contract: Contract, startDate: string) =>
    services.partner<{ id: number; errorCode: string }>('POST', path(contract), form(startDate));

  /** Sends requests, each of which has read the contract before any could change it. */
  const atOnce = <T>({ customerId }: Contract, requests: readonly (() => Promise<Answer<T>>)[]) =>
    whileHeld(services.database.db, (tx) => lockCustomer(tx, customerId), requests);
  const statuses = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).sort();

  test('of six simultaneous idle periods one is created; the others get a conflict', async () => {
    for (const startOf of [() => month(3), (index: number) => month(3 + index)]) {
      const contract = await contractOf();
      const answers = await atOnce(
        contract,
        Array.from({ length: 6 }, (_, index) => () => create(contract, startOf(index))),
      );
      expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
      const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.errorCode);
      expect(new Set(refused)).toEqual(new Set(['errormessage.concurrent.modification']));
      const { db } = services.database;
      expect(await db.$count(idlePeriods, eq(idlePeriods.contractId, contract.id))).toBe(1);
      const isFee = and(eq(debtClaims.contractId, contract.id), like(debtClaims.contractKey, 'freeze/%'));
      expect(await db.$count(debtClaims, isFee)).toBe(0);
    }
  });

  test('of simultaneous changes and withdrawals one succeeds, and the next request sees its result', async () => {
    const contract = await contractOf();
    const made = await create(contract, month(3));
    const change = () => services.partner('PUT', `${path(contract)}/${made.body.id}`, form(month(3), 2));
    const withdraw = () => services.partner('DELETE', `${path(contract)}/${made.body.id}`);
    const answers = await atOnce(contract, [change, withdraw, change, withdraw]);
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    const wasWithdrawn = answers.some(({ status }, index) => status === 200 && index % 2 === 1);
    expect((await create(contract, month(3))).status).toBe(wasWithdrawn ? 200 : 400);
  });

  test('a paid fee is credited once, even if several requests withdraw its idle period', async () => {
    const { db } = services.database;
    const contract = await contractOf();
    const made = await services.partner<{ id: number }>('POST', path(contract), form(month(3), 2));
    const isFee = and(eq(debtClaims.contractId, contract.id), like(debtClaims.contractKey, 'freeze/%'));
    const [fee] = await db.select().from(debtClaims).where(isFee);
    const token = await services.session({ amount: 5, customerId: contract.customerId });
    const { paymentRequestToken = '' } = await services.payByCard(token);
    const person = { customerId: contract.customerId, paymentCustomerId: '' };
    const paid = await services.payAccount(person, paymentRequestToken, 5, { debtClaimIds: [fee?.id] });
    expect([fee?.amount, paid.status]).toEqual([500, 200]);
    const withdraw = () => services.partner('DELETE', `${path(contract)}/${made.body.id}`);
    const answers = await atOnce(contract, [withdraw, withdraw, withdraw, withdraw]);
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    const isCredit = eq(accountTransactions.creditsClaimId, fee?.id ?? 0);
    const credits = await db.select().from(accountTransactions).where(isCredit);
    expect(credits.map(({ amount }) => amount)).toEqual([500]);
  });

  test('after an outage of two years, two processes create one claim per fee and report the end once', async () => {
    const { db } = services.database;
    const contract = await contractOf();
    await subscribe(db, deriveKeys(SECRET), {
      apiKey: EUR_KEY,
      url: 'http://127.0.0.1:9/',
      webhookKey: 'of the tests',
      types: ['CONTRACT_UPDATED'],
    });
    expect((await services.api('studios/confirmActivation', {})).status).toBe(200);
    await services.outage(800 * DAY);
    await until(async () => {
      const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
      return row?.nextChange && row.nextChange > services.day(0);
    });
    for (const at of [0, 1] as const) {
      expect((await services.api('memberships/membership-offers', undefined, at)).status).toBe(200);
    }
    const claims = await db.select().from(debtClaims).where(eq(debtClaims.contractId, contract.id));
    const dueMonths = claims.map(({ dueDate }) => dueDate.slice(0, 7)).sort();
    // Claims exist for twelve months, for 14 or 15 extensions that have begun, and for months that are certain or at
    // most two weeks ahead. No month occurs twice.
    expect(new Set(dueMonths).size).toBe(dueMonths.length);
    expect(dueMonths.length).toBeGreaterThanOrEqual(27);
    expect(dueMonths.length).toBeLessThanOrEqual(29);
    const ofCustomer = eq(webhookDeliveries.entityId, contract.customerId);
    expect(await db.$count(webhookDeliveries, ofCustomer)).toBe(1);
  });
});
