import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.js';
import { lockCustomer } from '../../src/modules/customers/customers.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { webhookDeliveries } from '../../src/modules/webhooks/webhooks.tables.js';
import { NINA, TERMS } from '../support/buyer.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { staff } from '../support/staff.js';
import { subscribeToEvents } from '../support/subscribe-to-events.js';
import { whileHeld } from '../support/until.js';

const DAY = 24 * 3600_000;

let service: TestService;
let apps: readonly App[];

describe('cancellation of one contract, two services on PostgreSQL', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    service = await startTestService();
    apps = [service.app, await service.another()];
    await subscribeToEvents(service);
  });
  afterAll(async () => {
    await apps[1]?.app.close();
    await service.close();
  });

  const today = () => new Date(service.clock.now().getTime()).toISOString().slice(0, 10);

  /** Sells a contract that runs from today and is extended until it is cancelled. */
  const contractOf = async () => {
    const { body } = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
    const { customerId } = body;
    const url = `/v1/memberships/customers/${customerId}/add-membership`;
    const sold = await service.api().post(url, { contractOfferTermId: TERMS.free, startDate: today() });
    expect(sold.status, JSON.stringify(sold.body)).toBe(200);
    const data = await service.api().request<{ id: number; availableCancelationDates: string[] }[]>({
      url: `/v1/memberships/${customerId}/self-service/contract-data`,
    });
    const [contract] = data.body;
    if (!contract) throw new Error('There is no contract.');
    return { customerId, contractId: contract.id, dates: contract.availableCancelationDates };
  };
  type Contract = Awaited<ReturnType<typeof contractOf>>;

  const send = async (at: number, url: string, payload: object, headers: Record<string, string> = {}) => {
    const response = await apps[at % 2]?.app.inject({
      method: 'POST',
      url,
      headers: { 'x-api-key': EUR_KEY, ...headers },
      payload,
    });
    return response?.statusCode ?? 0;
  };
  const cancel = (
    { customerId, contractId, dates }: Contract,
    at: number,
    headers?: Record<string, string>,
  ) =>
    send(
      at,
      `/v1/memberships/${customerId}/self-service/ordinary-contract-cancelation`,
      { contractId, cancelationDate: dates[at % dates.length], cancelationReasonId: 1001 },
      headers,
    );
  const atOnce = (contract: Contract, calls: readonly (() => Promise<unknown>)[]) =>
    whileHeld(service.database.db, (tx) => lockCustomer(tx, contract.customerId), calls);
  const row = async ({ contractId }: Contract) => {
    const [found] = await service.database.db.select().from(contracts).where(eq(contracts.id, contractId));
    return found;
  };
  const events = ({ customerId }: Contract) =>
    service.database.db.$count(
      webhookDeliveries,
      and(eq(webhookDeliveries.entityId, customerId), eq(webhookDeliveries.type, 'CONTRACT_CANCELLED')),
    );

  test('of simultaneous cancellations one takes effect, and the contract ends on its day', async () => {
    const contract = await contractOf();
    const answers = await atOnce(
      contract,
      [0, 1, 2, 3].map((at) => () => cancel(contract, at)),
    );
    expect(answers.toSorted()).toEqual([200, 400, 400, 400]);
    const found = await row(contract);
    expect(found?.endDate).toBe(found?.cancelation?.date);
    expect(await events(contract)).toBe(1);
  });

  test('the same request, sent several times at once, is answered alike and carried out once', async () => {
    const contract = await contractOf();
    const headers = { 'idempotency-key': `race-of-contract-${contract.contractId}` };
    const answers = await atOnce(
      contract,
      [0, 2, 1, 3].map(
        (at) => () =>
          send(
            at,
            `/v1/memberships/${contract.customerId}/self-service/ordinary-contract-cancelation`,
            {
              contractId: contract.contractId,
              cancelationDate: contract.dates[0],
              cancelationReasonId: 1001,
            },
            headers,
          ),
      ),
    );
    expect(answers).toEqual([200, 200, 200, 200]);
    expect(await events(contract)).toBe(1);
  });

  test('while staff cancel to an earlier day, one of the two takes effect, with all of its claims', async () => {
    for (let round = 0; round < 4; round += 1) {
      const contract = await contractOf();
      const { contractId } = contract;
      const inAWeek = new Date(service.clock.now().getTime() + 7 * DAY).toISOString().slice(0, 10);
      const byStaff = () =>
        staff(service, 'contract.cancel', { contractId, date: inAWeek, origin: 'STUDIO' }).then(
          () => 200,
          () => 400,
        );
      const both = [() => cancel(contract, 1), byStaff];
      const answers = await atOnce(contract, round % 2 === 0 ? both : both.toReversed());
      expect([...answers].sort()).toEqual([200, 400]);
      const found = await row(contract);
      expect(found?.endDate).toBe(found?.cancelation?.date);
      const claims = await service.database.db
        .select({ dueDate: debtClaims.dueDate })
        .from(debtClaims)
        .where(eq(debtClaims.contractId, contractId));
      expect(claims.filter(({ dueDate }) => dueDate > (found?.endDate ?? ''))).toEqual([]);
      expect(await events(contract)).toBe(1);
    }
  });
});
