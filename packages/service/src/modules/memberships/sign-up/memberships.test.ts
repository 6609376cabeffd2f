import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NINA, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../../test/support/service.js';
import { debtClaims } from '../../payments/account/account.tables.js';
import { contracts } from '../contracts/contracts.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const free = { contractOfferTermId: TERMS.free, startDate: '2026-12-01' };
const api = () => service.api();
const get = async <T>(url: string) => {
  const answer = await api().request<T>({ url });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const eur = (amount: number) => ({ amount, currency: 'EUR' });

/** Creates a separate customer for a test. */
async function somebody(fields: object = {}): Promise<number> {
  const answer = await api().post<{ customerId: number }>('/v1/customers/create', { ...NINA, ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.customerId;
}

const add = (customerId: number, contract: object) =>
  api().post<ErrorBody | null>(`/v1/memberships/customers/${customerId}/add-membership`, contract);
const payFor = (customerId: number, amount: number) =>
  tokenFor(service, { scope: 'ECOM', amount, customerId });

describe('POST customers/create', () => {
  test('makes a customer, whose sessions go by the id from then on', async () => {
    const { token, person } = await tokenFor(service, {});
    const customerId = await somebody({ paymentRequestToken: token });
    const next = await tokenFor(service, { customerId });
    expect(next.person).toBe(person);
  });

  test('refuses a token for another person, of the wrong scope, and a field that is wrong', async () => {
    const post = (fields: object) => api().post('/v1/customers/create', { ...NINA, ...fields });
    const { token } = await tokenFor(service, {});
    expect((await post({ paymentRequestToken: token })).status).toBe(200);
    const again = await post({ paymentRequestToken: token, lastName: 'Other' });
    expect([again.status, again.body.errorCode]).toEqual([409, 'errormessage.payment.token.used']);
    const ecom = await tokenFor(service, { scope: 'ECOM', amount: 5 });
    const wrong = await post({ paymentRequestToken: ecom.token });
    expect([wrong.status, wrong.body.reference]).toEqual([400, 'paymentRequestToken']);
    expect((await post({ email: 'x' })).body.reference).toBe('email');
  });
});

describe('POST add-membership', () => {
  test('the existing chain: customer, preview, payment of what is due, contract', async () => {
    const customerId = await somebody();
    const contract = { contractOfferTermId: TERMS.inFull, startDate: '2026-12-01' };
    const preview = await api().post(
      `/v1/memberships/customers/${customerId}/add-membership/preview`,
      contract,
    );
    expect(preview.body).toMatchObject({ paymentPreview: { dueOnSigningAmount: eur(399) } });
    const { token } = await payFor(customerId, 399);
    const answer = await add(customerId, { ...contract, initialPaymentRequestToken: token });
    expect([answer.status, answer.body]).toEqual([200, null]);
    expect(await get(`/v1/memberships/${customerId}/self-service/contract-data`)).toMatchObject([
      {
        rateName: 'Year in full',
        startDate: '2026-12-01',
        endDate: '2027-11-30',
        contractStatus: 'INACTIVE',
        priceDetails: { basePrice: eur(399), paymentFrequency: { type: 'NON_RECURRING' } },
        price: 399,
      },
    ]);
  });

  test('takes its fields under `contract` too', async () => {
    const customerId = await somebody();
    const answer = await service.app.app.inject({
      method: 'POST',
      url: `/v1/memberships/customers/${customerId}/add-membership`,
      headers: { 'x-api-key': EUR_KEY },
      payload: { contract: { ...free, preuseDate: null } },
    });
    expect(answer.statusCode).toBe(200);
    expect(await get(`/v1/memberships/${customerId}/self-service/contract-data`)).toHaveLength(1);
  });

  test('a positive balance may be left out of the payment', async () => {
    const customerId = await somebody();
    const today = service.clock.now().toISOString().slice(0, 10);
    const credited = { ...free, startDate: today, voucherCode: 'CREDIT25' };
    expect((await add(customerId, credited)).status).toBe(200);
    const contract = { contractOfferTermId: TERMS.inFull, startDate: '2026-12-01' };
    const wrong = await payFor(customerId, 373.99);
    expect((await add(customerId, { ...contract, initialPaymentRequestToken: wrong.token })).status).toBe(
      400,
    );
    const { token } = await payFor(customerId, 374);
    const answer = await add(customerId, { ...contract, initialPaymentRequestToken: token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  test('the price is adjusted for the age that the customer record gives', async () => {
    const customerId = await somebody({ dateOfBirth: '2005-01-01' });
    const contract = { contractOfferTermId: TERMS.standard, startDate: '2026-12-01' };
    const url = `/v1/memberships/customers/${customerId}/add-membership/preview`;
    expect((await api().post(url, contract)).body).toMatchObject({ ageAdjustedPrice: eur(33.91) });
  });

  test('refuses a token of somebody else, and a missing one', async () => {
    const customerId = await somebody();
    const contract = { contractOfferTermId: TERMS.inFull, startDate: '2026-12-01' };
    const missing = await add(customerId, contract);
    expect([missing.status, missing.body?.reference]).toEqual([400, 'initialPaymentRequestToken']);
    const { token } = await payFor(2001, 399);
    const foreign = await add(customerId, { ...contract, initialPaymentRequestToken: token });
    expect([foreign.status, foreign.body?.errorCode]).toEqual([400, 'errormessage.payment.token.invalid']);
  });
});

describe('the account', () => {
  test('what is due and what falls due later, in slices; the balance follows the calendar', async () => {
    const customerId = await somebody();
    const { token } = await payFor(customerId, 19.9);
    const contract = { contractOfferTermId: TERMS.rising, startDate: '2026-12-01' };
    expect((await add(customerId, { ...contract, initialPaymentRequestToken: token })).status).toBe(200);
    const account = `/v1/customers/${customerId}/account`;
    interface Slice {
      result: { id: number; dueDate: string; openAmount: { amount: number } }[];
      offset: string;
      hasNext: boolean;
    }
    const first = await get<Slice>(`${account}/transactions/upcoming?sliceSize=5`);
    const second = await get<Slice>(`${account}/transactions/upcoming?sliceSize=5&offset=${first.offset}`);
    const third = await get<Slice>(`${account}/transactions/upcoming?sliceSize=5&offset=${second.offset}`);
    expect([first.hasNext, second.hasNext, third.hasNext]).toEqual([true, true, false]);
    const all = [first, second, third].flatMap(({ result }) => result);
    expect(new Set(all.map(({ id }) => id)).size).toBe(12);
    expect(all[0]).toMatchObject({ dueDate: '2026-12-01', openAmount: eur(0) });
    expect(all[1]).toMatchObject({ dueDate: '2027-01-01', openAmount: eur(19.9) });
    expect(await get(`${account}/transactions`)).toMatchObject({ result: [], hasNext: false });
    // consumptionCredit is 0: nothing can be sold on credit yet; the specification only announces it.
    expect(await get(`${account}/balances`)).toEqual({
      accountBalance: eur(0),
      consumptionCredit: eur(0),
      dunningLevel: '0',
      inDebtCollection: false,
    });
    service.clock.advance(45 * 24 * 3600_000);
    expect(await get(`${account}/balances`)).toMatchObject({ accountBalance: eur(-19.9) });
    expect((await get<Slice>(`${account}/transactions`)).result).toHaveLength(2);
  });

  test('a payment without named claims pays what is due; the rest is credit, not the next months', async () => {
    const account = `/v1/customers/2002/account`;
    expect(await get(`${account}/balances`)).toMatchObject({ accountBalance: eur(-29.9) });
    const { token } = await payFor(2002, 50);
    await api().post(`${account}/payment`, { paymentRequestToken: token, amount: eur(50) });
    expect(await get(`${account}/balances`)).toMatchObject({ accountBalance: eur(20.1) });
  });
});

describe('switching a membership', () => {
  const start = (days: number) =>
    new Date(service.clock.now().getTime() + days * 24 * 3600_000).toISOString().slice(0, 10);

  async function risingMember() {
    const customerId = await somebody();
    const { token } = await payFor(customerId, 19.9);
    const startDate = start(1);
    await add(customerId, {
      contractOfferTermId: TERMS.rising,
      startDate,
      initialPaymentRequestToken: token,
    });
    const [contract] = await get<{ id: number }[]>(
      `/v1/memberships/${customerId}/self-service/contract-data`,
    );
    return { customerId, sourceContractId: contract?.id ?? 0 };
  }

  test('ends the one on the day before the other begins, and drops what would fall due later', async () => {
    const { customerId, sourceContractId } = await risingMember();
    const configs = `/v1/memberships/${customerId}/membership-switch/configs`;
    const [config] = await get<{ id: number }[]>(configs);
    expect(config).toMatchObject({
      id: 9001,
      presentation: {},
      sourceContracts: [{ id: sourceContractId, rateName: expect.any(String) as string }],
    });
    expect(config).not.toHaveProperty('sourceContractIds');
    expect(await get(`${configs}/9001`)).toMatchObject({
      destinationMembershipOffers: [{ id: 4001 }, {}, {}, {}],
    });
    expect((await service.api().request({ url: `${configs}?studioId=1002` })).status).toBe(403);
    const request = {
      configId: 9001,
      sourceContractId,
      membershipOfferTermId: TERMS.monthDay,
      startDate: start(100),
    };
    const url = `/v1/memberships/${customerId}/membership-switch`;
    const preview = await api().post(`${url}/preview?studioId=1001`, request);
    expect(preview.body).toMatchObject({ paymentPreview: { dueOnSigningAmount: eur(0) } });
    expect((await api().post(`${url}/preview?studioId=1002`, request)).status).toBe(403);
    const [first, second] = await Promise.all([api().post(url, request), api().post(url, request)]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    const { db } = service.app.context;
    const made = await db
      .select()
      .from(contracts)
      .where(eq(contracts.customerId, customerId))
      .orderBy(contracts.id);
    expect(made).toMatchObject([
      { id: sourceContractId, endDate: start(99) },
      { startDate: start(100), details: { switchedFromContractId: sourceContractId } },
    ]);
    const left = await db.select().from(debtClaims).where(eq(debtClaims.contractId, sourceContractId));
    expect(left.every(({ dueDate }) => dueDate < start(100))).toBe(true);
    expect(left.length).toBeGreaterThan(1);
  });

  test('what is due is paid by a token, or nothing happens', async () => {
    const { customerId, sourceContractId } = await risingMember();
    const url = `/v1/memberships/${customerId}/membership-switch`;
    const request = {
      configId: 9001,
      sourceContractId,
      membershipOfferTermId: TERMS.inFull,
      startDate: start(50),
    };
    const missing = await api().post(url, request);
    expect([missing.status, missing.body.reference]).toEqual([400, 'initialPaymentRequestToken']);
    const { token } = await payFor(customerId, 399);
    expect((await api().post(url, { ...request, initialPaymentRequestToken: token })).status).toBe(200);
  });

  test.each([
    ['an unknown configuration', { configId: 1 }, 404, 'configId'],
    ['an unknown contract', { sourceContractId: 1 }, 404, 'sourceContractId'],
    ['a term that it does not lead to', { membershipOfferTermId: TERMS.free }, 400, 'membershipOfferTermId'],
    ['a start before the contract', { startDate: '2026-11-20' }, 400, 'startDate'],
    ['a start after its end', { startDate: '2029-01-01' }, 400, 'startDate'],
  ])('refuses %s', async (_, fields, status, reference) => {
    const { customerId, sourceContractId } = await risingMember();
    const valid = {
      configId: 9001,
      sourceContractId,
      membershipOfferTermId: TERMS.monthDay,
      startDate: start(50),
    };
    const answer = await api().post(`/v1/memberships/${customerId}/membership-switch`, {
      ...valid,
      ...fields,
    });
    expect([answer.status, answer.body.reference]).toEqual([status, reference]);
  });
});
