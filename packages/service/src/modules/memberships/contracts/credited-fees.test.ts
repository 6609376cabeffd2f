import { and, asc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenFor } from '../../../../test/support/buyer.js';
import { runQueue } from '../../../../test/support/batches.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { readRetention } from '../../../admin/retention/retention-periods.js';
import { applyRetention } from '../../../admin/retention/retention.js';
import { COLLECTION_KEY, CollectionStudio } from '../../debt-collection/collection-scene.fixture.js';
import { collectionDebts } from '../../debt-collection/debt-collection.tables.js';
import { accountTransactions, debtClaims } from '../../payments/account/account.tables.js';
import { openClaims } from '../../payments/account/claims.js';
import { charges } from '../../payments/charges/charges.tables.js';
import { subscribe } from '../../webhooks/subscriptions.js';
import { decideRules, IdleContract, staff } from '../idle-periods/idle-contract.fixture.js';
import { advanceContract } from './advance.js';

/*
 * Covers the fee of an idle period (10.00 for each of February and March 2027) that is no longer owed while its payment
 * is under way, is returned, or is with a collection partner. Amounts are in cents. The clock only moves forward, so
 * the order of the tests matters.
 */

const MINUTE = 60_000;
const EMPTY = 'DE65370400440002222227';
const RETURNED = 'DE35370400440532013002';
const IDLE_PERIOD = {
  startDate: '2027-02-01',
  temporalUnit: 'MONTH',
  termValue: 2,
  unlimited: false,
  reasonId: 1,
};

interface Scene {
  readonly contract: IdleContract;
  readonly idlePeriodId: number;
}

let service: TestService;
let studio: CollectionStudio;
const scenes: Scene[] = [];
beforeAll(async () => {
  service = await startTestService();
  studio = new CollectionStudio(service);
  const { db, keys } = service.app.context;
  const receiver = { url: 'https://partner.example/events', webhookKey: 'outbound', types: null };
  await subscribe(db, keys, { apiKey: COLLECTION_KEY, ...receiver });
  expect((await studio.partner().post('/v1/studios/confirmActivation', {})).status).toBe(200);
  await decideRules(service, {
    freeTerms: 0,
    fee: { amount: 0, amountPerTermUnit: 500, recurring: false },
    cancellationDays: 100,
    modificationDays: 100,
  });
  for (let count = 0; count < 6; count += 1) {
    const contract = await IdleContract.sign(service);
    scenes.push({ contract, idlePeriodId: (await contract.accepted(IDLE_PERIOD)).id });
  }
  on('2027-01-01');
  for (const { contract } of scenes) await contract.pay('2027-01-01');
  on('2027-02-01');
});
afterAll(() => service.close());

const on = (date: string) =>
  service.clock.advance(Date.parse(`${date}T10:00:00Z`) - service.clock.now().getTime());
const nextScene = (): Scene => {
  const scene = scenes.shift();
  if (!scene) throw new Error('More tests than scenes.');
  return scene;
};
const rethrow = (fault: unknown) => {
  throw fault;
};
const queue = (name: string) => runQueue(service.app.context, name, 0);
const theBankReturnsIt = async () => {
  service.clock.advance(30 * MINUTE);
  await queue('RETURNS');
};
const advance = ({ contractId }: IdleContract) =>
  service.database.db.transaction((tx) => advanceContract(service.app.context, tx, contractId));
/** Adds another claim, which credit settles first. */
const owe = async ({ customerId }: IdleContract, amount: number, dueDate: string) => {
  await service.database.db.insert(debtClaims).values({ customerId, description: 'Locker', amount, dueDate });
};
const fees = async ({ contractId }: IdleContract) => {
  const ofIdlePeriod = and(eq(debtClaims.contractId, contractId), like(debtClaims.contractKey, 'freeze/%'));
  const rows = await service.database.db
    .select()
    .from(debtClaims)
    .where(ofIdlePeriod)
    .orderBy(asc(debtClaims.id));
  return rows.map(({ amount, isSettled }) => `${amount} ${isSettled ? 'settled' : 'open'}`);
};
const credits = async ({ customerId }: IdleContract) => {
  const { db } = service.database;
  const isOfCustomer = eq(accountTransactions.customerId, customerId);
  const rows = await db.select().from(accountTransactions).where(isOfCustomer);
  return rows.filter(({ creditsClaimId }) => creditsClaimId !== null).map(({ amount }) => amount);
};
const dueNow = async ({ customerId }: IdleContract) => {
  const today = service.clock.now().toISOString().slice(0, 10);
  const open = await openClaims(service.database.db, customerId);
  return open.filter(({ dueDate }) => dueDate <= today).map(({ open: amount }) => amount);
};
const withdraw = async ({ contract, idlePeriodId }: Scene) => {
  const { status, body } = await contract.withdraw(idlePeriodId);
  expect(status, JSON.stringify(body)).toBe(200);
};

test('its debit came back, then the idle period is withdrawn: the credit settles the fee, and what is due is the rate', async () => {
  const scene = nextScene();
  const { contract } = scene;
  await contract.pay('2027-02-01', RETURNED);
  await theBankReturnsIt();
  expect([await fees(contract), await contract.balance()]).toEqual([['1000 open'], -10]);
  await withdraw(scene);
  await advance(contract);
  expect([await fees(contract), await credits(contract)]).toEqual([['1000 settled'], [1000]]);
  expect([await dueNow(contract), await contract.balance()]).toEqual([[1990], -19.9]);
});

test('the idle period is shortened and the credit spent, then the debit of the whole fee comes back', async () => {
  const { contract, idlePeriodId } = nextScene();
  await contract.pay('2027-02-01', RETURNED);
  await owe(contract, 500, '2027-01-15');
  expect((await contract.update(idlePeriodId, { ...IDLE_PERIOD, termValue: 1 })).status).toBe(200);
  expect([await credits(contract), await contract.balance()]).toEqual([[500], 0]);
  await theBankReturnsIt();
  await advance(contract);
  expect([await fees(contract), await credits(contract)]).toEqual([['1000 open'], [500]]);
  expect(await contract.balance()).toBe(-10);
});

test('the idle period is withdrawn and the credit spent while a charge is under way, which is then declined', async () => {
  const scene = nextScene();
  const { contract } = scene;
  const { customerId } = contract;
  const { token } = await tokenFor(service, { customerId }, { iban: EMPTY });
  const url = `/v1/customers/${customerId}/account/payment-instrument`;
  expect((await service.api().post(url, { paymentRequestToken: token })).status).toBe(200);
  await staff(service, 'payment-run.start', {});
  await owe(contract, 1000, '2027-01-15');
  await withdraw(scene);
  expect([await credits(contract), await dueNow(contract)]).toEqual([[1000], [1990, 1000]]);
  await queue('CHARGES');
  const made = await service.database.db.select().from(charges).where(eq(charges.customerId, customerId));
  expect(made).toMatchObject([{ status: 'DECLINED', amount: 1000 }]);
  await advance(contract);
  expect([await fees(contract), await credits(contract)]).toEqual([['1000 open'], [1000]]);
  expect([await dueNow(contract), await contract.balance()]).toEqual([[1990, 1000], -29.9]);
});

test('a partner collects it: the partner is told, and the fee stays when the case is taken back', async () => {
  const scene = nextScene();
  const { contract } = scene;
  on('2027-03-15');
  const { collectionCaseId } = await studio.run(contract.customerId);
  await withdraw(scene);
  const updates = await studio.events('FINANCE_DEBT_COLLECTION_CASE_UPDATED');
  expect(updates.map(({ content }) => content)).toEqual([{ collectionCaseId }]);
  await advance(contract);
  expect([await fees(contract), await credits(contract)]).toEqual([['1000 open'], [1000]]);
  await studio.staff('debt-collection.withdraw-case', { collectionCaseId });
  await advance(contract);
  expect([await fees(contract), await credits(contract)]).toEqual([['1000 open'], [1000]]);
  // The credit has paid half of the February rate.
  expect([await dueNow(contract), await contract.balance()]).toEqual([[990, 1000, 2990], -49.8]);
});

test('a partner has had it: it stays, and so does what the partner was told; the credit settles it', async () => {
  const scene = nextScene();
  const { contract } = scene;
  const { collectionCaseId, debtIds } = await studio.run(contract.customerId);
  await studio.staff('debt-collection.withdraw-case', { collectionCaseId });
  await withdraw(scene);
  await advance(contract);
  expect([await fees(contract), await credits(contract)]).toEqual([['1000 settled'], [1000]]);
  expect([await dueNow(contract), await contract.balance()]).toEqual([[1990, 2990], -49.8]);
  const debts = await service.database.db.$count(
    collectionDebts,
    eq(collectionDebts.caseId, collectionCaseId),
  );
  expect([debtIds.length, debts]).toEqual([1, 1]);
});

test('its credit is kept as long as the contract runs, so that it is given once', async () => {
  const scene = nextScene();
  const { contract } = scene;
  await owe(contract, 1000, '2025-01-15');
  await contract.pay('2027-02-01');
  await withdraw(scene);
  expect([await credits(contract), await dueNow(contract)]).toEqual([[1000], [1990, 2990]]);
  on('2029-06-01');
  await advance(contract);
  const due = await dueNow(contract);
  await applyRetention(service.app.context, { ...readRetention({}), ledgerYears: 1 }, rethrow);
  await advance(contract);
  expect([await fees(contract), await credits(contract)]).toEqual([['1000 settled'], [1000]]);
  expect(await dueNow(contract)).toEqual(due);
});
