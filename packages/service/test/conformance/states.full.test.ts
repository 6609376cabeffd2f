import { asc, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runBatches } from '../support/batches.js';
import {
  COLLECTION_KEY,
  CollectionStudio,
  type Scene,
} from '../../src/modules/debt-collection/collection-scene.fixture.js';
import {
  decideRules,
  IdleContract,
} from '../../src/modules/memberships/idle-periods/idle-contract.fixture.js';
import { subscribe } from '../../src/modules/webhooks/subscriptions.js';
import { webhookDeliveries } from '../../src/modules/webhooks/webhooks.tables.js';
import { requestToken } from '../support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { staff } from '../support/staff.js';
import { SPECIFICATION } from './specification.js';

/* These tests cause each row of the state tables, and each event, with real calls. */

let service: TestService;
let studio: CollectionStudio;
beforeAll(async () => {
  service = await startTestService();
  studio = new CollectionStudio(service);
  const { db, keys } = service.app.context;
  for (const apiKey of [EUR_KEY, COLLECTION_KEY]) {
    const url = 'https://partner.example/events';
    await subscribe(db, keys, { apiKey, url, webhookKey: 'outbound', types: null });
    await service.api(apiKey).post('/v1/studios/confirmActivation', {});
  }
});
afterAll(() => service.close());
beforeEach(async () => {
  await decideRules(service);
  await studio.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
});

/** Checks for the rows of a table, by their text. */
type Scenarios = Readonly<Record<string, () => Promise<void>>>;

const HUNDRED = { original: 10000 };
const closing = (type: string, more: object = {}) => ({ closure: { type, date: '2026-11-20', ...more } });

const HALF_HOUR = 30 * 60_000;
const openSession = async () =>
  service.gateway(await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 5 }));
/** Returns the amounts that the provider has taken from the member since `before`. */
const takenSince = async (before: readonly number[]) => (await service.takenFrom(2001)).slice(before.length);
const pay = (paymentRequestToken: string) =>
  service.api().post('/v1/customers/2001/account/payment', {
    paymentRequestToken,
    amount: { amount: 5, currency: 'EUR' },
  });

const SESSION: Scenarios = {
  'session valid, on POST /v1/payments/user-session: a token until tokenValidUntil': async () => {
    const gateway = await openSession();
    service.clock.advance(HALF_HOUR - 1000);
    expect((await gateway.session()).status).toBe(200);
    service.clock.advance(1000);
    expect((await gateway.session()).status).toBe(401);
  },
  'session valid, the widget authorizes an amount above 0: no capture yet': async () => {
    const before = await service.takenFrom(2001);
    expect(requestToken(await (await openSession()).paySepa())).not.toBe('');
    expect(await takenSince(before)).toEqual([]);
  },
  'token authorized, a usage is posted: captured, and the session is invalidated': async () => {
    const before = await service.takenFrom(2001);
    const gateway = await openSession();
    expect((await pay(requestToken(await gateway.paySepa()))).status).toBe(200);
    expect(await takenSince(before)).toEqual([500]);
    expect((await gateway.session()).status).toBe(401);
  },
  'token unused, the session expires: the authorization is cancelled': async () => {
    const before = await service.takenFrom(2001);
    const payment = await (await openSession()).paySepa();
    const authorized = async () => (await service.ledgerOfPayment(payment.id)).map(({ status }) => status);
    const held = await authorized();
    service.clock.advance(HALF_HOUR);
    await runBatches(service.app.context, 0, (fault) => {
      throw fault;
    });
    expect((await pay(requestToken(payment))).status).toBe(400);
    expect(await authorized()).not.toEqual(held);
    expect(await takenSince(before)).toEqual([]);
  },
};

const closureOf = async ({ collectionCaseId }: Scene) => {
  const [found] = await studio.cases(`collectionCaseId=${collectionCaseId}`);
  return (found?.agencyCollectionCases as { closure?: { type: string } }[])[0]?.closure?.type ?? null;
};
const stateOf = async (scene: Scene) => {
  const { inDebtCollection } = await studio.balances(scene.customerId);
  return [await closureOf(scene), inDebtCollection, await studio.isGranted(scene.customerId)];
};
const closedAs = (type: string, more: object, expected: readonly unknown[]) => async () => {
  const scene = await studio.handOver(10000);
  await studio.update(scene, [HUNDRED], closing(type, more));
  expect(await stateOf(scene)).toEqual([type, ...expected]);
};
const GONE = [false, false];

const CASE: Scenarios = {
  'run transferred: the partner is told, and granted access to the customer': async () => {
    const scene = await studio.handOver(10000);
    const events = await studio.events('FINANCE_DEBT_COLLECTION_RUN_CREATED');
    expect(events.at(-1)?.entityId).toBe(scene.runId);
    expect(await stateOf(scene)).toEqual([null, true, true]);
  },
  'open, an update without closure: open': async () => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 30, reducedAmount: 5, writeOffAmount: 2 }]);
    expect(await stateOf(scene)).toEqual([null, true, true]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([3000, 500, 200]);
    expect(await studio.open(scene.customerId)).toEqual([6300]);
  },
  'open, closure POSITIVE: closed, collection status removed, grant removed': closedAs('POSITIVE', {}, GONE),
  'open, closure NEGATIVE: closed, collection status removed, grant removed': closedAs('NEGATIVE', {}, GONE),
  'open, closure REVERSAL: closed, collection status removed, grant removed': closedAs('REVERSAL', {}, GONE),
  'open, closure REJECTION with rejectionReason: closed, status and restrictions remain': async () => {
    await closedAs('REJECTION', { rejectionReason: 'WITHDRAWN_BY_STUDIO' }, [true, true])();
    const scene = await studio.handOver(10000);
    const withoutReason = await studio.send(studio.body(scene, [HUNDRED], closing('REJECTION')));
    expect(withoutReason.status).toBe(400);
    expect(withoutReason.body.reference).toMatch(/rejectionReason$/);
  },
  'closed, a later update without closure: closed': async () => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [HUNDRED], closing('POSITIVE'));
    await studio.update(scene, [HUNDRED]);
    expect(await stateOf(scene)).toEqual(['POSITIVE', ...GONE]);
  },
  'closed, an update that increases paidAmount: the payment is booked': async () => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [HUNDRED], closing('NEGATIVE'));
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 60 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([6000, 0, 0]);
    expect(await stateOf(scene)).toEqual(['NEGATIVE', ...GONE]);
  },
  'closed, a later WRITE_OFF_REMAINING_DEBTS: ignored': async () => {
    const options = ['WRITE_OFF_REMAINING_DEBTS'];
    const scene = await studio.handOver(10000);
    await studio.update(scene, [HUNDRED], closing('POSITIVE'));
    await studio.update(scene, [HUNDRED], closing('POSITIVE', { options }));
    expect(await studio.booked(scene.debtIds[0])).toEqual([0, 0, 0]);
    const other = await studio.handOver(10000);
    await studio.update(other, [HUNDRED], closing('POSITIVE', { options }));
    expect(await studio.booked(other.debtIds[0])).toEqual([0, 0, 10000]);
  },
};

const MONTH = { startDate: '2027-01-01', termValue: 1 };
const UNLIMITED = { startDate: '2027-01-01', unlimited: true, temporalUnit: undefined };
const listed = async (contract: IdleContract) => {
  const { body } = await contract.get<{ currentAndUpcomingIdlePeriods: { state: string }[] }>('');
  return body.currentAndUpcomingIdlePeriods.map(({ state }) => state);
};
const pending = async () => {
  await decideRules(service, { creationStatus: 'CHANGES_REQUIRE_VERIFICATION' });
  const contract = await IdleContract.sign(service);
  const { id: idlePeriodId, state } = await contract.accepted(MONTH);
  expect(state).toBe('PENDING_VERIFICATION');
  return { contract, idlePeriodId };
};

const IDLE_PERIOD: Scenarios = {
  'none, create where changes need no verification: accepted': async () => {
    const contract = await IdleContract.sign(service);
    expect((await contract.accepted(MONTH)).state).toBe('ACCEPTED');
    expect(await listed(contract)).toEqual(['ACCEPTED']);
  },
  'none, create where changes need verification: pending': async () => {
    const { contract } = await pending();
    expect(await listed(contract)).toEqual(['PENDING_VERIFICATION']);
  },
  'future, update: updated': async () => {
    const contract = await IdleContract.sign(service);
    const { id } = await contract.accepted(MONTH);
    const { status, body } = await contract.update(id, { ...MONTH, temporalUnit: 'MONTH', termValue: 2, reasonId: 1 });
    expect([status, body.endDate]).toEqual([200, '2027-02-28']);
  },
  'unlimited, update with a fixed term: of that term': async () => {
    await decideRules(service, { unlimitedAllowed: true });
    const contract = await IdleContract.sign(service);
    const { id, unlimited, endDate } = await contract.accepted(UNLIMITED);
    expect([unlimited, endDate]).toEqual([true, undefined]);
    const { status, body } = await contract.update(id, { ...MONTH, temporalUnit: 'MONTH', reasonId: 1, unlimited: false });
    expect([status, body.unlimited, body.endDate]).toEqual([200, false, '2027-01-31']);
  },
  'future, withdraw: withdrawn for good': async () => {
    const contract = await IdleContract.sign(service);
    const { id } = await contract.accepted(MONTH);
    const { status, body } = await contract.withdraw(id);
    expect([status, typeof body.success]).toEqual([200, 'string']);
    expect(await listed(contract)).toEqual([]);
    const again = await contract.update(id, { ...MONTH, temporalUnit: 'MONTH', reasonId: 1 });
    expect(again.status).toBe(404);
  },
  'pending, withdraw: withdrawn': async () => {
    const { contract, idlePeriodId } = await pending();
    expect((await contract.withdraw(idlePeriodId)).status).toBe(200);
    expect(await listed(contract)).toEqual([]);
  },
  'pending, staff approve: accepted': async () => {
    const { contract, idlePeriodId } = await pending();
    await staff(service, 'idle-period.approve', { idlePeriodId });
    expect(await listed(contract)).toEqual(['ACCEPTED']);
  },
  'pending, staff reject: not there': async () => {
    const { contract, idlePeriodId } = await pending();
    await staff(service, 'idle-period.reject', { idlePeriodId });
    expect(await listed(contract)).toEqual([]);
  },
}; // prettier-ignore

describe.each([
  ['session', SESSION, 4],
  ['debtCollectionCase', CASE, 9],
  ['freezePeriod', IDLE_PERIOD, 8],
] as const)('States: %s', (name, scenarios, rows) => {
  test('each row has its scenario, and no other', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(SPECIFICATION.states[name].toSorted());
    expect(SPECIFICATION.states[name]).toHaveLength(rows);
  });
  test.each(SPECIFICATION.states[name])('%s', async (row) => scenarios[row]?.());
});

/** Calls that cause each event. Each of them returns the entity that the event must name. */
const CAUSES: Readonly<Record<string, () => Promise<number | null>>> = {
  'a studio verifies a debt collection run': async () => (await studio.handOver(10000)).runId,
  'a customer is moved to another home studio': async () => {
    const customerId = await studio.member();
    await studio.staff('customer.move-home-studio', { customerId, targetStudioId: 1005 });
    return customerId;
  },
  'a studio changes a case that has an agencyCollectionCaseId': async () => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [HUNDRED]);
    await studio.staff('debt-collection.withdraw-case', { collectionCaseId: scene.collectionCaseId });
    return null;
  },
  'a studio changes a case that has none': async () => {
    const { collectionCaseId } = await studio.handOver(10000);
    await studio.staff('debt-collection.withdraw-case', { collectionCaseId });
    return null;
  },
  'a freeze period is created': async () => {
    const contract = await IdleContract.sign(service);
    await contract.accepted(MONTH);
    return contract.customerId;
  },
  'a freeze period is updated': async () => {
    const contract = await IdleContract.sign(service);
    const { id } = await contract.accepted(MONTH);
    await contract.update(id, { ...MONTH, temporalUnit: 'MONTH', termValue: 2, reasonId: 1 });
    return contract.customerId;
  },
  'a freeze period is cancelled': async () => {
    const contract = await IdleContract.sign(service);
    await contract.withdraw((await contract.accepted(MONTH)).id);
    return contract.customerId;
  },
  "a member's privacy settings change": async () => {
    await staff(service, 'consent.set', { customerId: 2002, thirdPartyAccess: false });
    return 2002;
  },
};

describe('Events', () => {
  const { events } = SPECIFICATION.events;

  test('each has its cause, and no other', () => {
    expect(Object.keys(CAUSES).toSorted()).toEqual(events.map(({ when }) => when).toSorted());
    expect(events).toHaveLength(8);
  });

  test.each(events)('$type: $when', async ({ type, when, content, entityId }) => {
    const { db } = service.database;
    const [last] = (await db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id))).slice(-1);
    const entity = await CAUSES[when]?.();
    const rows = await db
      .select()
      .from(webhookDeliveries)
      .where(gt(webhookDeliveries.id, last?.id ?? 0));
    const events = rows.filter((row) => row.type === type);
    expect(events).not.toEqual([]);
    for (const event of events) {
      expect(Object.keys(event.content ?? {})).toEqual(expect.arrayContaining([...content]));
      if (typeof entity === 'number') expect(event.entityId).toBe(entity);
      if (entityId !== 'caseAdjustmentRequestId') continue;
      const found = await studio.cases(`caseAdjustmentRequestId=${event.entityId}`);
      expect(found).toHaveLength(1);
    }
  });
});
