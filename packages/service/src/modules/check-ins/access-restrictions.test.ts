import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenApiClient } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { type CalendarDate, calendarDateIn, dayBefore } from '../../core/calendar.js';
import { CollectionStudio } from '../debt-collection/collection-scene.fixture.js';
import { collectionRestrictions } from '../debt-collection/debt-collection.tables.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import type { AgreedIdlePeriod } from '../memberships/idle-periods/idle-time.js';
import { idlePeriods } from '../memberships/idle-periods/idle-periods.tables.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import { studios } from '../studios/studios.tables.js';

/** Members with one contract each. */
const MEMBER = 2005;
const OTHER = 2006;

let service: TestService;
let today: CalendarDate;
let contractId: number;
beforeAll(async () => {
  service = await startTestService();
  today = calendarDateIn(service.clock.now(), 'Europe/Berlin');
  contractId = await runs(MEMBER);
});
beforeEach(async () => {
  await service.database.db.delete(idlePeriods);
  await service.database.db.delete(collectionRestrictions);
});
afterAll(() => service.close());

/** Makes the contract of a seeded member run for years. @returns the contract's id */
async function runs(customerId: number): Promise<number> {
  const [contract] = await service.database.db
    .update(contracts)
    .set({ startDate: '2020-01-01', endDate: '2035-12-31' })
    .where(eq(contracts.customerId, customerId))
    .returning({ id: contracts.id });
  if (!contract) throw new Error(`Member ${customerId} has no contract.`);
  return contract.id;
}

/** @param agreed null for a request that awaits the studio's approval. */
const makeIdle = (
  startDate: CalendarDate,
  endDate: CalendarDate | null,
  of = contractId,
  agreed: 'agreed' | null = 'agreed',
) => {
  const asked: AgreedIdlePeriod = {
    startDate,
    endDate,
    reason: { id: 1, name: 'Vacation', documentRequired: false },
    documentId: null,
    unit: 'DAY',
    fee: { amount: 0, recurring: false },
    feeDescription: 'Idle period',
    monthlyContribution: 0,
    freeTermStarts: [],
  };
  const now = service.clock.now();
  return service.database.db.insert(idlePeriods).values({
    uuid: crypto.randomUUID(),
    contractId: of,
    state: agreed ? 'ACCEPTED' : 'PENDING_VERIFICATION',
    asked,
    inForce: agreed && asked,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
};

interface Restrictions {
  readonly accessRefusal: boolean;
  readonly accessRestrictions: readonly { reason: string; startDate: string; endDate?: string }[];
}

/** Returns the customer's record as partners read it. */
const record = async <T = Restrictions>(): Promise<T> =>
  (await service.api().request<T>({ url: `/v1/customers/${MEMBER}` })).body;

/** Returns whether access is refused, and checks that the record and the check-in agree. */
const isRefused = async (): Promise<boolean> => {
  const body = await record();
  expect(body.accessRestrictions.length > 0).toBe(body.accessRefusal);
  const entered = await staff(service, 'check-in.start', { customerId: MEMBER }).catch(
    (error: unknown) => error,
  );
  if (body.accessRefusal) {
    expect(entered).toMatchObject({ code: 'errormessage.checkin.refused', status: 403 });
  } else {
    expect(entered).toMatchObject({ entity: expect.any(String) as string });
    await staff(service, 'check-in.end', { customerId: MEMBER });
  }
  return body.accessRefusal;
};

describe('access is refused', () => {
  test('to nobody without a reason', async () => {
    expect(await isRefused()).toBe(false);
  });

  test.each<[string, () => [CalendarDate, CalendarDate | null], boolean]>([
    ['from the first day of an idle period', () => [today, null], true],
    ['to its last', () => ['2020-01-01', today], true],
    ['not after it', () => ['2020-01-01', dayBefore(today)], false],
    ['not before it', () => ['2099-01-01', null], false],
  ])('%s', async (_, days, refused) => {
    await makeIdle(...days());
    expect(await isRefused()).toBe(refused);
  });

  test('not while another contract runs that is not idle', async () => {
    const { db } = service.database;
    await makeIdle(today, null);
    const isOther = eq(contracts.id, await runs(OTHER));
    await db.update(contracts).set({ customerId: MEMBER }).where(isOther);
    expect(await isRefused()).toBe(false);
    await db.update(contracts).set({ customerId: OTHER }).where(isOther);
    expect(await isRefused()).toBe(true);
  });

  test('after a hand-over to debt collection', async () => {
    await service.database.db
      .insert(collectionRestrictions)
      .values({ customerId: MEMBER, since: service.clock.now() });
    expect(await isRefused()).toBe(true);
  });
});

describe('the record says why, from when and until when', () => {
  test.each<[string, CalendarDate | null]>([
    ['an idle period', '2099-12-31'],
    ['an unlimited idle period', null],
  ])('for %s', async (_, endDate) => {
    await makeIdle('2026-01-01', endDate);
    const restriction = { reason: 'All contracts are frozen', startDate: '2026-01-01' };
    expect((await record()).accessRestrictions).toEqual([
      endDate === null ? restriction : { ...restriction, endDate },
    ]);
  });

  test('for a hand-over, by the day at the studio', async () => {
    const since = new Date('2026-03-31T22:30:00Z');
    await service.database.db.insert(collectionRestrictions).values({ customerId: MEMBER, since });
    expect((await record()).accessRestrictions).toEqual([
      { reason: 'Claims in debt collection', startDate: '2026-04-01' },
    ]);
  });

  test('for two contracts: while both are idle', async () => {
    const { db } = service.database;
    const other = await runs(OTHER);
    await makeIdle('2026-01-01', '2027-06-30');
    await makeIdle('2026-02-01', '2027-05-31', other);
    await db.update(contracts).set({ customerId: MEMBER }).where(eq(contracts.id, other));
    expect((await record()).accessRestrictions).toEqual([
      { reason: 'All contracts are frozen', startDate: '2026-02-01', endDate: '2027-05-31' },
    ]);
    await db.update(contracts).set({ customerId: OTHER }).where(eq(contracts.id, other));
  });
});

test('the record lists the idle periods that are agreed, by their start', async () => {
  await makeIdle('2027-01-01', null);
  await makeIdle('2020-01-01', '2020-01-31');
  await makeIdle('2028-01-01', null, contractId, null);
  const { idlePeriods: listed } = await record<{ idlePeriods: object[] }>();
  const shown = { reason: 'Vacation', contract: { id: contractId, rateName: 'Rising' } };
  expect(listed).toEqual([
    {
      id: expect.any(Number) as number,
      startDate: '2020-01-01',
      endDate: '2020-01-31',
      unlimited: false,
      ...shown,
    },
    { id: expect.any(Number) as number, startDate: '2027-01-01', unlimited: true, ...shown },
  ]);
});

test('nobody is refused for an idle period where the studio lets members in whose contracts are idle', async () => {
  await makeIdle(today, null);
  const [studio] = await service.database.db.select().from(studios).where(eq(studios.id, 1001));
  if (!studio) throw new Error('The studio is gone.');
  const values = { ...settingsOf(studio).idlePeriods, accessRefusal: false };
  await staff(service, 'settings.set', { subject: 'idlePeriods', values });
  expect(await isRefused()).toBe(false);
});

test('a debt collection partner reads when a contract is idle, and not why: it can be a matter of health', async () => {
  await makeIdle('2020-01-01', today);
  const studio = new CollectionStudio(service);
  await studio.claim(MEMBER, 10000);
  await studio.run(MEMBER);
  const read = (client: OpenApiClient) =>
    client.request<{ idlePeriods: { reason?: string }[] }>({ url: `/v1/customers/${MEMBER}` });
  const [of, forPartner] = [await read(service.api()), await read(studio.partner())];
  expect(of.body.idlePeriods).toMatchObject([{ reason: 'Vacation', endDate: today }]);
  const [{ reason: _, ...period } = {}] = of.body.idlePeriods;
  expect(forPartner.body.idlePeriods).toEqual([period]);
});
