import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { performStaffAction } from '../../src/admin/staff-actions.js';
import type { App } from '../../src/app.js';
import { advanceContracts } from '../../src/modules/memberships/contracts/advance.job.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { accountTransactions } from '../../src/modules/payments/account/account.tables.js';
import { NINA, TERMS } from '../support/buyer.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { TwoServices } from '../support/two-services.js';

const DAY = 24 * 3600_000;

let service: TestService;
let apps: readonly App[];

const rethrow = (fault: unknown) => {
  throw fault;
};

describe('two processes on PostgreSQL', { timeout: 180_000 }, () => {
  test('a person redeems one credit, however many contracts are signed at the same moment', async () => {
    const services = await TwoServices.shared();
    const startDate = new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10);
    const contract = { contractOfferTermId: TERMS.free, startDate, voucherCode: 'CREDIT25' };
    for (let round = 0; round < 3; round += 1) {
      const { customerId } = await services.person();
      const path = `memberships/customers/${customerId}/add-membership`;
      const answers = await Promise.all(Array.from({ length: 6 }, () => services.api(path, contract)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    }
  });
});

describe('two services on PostgreSQL', { timeout: 120_000 }, () => {
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
  const member = async () => {
    const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
    return made.body.customerId;
  };
  const sign = async ({ app }: App, customerId: number) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/v1/memberships/customers/${customerId}/add-membership`,
      headers: { 'x-api-key': EUR_KEY },
      payload: { contractOfferTermId: TERMS.free, startDate: day(5), voucherCode: 'CREDIT25' },
    });
    return statusCode;
  };
  const booked = async (customerIds: readonly number[]) => {
    const rows = await service.database.db
      .select()
      .from(accountTransactions)
      .where(inArray(accountTransactions.customerId, [...customerIds]));
    return rows.map(({ amount }) => amount);
  };

  test('the credit of a contract that starts is booked once; of one cancelled meanwhile nothing is left', async () => {
    const [kept, cancelled] = [await member(), await member()];
    for (const customerId of [kept, cancelled]) expect(await sign(service.app, customerId)).toBe(200);
    const [contract] = await service.database.db
      .select()
      .from(contracts)
      .where(eq(contracts.customerId, cancelled));
    service.clock.advance(5 * DAY);
    const input = { contractId: contract?.id, origin: 'STUDIO', date: day(1) };
    const about = { studioId: 1001, actor: 'test', traceId: crypto.randomUUID() };
    await Promise.all([
      ...apps.map(({ context }) => advanceContracts(context, rethrow)),
      performStaffAction(service.app.context, { ...about, name: 'contract.cancel', input }),
    ]);
    expect(await booked([kept])).toEqual([2500]);
    expect((await booked([cancelled])).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });
});
