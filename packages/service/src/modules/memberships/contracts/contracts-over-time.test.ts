import { and, asc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NINA, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../../test/support/service.js';
import { debtClaims } from '../../payments/account/account.tables.js';
import { subscribe } from '../../webhooks/subscriptions.js';
import { webhookDeliveries } from '../../webhooks/webhooks.tables.js';
import { advanceContracts } from './advance.job.js';
import { contracts } from './contracts.tables.js';

const DAY = 24 * 3600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const receiver = {
    url: 'https://partner.example/events',
    webhookKey: 'webhook-key-of-the-tests',
    types: null,
  };
  const { db } = service.database;
  await subscribe(db, service.app.context.keys, { apiKey: EUR_KEY, ...receiver });
  await service.api().post('/v1/studios/confirmActivation', {});
});
afterAll(() => service.close());

interface ContractData {
  readonly id: number;
  readonly endDate: string;
  readonly contractStatus: string;
  readonly cancelationStatus?: string;
  readonly cancelationDate?: string;
  readonly cancelationOrigin?: string;
  readonly cancelationReason?: string;
  readonly cancelationPeriod?: { readonly periodValue: number; readonly periodUnit: string };
  readonly lastPossibleCancelationDate?: string;
  readonly availableCancelationDates: readonly string[];
}

const contractData = async (customerId: number) => {
  const url = `/v1/memberships/${customerId}/self-service/contract-data`;
  const { status, body } = await service.api().request<ContractData[]>({ url });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const rethrow = (fault: unknown) => {
  throw fault;
};
const advance = () => advanceContracts(service.app.context, rethrow);
/**
 * Creates a member with a contract at the rising rate from 1 December 2026: 12 months, then monthly, with one month's
 * notice.
 */
const risingMember = async () => {
  const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
  const { customerId } = made.body;
  const { token } = await tokenFor(service, { scope: 'ECOM', amount: 19.9, customerId });
  const bought = await service
    .api()
    .post<ErrorBody | null>(`/v1/memberships/customers/${customerId}/add-membership`, {
      contractOfferTermId: TERMS.rising,
      startDate: '2026-12-01',
      initialPaymentRequestToken: token,
    });
  expect(bought.status, JSON.stringify(bought.body)).toBe(200);
  const [contract] = await contractData(customerId);
  return { customerId, contractId: contract?.id ?? 0 };
};
const dueOf = async (contractId: number, after = '2027-11-01') =>
  (
    await service.database.db
      .select()
      .from(debtClaims)
      .where(and(eq(debtClaims.contractId, contractId), gt(debtClaims.dueDate, after)))
      .orderBy(asc(debtClaims.dueDate))
  ).map(({ dueDate, amount }) => `${dueDate} ${amount}`);
const eventsOf = async (entityId: number, type: string) =>
  service.database.db.$count(
    webhookDeliveries,
    and(eq(webhookDeliveries.entityId, entityId), eq(webhookDeliveries.type, type)),
  );

// The test clock starts on 20 November 2026 and only moves forward, so the order of these tests matters.
test('seeded members have contracts in every state', async () => {
  const states = [];
  for (const customerId of [2004, 2005, 2006, 2007, 2008]) {
    const [contract] = await contractData(customerId);
    const { length } = contract?.availableCancelationDates ?? [];
    states.push([contract?.contractStatus, contract?.cancelationStatus, length]);
  }
  // The test data was seeded on 1 January 2026, so by 20 November the cancelled contract has ended as well.
  expect(states).toEqual([
    ['ACTIVE', undefined, 3],
    ['ACTIVE', undefined, 3],
    ['INACTIVE', 'CANCELED', 0],
    ['INACTIVE', undefined, 0],
    ['ACTIVE', undefined, 3],
  ]);
});

test('the first offer is bought by a client that sends no signature', async () => {
  const { body: offers } = await service
    .api()
    .request<{ terms: { id: number }[] }[]>({ url: '/v1/memberships/membership-offers' });
  const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
  const { customerId } = made.body;
  const { token } = await tokenFor(service, { scope: 'ECOM', amount: 24.9, customerId });
  const bought = await service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, {
    contractOfferTermId: offers[0]?.terms[0]?.id,
    startDate: '2026-12-01',
    initialPaymentRequestToken: token,
  });
  expect(bought.status, JSON.stringify(bought.body)).toBe(200);
});

test('a running member can be switched, and one with an open fee has it on the account', async () => {
  await advance();
  const configs = await service
    .api()
    .request<unknown[]>({ url: '/v1/memberships/2005/membership-switch/configs' });
  expect([configs.status, configs.body.length]).toEqual([200, 1]);
  const upcoming = await service
    .api()
    .request<{ result: unknown[] }>({ url: '/v1/customers/2005/account/transactions/upcoming' });
  expect(upcoming.body.result.length).toBeGreaterThan(0);
});

test('extended after its last notice, once, also after an outage of months', async () => {
  const { customerId, contractId } = await risingMember();
  const noticeOver = Date.parse('2027-11-01T10:00:00Z') - service.clock.now().getTime();
  service.clock.advance(noticeOver);
  await advance();
  await advance();
  expect(await contractData(customerId)).toMatchObject([
    {
      endDate: '2027-12-31',
      availableCancelationDates: ['2027-12-31', '2028-01-31', '2028-02-29'],
      lastPossibleCancelationDate: '2027-11-30',
    },
  ]);
  expect(await dueOf(contractId)).toEqual(['2027-12-01 3990']);
  const updates = await eventsOf(customerId, 'CONTRACT_UPDATED');
  expect(updates).toBe(1);
  service.clock.advance(92 * DAY);
  await advance();
  const [row] = await service.database.db.select().from(contracts).where(eq(contracts.id, contractId));
  expect([row?.endDate, row?.nextChange]).toEqual(['2028-03-31', '2028-03-01']);
  expect(await dueOf(contractId)).toEqual([
    '2027-12-01 3990',
    '2028-01-01 3990',
    '2028-02-01 3990',
    '2028-03-01 3990',
  ]);
});

test('in an extension with a notice of its own, that one is shown', async () => {
  const { db } = service.database;
  const [row] = await db.select().from(contracts).where(eq(contracts.nextChange, '2028-03-01'));
  if (!row) throw new Error('Nothing was extended.');
  const notice = async () => (await contractData(row.customerId))[0]?.cancelationPeriod;
  expect(await notice()).toEqual({ periodValue: 1, periodUnit: 'MONTH' });
  const { offer } = row.details;
  const cancelationPeriod = { value: 2, unit: 'WEEK' } as const;
  const terms = offer.terms.map((term) =>
    term.extension.type === 'NONE' ? term : { ...term, extension: { ...term.extension, cancelationPeriod } },
  );
  const details = { ...row.details, offer: { ...offer, terms } };
  await db.update(contracts).set({ details }).where(eq(contracts.id, row.id));
  expect(await notice()).toEqual({ periodValue: 2, periodUnit: 'WEEK' });
});
