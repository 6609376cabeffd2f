import { and, asc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { COLLECTION_KEY } from '../../debt-collection/collection-scene.fixture.js';
import { debtClaims } from '../../payments/account/account.tables.js';
import { subscribe } from '../../webhooks/subscriptions.js';
import { advanceContracts } from '../contracts/advance.job.js';
import { decideRules, IdleContract } from '../idle-periods/idle-contract.fixture.js';
import type { AdditionalModule } from './additional-module.js';

const months = (value: number) => ({ value, unit: 'MONTH' as const });

/** 10.00 a month for three months at least; or, for three months, 25.00 at once. */
const SAUNA = {
  id: 9101,
  name: 'Sauna',
  isActive: true,
  isOnline: true,
  term: months(3),
  extension: { type: 'TERM_EXTENSION', term: months(1), cancelationPeriod: { value: 1, unit: 'WEEK' } },
  cancelationPeriod: months(1),
  paymentFrequencies: [
    { id: 1, type: 'RECURRING', term: months(1), price: 1000 },
    { id: 2, type: 'NON_RECURRING', price: 2500 },
  ],
  rateCodes: [{ name: 'Sauna', identifier: 'SAUNA' }],
} satisfies AdditionalModule;
/** 5.00 a month after two weeks for free. */
const DRINKS = {
  ...SAUNA,
  id: 9102,
  name: 'Drinks',
  term: months(1),
  extension: { type: 'NONE' },
  cancelationPeriod: { value: 1, unit: 'WEEK' },
  trialPeriod: { term: { value: 2, unit: 'WEEK' }, description: 'Two weeks for free' },
  paymentFrequencies: [{ id: 3, type: 'RECURRING', term: months(1), price: 500 }],
} satisfies AdditionalModule;
/** 4.00 for the first month, then 9.00 for each further one. */
const TOWELS = {
  ...SAUNA,
  id: 9105,
  name: 'Towels',
  term: months(1),
  extension: { type: 'SUBSEQUENT_RATE_DETAIL', term: months(1), rateName: 'Towels, later', price: 900 },
  cancelationPeriod: { value: 1, unit: 'WEEK' },
  paymentFrequencies: [{ id: 4, type: 'RECURRING', term: months(1), price: 400 }],
} satisfies AdditionalModule;
/** 10.00 a month, and half of that for adults. */
const STUDY = {
  ...TOWELS,
  id: 9106,
  name: 'Study',
  extension: { type: 'NONE' },
  paymentFrequencies: [
    {
      ...{ id: 5, type: 'RECURRING', term: months(1), price: 1000 },
      ageAdjustments: [{ startAge: 18, endAge: 99, adjustment: { type: 'PERCENTAGE', basisPoints: -5000 } }],
    },
  ],
} satisfies AdditionalModule;
const COUNTER = { ...SAUNA, id: 9103, isOnline: false };
const FORMER = { ...SAUNA, id: 9104, isActive: false };

interface ModuleAnswer {
  readonly price: { readonly amount: number };
  readonly startDate: string;
  readonly endDate: string;
  readonly availableCancelationDates: string[];
  readonly lastPossibleCancelationDate?: string;
  readonly contractCancelationStatus?: string;
  readonly cancelationReason?: string;
  readonly contractCancelationCanBeWithdrawn: boolean;
  readonly trialPeriod?: object;
}

interface SubContractAnswer {
  readonly rateName: string;
  readonly priceDetails: object;
}

let service: TestService;
let contract: IdleContract;
beforeAll(async () => {
  service = await startTestService();
  const receiver = { url: 'https://partner.example/events', webhookKey: 'outbound', types: null };
  const { db, keys } = service.app.context;
  await subscribe(db, keys, { apiKey: COLLECTION_KEY, ...receiver });
  expect((await service.api(COLLECTION_KEY).post('/v1/studios/confirmActivation', {})).status).toBe(200);
  await decideRules(service, { freeTerms: 100, cancellationDays: 0, unlimitedAllowed: true });
  const additionalModules = [SAUNA, DRINKS, COUNTER, FORMER, TOWELS, STUDY];
  await staff(service, 'additional-module.import', { additionalModules });
});
afterAll(() => service.close());
// Each test has a contract of its own, and begins on the contract's first day.
beforeEach(async () => {
  on('2026-11-20');
  contract = await IdleContract.sign(service);
  on('2026-12-01');
});

const on = (date: string) =>
  service.clock.advance(Date.parse(`${date}T10:00:00Z`) - service.clock.now().getTime());
const url = (below: string) => `/v1/memberships/${contract.contractId}/self-service/${below}`;
const request = ({ id }: { id: number }, paymentFrequencyId = 1, bookTrialPeriod = false) => {
  return { additionalModuleId: id, paymentFrequencyId, bookTrialPeriod };
};
const validate = async (...asked: Parameters<typeof request>) => {
  const path = url('additional-modules/validate');
  const { body } = await service.api().post<{ validationStatus: string }>(path, request(...asked));
  return body.validationStatus.replace('ADDITIONAL_MODULE_', '');
};
const purchase = (...asked: Parameters<typeof request>) =>
  service.api().post<{ id: number } & ErrorBody>(url('additional-modules/purchase'), request(...asked));
const booked = async (...asked: Parameters<typeof request>) => {
  const { status, body } = await purchase(...asked);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};
const read = async (id: number) => {
  const path = url(`additional-module-contracts/${id}`);
  const { status, body } = await service.api().request<ModuleAnswer & ErrorBody>({ url: path });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const cancel = (id: number, cancelationDate: string, cancelationReasonId = 1003) =>
  service
    .api()
    .post<ErrorBody & { success?: string }>(url(`additional-module-contracts/${id}/ordinary-cancelation`), {
      cancelationDate,
      cancelationReasonId,
    });
const withdraw = (id: number) =>
  service.api().post<ErrorBody>(url(`additional-module-contracts/${id}/withdraw-cancelation`), {});
const advance = () =>
  advanceContracts(service.app.context, (fault) => {
    throw fault;
  });
/** Returns the claims of the contract's modules, as in `2026-12-01 10.00`. */
const claims = async () => {
  const { db } = service.database;
  const ofModules = and(
    eq(debtClaims.contractId, contract.contractId),
    like(debtClaims.contractKey, 'module/%'),
  );
  const rows = await db.select().from(debtClaims).where(ofModules).orderBy(asc(debtClaims.dueDate));
  return rows.map(({ dueDate, amount }) => `${dueDate} ${(amount / 100).toFixed(2)}`);
};
/** Returns the modules of the contract as the customer's record shows them. */
const inRecord = async () => {
  const { body } = await service.api().request<{ moduleContracts: SubContractAnswer[] }[]>({
    url: `/v1/customers/${contract.customerId}/contracts`,
  });
  return body[0]?.moduleContracts ?? [];
};
const events = async () =>
  (await contract.events())
    .filter(({ type }) => /MODULE|CONTRACT_UPDATED/.test(type))
    .map(({ type, content }) => `${type} ${Object.keys(content ?? {}).join()}`);

describe('a module', () => {
  test('is listed if it is sold online, and can be bought for a contract that runs', async () => {
    const names = async (path: string) => {
      const { body } = await service.api().request<{ name: string; imageUrl: string }[]>({ url: path });
      return body.map(({ name }) => name);
    };
    const listed = ['Personal training', 'Drinks flat rate', 'Sauna', 'Drinks', 'Towels', 'Study'];
    expect(await names('/v1/memberships/self-service/additional-modules')).toEqual(listed);
    expect(await names(url('additional-modules/purchasable'))).toEqual(listed);
    await booked(SAUNA);
    expect(await names(url('additional-modules/purchasable'))).not.toContain('Sauna');
    on('2026-11-30');
    expect(await names(url('additional-modules/purchasable'))).toEqual([]);
  });

  test.each([
    [1005, SAUNA, 'The id 9101 belongs to an additional module of another studio.'],
    [
      1001,
      { ...SAUNA, paymentFrequencies: [{ id: null, type: 'FREE' }] },
      'each payment frequency needs an id',
    ],
  ])('cannot be imported wrongly: studio %d', async (studioId, module, message) => {
    const additionalModules = [{ ...SAUNA, id: 9199 }, module];
    const imported = staff(service, 'additional-module.import', { additionalModules }, studioId);
    await expect(imported).rejects.toThrow(message);
    expect(await validate({ id: 9199 })).toBe('NOT_FOUND');
    expect(await validate(SAUNA)).toBe('PURCHASABLE');
  });

  test('has a picture whose link expires after five hours', async () => {
    const path = '/v1/memberships/self-service/additional-modules';
    const { body } = await service.api().request<{ imageUrl: string }[]>({ url: path });
    const { pathname, search } = new URL(body[0]?.imageUrl ?? '');
    const shown = () => service.app.app.inject({ url: pathname + search });
    expect((await shown()).body).toContain('Personal training');
    service.clock.advance(5 * 3600_000 + 1000);
    expect((await shown()).statusCode).not.toBe(200);
  });

  test.each([
    ['NOT_FOUND', [{ id: 1 }]],
    ['NOT_FOUND', [FORMER]],
    ['NOT_FOUND', [SAUNA, 3]],
    ['NOT_ONLINE_PURCHASABLE', [COUNTER]],
    ['TRIAL_PERIOD_NOT_BOOKABLE', [SAUNA, 1, true]],
    ['PURCHASABLE', [DRINKS, 3, true]],
  ] as [string, Parameters<typeof request>][])('is checked: %s', async (expected, asked) => {
    expect(await validate(...asked)).toBe(expected);
    if (expected === 'PURCHASABLE') return;
    const { status, body } = await purchase(...asked);
    expect([status, body.errorCode]).toEqual([400, `ADDITIONAL_MODULE_${expected}`]);
    expect(await claims()).toEqual([]);
  });

  test('is not sold for a contract that has not begun, is idle, or is cancelled', async () => {
    on('2026-11-30');
    expect(await validate(SAUNA)).toBe('CONTRACT_INVALID_STATUS');
    await contract.accepted({ startDate: '2027-01-01', termValue: 1 });
    on('2027-01-15');
    expect(await validate(SAUNA)).toBe('CONTRACT_INVALID_STATUS');
    on('2027-02-01');
    expect(await validate(SAUNA)).toBe('PURCHASABLE');
    await staff(service, 'contract.cancel', { contractId: contract.contractId, origin: 'CUSTOMER' });
    expect(await validate(SAUNA)).toBe('CONTRACT_INVALID_STATUS');
  });
});

describe('a booked module', () => {
  test('charges its price for the initial runtime, and for extensions as they become certain', async () => {
    const id = await booked(SAUNA);
    expect(await claims()).toEqual(['2026-12-01 10.00', '2027-01-01 10.00', '2027-02-01 10.00']);
    expect(await read(id)).toMatchObject({
      ...{ startDate: '2026-12-01', endDate: '2027-02-28', lastPossibleCancelationDate: '2027-01-31' },
      availableCancelationDates: ['2027-02-28', '2027-03-31', '2027-04-30'],
      contractCancelationCanBeWithdrawn: false,
    });
    on('2027-02-15');
    await advance();
    expect(await claims()).toEqual([
      ...['2026-12-01 10.00', '2027-01-01 10.00', '2027-02-01 10.00', '2027-03-01 10.00'],
    ]);
    expect((await read(id)).endDate).toBe('2027-03-31');
    await advance();
    expect(await events()).toEqual([
      'CONTRACT_ADDITIONAL_MODULE_CREATED contractId,moduleContractId',
      'CONTRACT_UPDATED contractId',
      'CONTRACT_ADDITIONAL_MODULE_UPDATED contractId,moduleContractId',
      'CONTRACT_UPDATED contractId',
    ]);
  });

  test('continues at another rate if it was booked so', async () => {
    const id = await booked(TOWELS, 4);
    on('2026-12-26');
    await advance();
    expect(await claims()).toEqual(['2026-12-01 4.00', '2027-01-01 9.00']);
    expect((await read(id)).price.amount).toBe(4);
    expect((await inRecord())[0]?.rateName).toBe('Towels');
    on('2027-01-01');
    expect((await read(id)).price.amount).toBe(9);
    expect((await inRecord())[0]?.rateName).toBe('Towels, later');
  });

  test('has the price for the age of the member on the day of the booking', async () => {
    const id = await booked(STUDY, 5);
    expect(await claims()).toEqual(['2026-12-01 5.00']);
    expect((await read(id)).price.amount).toBe(5);
    expect((await inRecord())[0]?.priceDetails).toMatchObject({
      ...{ basePrice: { amount: 10 }, currentPrice: { amount: 5 } },
    });
  });

  test('keeps its terms when the studio changes the module', async () => {
    const id = await booked(SAUNA);
    const dearer = { ...SAUNA, paymentFrequencies: [{ ...SAUNA.paymentFrequencies[0], price: 9900 }] };
    await staff(service, 'additional-module.import', { additionalModules: [dearer] });
    on('2027-02-15');
    await advance();
    expect((await claims()).at(-1)).toBe('2027-03-01 10.00');
    expect((await read(id)).price.amount).toBe(10);
    await staff(service, 'additional-module.import', { additionalModules: [SAUNA] });
  });

  test('gives back a fee that was paid for the time after its end, and charges it again if it continues', async () => {
    const id = await booked(DRINKS, 3, true);
    await contract.pay('2026-12-15');
    const before = await contract.balance();
    expect((await cancel(id, '2026-12-14')).status).toBe(200);
    expect(await contract.balance()).toBe(before + 5);
    expect((await withdraw(id)).status).toBe(200);
    expect(await claims()).toEqual(['2026-12-15 5.00', '2026-12-15 5.00']);
  });

  test('keeps a fee that was paid while the end of an idle period is not known', async () => {
    on('2026-12-15');
    const id = await booked(SAUNA);
    await contract.pay('2027-01-15');
    const before = await contract.balance();
    expect((await contract.create({ startDate: '2027-01-01', unlimited: true, reasonId: 1 })).status).toBe(
      200,
    );
    expect((await cancel(id, '2027-03-14')).status).toBe(200);
    expect(await claims()).toEqual(['2026-12-15 10.00', '2027-01-15 10.00']);
    expect(await contract.balance()).toBe(before);
  });

  test('is part of the contract in the customer’s record, and its fees are on the account', async () => {
    const id = await booked(SAUNA, 2);
    expect(await inRecord()).toEqual([
      expect.objectContaining({
        ...{ id, rateName: 'Sauna', startDate: '2026-12-01', endDate: '2027-02-28', cancelled: false },
        ...{ paymentFrequency: 'NON_RECURRING', price: 25, contractStatus: 'ACTIVE' },
      }),
    ]);
    const path = `/v1/customers/${contract.customerId}`;
    const due = await service.api().request<{ result: object[] }>({ url: `${path}/account/transactions` });
    expect(due.body.result).toContainEqual(
      expect.objectContaining({ description: 'Sauna', paidPeriodTo: '2027-02-28' }),
    );
  });

  test('is free in its trial, can be cancelled to the end of the trial, and is tried once', async () => {
    const id = await booked(DRINKS, 3, true);
    expect(await claims()).toEqual(['2026-12-15 5.00']);
    on('2026-12-14');
    expect(await read(id)).toMatchObject({
      ...{ endDate: '2027-01-14', lastPossibleCancelationDate: '2026-12-14' },
      availableCancelationDates: ['2026-12-14', '2027-01-14'],
      trialPeriod: { term: { value: 2, unit: 'WEEK' }, startDate: '2026-12-01' },
    });
    expect((await cancel(id, '2026-12-14')).status).toBe(200);
    expect(await claims()).toEqual([]);
    on('2026-12-15');
    expect(await validate(DRINKS, 3, true)).toBe('TRIAL_PERIOD_NOT_BOOKABLE');
    expect(await validate(DRINKS, 3)).toBe('PURCHASABLE');
  });

  test('stands still while its contract is idle', async () => {
    await contract.accepted({ startDate: '2027-01-01', termValue: 1 });
    on('2027-02-01');
    // The idle period that was over before the booking does not move it.
    const id = await booked(SAUNA);
    expect((await read(id)).startDate).toBe('2027-02-01');
    const later = await contract.accepted({ startDate: '2027-03-01', termValue: 1 });
    expect(await claims()).toEqual(['2027-02-01 10.00', '2027-04-01 10.00', '2027-05-01 10.00']);
    expect((await read(id)).endDate).toBe('2027-05-31');
    expect((await contract.withdraw(later.id)).status).toBe(200);
    expect(await claims()).toEqual(['2027-02-01 10.00', '2027-03-01 10.00', '2027-04-01 10.00']);
    expect((await read(id)).endDate).toBe('2027-04-30');
  });

  test('ends when it is cancelled, unless the cancellation is withdrawn', async () => {
    const id = await booked(SAUNA);
    const refused = await cancel(id, '2027-02-27');
    expect([refused.status, refused.body.reference]).toEqual([400, 'cancelationDate']);
    expect((await cancel(id, '2027-02-28', 1)).body.reference).toBe('cancelationReasonId');
    expect((await cancel(id, '2027-02-28')).body.success).toMatch(/\w/);
    expect(await read(id)).toMatchObject({
      ...{ cancelationDate: '2027-02-28', contractCancelationStatus: 'CANCELED' },
      ...{ cancelationReason: 'Price', contractCancelationCanBeWithdrawn: true },
      availableCancelationDates: [],
    });
    expect((await cancel(id, '2027-02-28')).status).toBe(400);
    on('2027-02-20');
    await advance();
    expect(await claims()).toHaveLength(3);
    expect((await withdraw(id)).status).toBe(200);
    expect(await claims()).toHaveLength(4);
    expect((await read(id)).endDate).toBe('2027-03-31');
    expect((await withdraw(id)).status).toBe(400);
    on('2027-03-24');
    await advance();
    expect((await cancel(id, '2027-04-30')).status).toBe(200);
    on('2027-05-01');
    expect((await withdraw(id)).status).toBe(400);
    const [, , ...since] = await events();
    expect(since.filter((event) => event.includes('MODULE')).map((event) => event.split(/[ _]/)[3])).toEqual([
      ...['CANCELLED', 'UPDATED', 'CANCELLED'],
    ]);
  });

  test('ends with its contract, and continues if the contract’s cancellation is withdrawn', async () => {
    const id = await booked(SAUNA);
    const { contractId } = contract;
    const cancelation = { contractId, date: '2027-01-15', origin: 'STUDIO' };
    await staff(service, 'contract.cancel', cancelation);
    expect(await claims()).toEqual(['2026-12-01 10.00', '2027-01-01 10.00']);
    expect(await read(id)).toMatchObject({ endDate: '2027-01-15', availableCancelationDates: [] });
    await staff(service, 'contract.withdraw-cancelation', { contractId });
    expect(await claims()).toHaveLength(3);
    expect((await read(id)).endDate).toBe('2027-02-28');
    const moved = ['CONTRACT_ADDITIONAL_MODULE_UPDATED', 'CONTRACT_UPDATED'];
    const types = (await events()).map((event) => event.split(' ')[0]);
    expect(types.slice(2)).toEqual([...moved, ...moved]);
  });

  test('is cancelled by the studio on any day before its contract ends, without consent of its member', async () => {
    const id = await booked(SAUNA);
    const { contractId, customerId } = contract;
    await staff(service, 'consent.set', { customerId, thirdPartyAccess: false });
    const ids = { additionalModuleContractId: id };
    const end = (input: object) => staff(service, 'module-contract.cancel', { ...ids, ...input });
    const day = { cancelationDate: '2026-12-15', reason: 'Sauna is repaired' };
    const refused = (reference: string) => {
      return { code: 'errormessage.membership.cancelation.not.possible', reference };
    };
    for (const asked of [
      { ...day, origin: 'CUSTOMER' },
      { cancelationDate: '2026-11-30', origin: 'STUDIO' },
    ]) {
      await expect(end(asked)).rejects.toMatchObject(refused('cancelationDate'));
    }
    await expect(
      staff(service, 'module-contract.cancel', { ...ids, origin: 'STUDIO' }, 1002),
    ).rejects.toMatchObject({ code: 'errormessage.membership.module.contract.not.found' });
    expect(await end({ ...day, origin: 'STUDIO' })).toMatchObject({
      entity: `module-contract ${id}`,
      changed: { endDate: '2026-12-15', origin: 'STUDIO' },
    });
    expect(await claims()).toEqual(['2026-12-01 10.00']);
    await expect(end({ origin: 'STUDIO' })).rejects.toMatchObject(refused('additionalModuleContractId'));
    await staff(service, 'module-contract.withdraw-cancelation', ids);
    expect(await claims()).toHaveLength(3);
    await expect(staff(service, 'module-contract.withdraw-cancelation', ids)).rejects.toMatchObject(
      refused('additionalModuleContractId'),
    );
    // The contract ends the module without notice, so there is nothing to cancel to its last day.
    await staff(service, 'contract.cancel', { contractId, date: '2027-01-15', origin: 'STUDIO' });
    await expect(end({ cancelationDate: '2027-01-15', origin: 'STUDIO' })).rejects.toMatchObject(
      refused('cancelationDate'),
    );
    await staff(service, 'consent.set', { customerId, thirdPartyAccess: true });
    expect(await end({ cancelationDate: '2027-01-14', origin: 'STUDIO' })).toMatchObject({
      changed: { endDate: '2027-01-14' },
    });
    expect((await read(id)).endDate).toBe('2027-01-14');
  });

  test('is booked, cancelled and continued once by repeated requests', async () => {
    const twice = async <T>(path: string, payload: object) => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const send = () => service.api().request<T>({ method: 'POST', url: url(path), payload, headers });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
      return first.body;
    };
    const { id } = await twice<{ id: number }>('additional-modules/purchase', request(SAUNA));
    expect(await validate(SAUNA)).toBe('CONTRACT_ALREADY_PURCHASED');
    expect(await claims()).toHaveLength(3);
    const [cancelationDate] = (await read(id)).availableCancelationDates ?? [];
    const cancelation = { cancelationDate, cancelationReasonId: 1003 };
    await twice(`additional-module-contracts/${id}/ordinary-cancelation`, cancelation);
    await twice(`additional-module-contracts/${id}/withdraw-cancelation`, {});
  });
});
