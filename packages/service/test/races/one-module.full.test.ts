import { and, eq, gt, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.js';
import { lockCustomer } from '../../src/modules/customers/customers.js';
import { cancelContract } from '../../src/modules/memberships/cancelations/cancelations.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { NINA, TERMS } from '../support/buyer.js';
import type { ErrorBody } from '../support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { whileHeld } from '../support/until.js';

const DAY = 24 * 3600_000;
/** Drinks for 6.90 a month, without the trial. */
const DRINKS = { additionalModuleId: 6202, paymentFrequencyId: 6252, bookTrialPeriod: false };

let service: TestService;
let apps: readonly App[];

describe('modules of one contract, two services on PostgreSQL', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    service = await startTestService();
    apps = [service.app, await service.another()];
  });
  afterAll(async () => {
    await apps[1]?.app.close();
    await service.close();
  });

  const day = (fromNow: number) =>
    new Date(service.clock.now().getTime() + fromNow * DAY).toISOString().slice(0, 10);

  /** Sells a contract that runs from today and is extended until it is cancelled. */
  const contractOf = async () => {
    const { body } = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
    const { customerId } = body;
    const url = `/v1/memberships/customers/${customerId}/add-membership`;
    const sold = await service.api().post(url, { contractOfferTermId: TERMS.free, startDate: day(0) });
    expect(sold.status, JSON.stringify(sold.body)).toBe(200);
    const [contract] = await service.database.db
      .select()
      .from(contracts)
      .where(eq(contracts.customerId, customerId));
    return { customerId, id: contract?.id ?? 0 };
  };
  type Contract = Awaited<ReturnType<typeof contractOf>>;

  const book = async ({ id }: Contract, at: number, headers: Record<string, string> = {}) => {
    const response = await apps[at % 2]?.app.inject({
      method: 'POST',
      url: `/v1/memberships/${id}/self-service/additional-modules/purchase`,
      headers: { 'x-api-key': EUR_KEY, ...headers },
      payload: DRINKS,
    });
    return response?.json<{ id?: number } & Partial<ErrorBody>>() ?? {};
  };
  const claimsOf = ({ id }: Contract, ...more: Parameters<typeof and>) => {
    const ofModule = like(debtClaims.contractKey, 'module/%');
    return service.database.db.$count(debtClaims, and(eq(debtClaims.contractId, id), ofModule, ...more));
  };
  /** Sends six bookings, each of which has read the contract before any could change it. */
  const atOnce = (contract: Contract, headers?: Record<string, string>) =>
    whileHeld(
      service.database.db,
      (tx) => lockCustomer(tx, contract.customerId),
      Array.from({ length: 6 }, (_, at) => () => book(contract, at, headers)),
    );

  test('of simultaneous bookings of the same module one succeeds, and its fee is charged once', async () => {
    const contract = await contractOf();
    const answers = await atOnce(contract);
    expect(answers.filter(({ id }) => id !== undefined)).toHaveLength(1);
    const refused = answers.flatMap(({ errorCode }) => errorCode ?? []);
    expect(refused).toEqual(Array(5).fill('ADDITIONAL_MODULE_CONTRACT_ALREADY_PURCHASED'));
    expect(await claimsOf(contract)).toBe(1);
  });

  test('the same request, sent several times at once, books one module and returns it to all', async () => {
    const contract = await contractOf();
    const answers = await atOnce(contract, { 'idempotency-key': `race-of-contract-${contract.id}` });
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers[0]?.id).toEqual(expect.any(Number));
    expect(await claimsOf(contract)).toBe(1);
  });

  test('nothing is booked onto a contract that is cancelled while the booking waits', async () => {
    const contract = await contractOf();
    const { db } = service.database;
    const [studio] = await db.select().from(studios).where(eq(studios.id, 1001));
    if (!studio) throw new Error('The studio is gone.');
    const cancelation = { contractId: contract.id, date: day(10), origin: 'STUDIO' } as const;
    const [answer] = await whileHeld(
      db,
      (tx) => lockCustomer(tx, contract.customerId),
      [() => book(contract, 1)],
      (tx) => cancelContract(service.app.context, tx, studio, cancelation),
    );
    expect(answer?.errorCode).toBe('ADDITIONAL_MODULE_CONTRACT_INVALID_STATUS');
    expect(await claimsOf(contract)).toBe(0);
  });

  test('a module that is booked while its contract is cancelled leaves no claim after the end', async () => {
    const { db } = service.database;
    const [studio] = await db.select().from(studios).where(eq(studios.id, 1001));
    if (!studio) throw new Error('The studio is gone.');
    for (let round = 0; round < 4; round += 1) {
      const contract = await contractOf();
      const cancelation = { contractId: contract.id, date: day(10), origin: 'STUDIO' } as const;
      const cancel = async () => {
        await db.transaction((tx) => cancelContract(service.app.context, tx, studio, cancelation));
        return null;
      };
      const both = [() => book(contract, 1), cancel];
      const answers = await whileHeld(
        db,
        (tx) => lockCustomer(tx, contract.customerId),
        round % 2 === 0 ? both : both.toReversed(),
      );
      const isBooked = answers.some((answer) => answer?.id !== undefined);
      expect(await claimsOf(contract)).toBe(isBooked ? 1 : 0);
      expect(await claimsOf(contract, gt(debtClaims.dueDate, day(10)))).toBe(0);
    }
  });
});
