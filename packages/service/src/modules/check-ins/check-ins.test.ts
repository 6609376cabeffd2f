import { asc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import { seed } from '../../admin/seed/seed.js';
import { customers } from '../customers/customers.tables.js';
import { onlineOffers } from '../memberships/offers/offers.tables.js';
import { vouchers } from '../memberships/vouchers/vouchers.tables.js';
import { subscribe } from '../webhooks/subscriptions.js';
import { webhookDeliveries } from '../webhooks/webhooks.tables.js';
import { checkIns, checkInVoucherRedemptions } from './check-ins.tables.js';
import { endForgottenVisits } from './forgotten-visits.job.js';

const HOUR = 3600_000;
const MAX = { firstname: 'Max', lastname: 'Mustermann', email: 'max@example.com' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { db, keys } = service.app.context;
  const url = 'http://127.0.0.1:9/events';
  await subscribe(db, keys, { apiKey: EUR_KEY, url, webhookKey: 'k', types: null });
  await service.api().post<null>('/v1/studios/confirmActivation', {});
});
afterAll(() => service.close());

const utilization = async (key?: string) =>
  (
    await service.api(key).request<{ count: number; capacity: number | null }>({
      url: '/v1/studios/utilization',
    })
  ).body;
const visits = (customerId: number) =>
  service.database.db
    .select()
    .from(checkIns)
    .where(eq(checkIns.customerId, customerId))
    .orderBy(asc(checkIns.id));
const enter = (customerId: number, studioId?: number) =>
  staff(service, 'check-in.start', { customerId }, studioId);
const leave = (customerId: number) => staff(service, 'check-in.end', { customerId });

describe('utilization', () => {
  test('counts who is there: of the seeded day, two of four visits', async () => {
    expect(await utilization()).toEqual({ count: 0, capacity: 120 });
    await seed(service.app.context);
    expect(await utilization()).toEqual({ count: 2, capacity: 120 });
    await seed(service.app.context);
    expect(await utilization()).toEqual({ count: 2, capacity: 120 });
    expect(await utilization('test-key-seeblick-zuerich-chf')).toEqual({ count: 0, capacity: 120 });
  });

  test('follows who comes and goes, and partners are told', async () => {
    await enter(2001);
    expect((await utilization()).count).toBe(3);
    await expect(enter(2001)).rejects.toMatchObject({ code: 'errormessage.checkin.present' });
    service.clock.advance(HOUR);
    await leave(2001);
    expect((await utilization()).count).toBe(2);
    await expect(leave(2001)).rejects.toMatchObject({ code: 'errormessage.checkin.absent' });
    const events = await service.database.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.entityId, 2001));
    expect(events.map(({ type }) => type)).toEqual(['CUSTOMER_CHECKIN', 'CUSTOMER_CHECKOUT']);
  });

  test('forgets who has not checked out after the longest visit, who may then come again', async () => {
    // The visits of the other tests are over.
    service.clock.advance(4 * HOUR);
    const values = { capacity: 80, longestVisitHours: 2 };
    await staff(service, 'settings.set', { subject: 'checkIns', values });
    await enter(2001);
    service.clock.advance(2 * HOUR - 1);
    expect(await utilization()).toEqual({ count: 1, capacity: 80 });
    service.clock.advance(1);
    expect(await utilization()).toEqual({ count: 0, capacity: 80 });
    await expect(leave(2001)).rejects.toMatchObject({ code: 'errormessage.checkin.absent' });
    await enter(2001);
    const [earlier, now] = (await visits(2001)).slice(-2);
    expect(earlier && [earlier.checkedOutAt?.getTime(), earlier.checkedInAt.getTime() + 2 * HOUR]).toEqual([
      service.clock.now().getTime(),
      service.clock.now().getTime(),
    ]);
    expect(now?.checkedOutAt).toBeNull();
    await leave(2001);
  });

  test('of a visit that was forgotten, partners are told once, by the job or by who comes again', async () => {
    const newEvents = await subscribeToEvents(service);
    const { context } = service.app;
    const tellsOfNothing = (fault: unknown) => expect.fail(String(fault));
    await enter(2001);
    await enter(2003);
    const gone = new Date(service.clock.now().getTime() + 2 * HOUR);
    service.clock.advance(3 * HOUR);
    await enter(2001);
    await newEvents();
    await Promise.all([1, 2].map(() => endForgottenVisits(context, tellsOfNothing)));
    await endForgottenVisits(context, tellsOfNothing);
    expect((await visits(2003)).at(-1)?.checkedOutAt).toEqual(gone);
    expect((await visits(2001)).at(-1)?.checkedOutAt).toBeNull();
    expect(await newEvents()).toEqual([{ type: 'AUTOMATIC_CUSTOMER_CHECKOUT', entityId: 1001 }]);
    await leave(2001);
  });

  test.each([
    ['a customer of another studio', 2101],
    ['nobody', 99],
  ])('%s cannot be checked in', async (_, customerId) => {
    await expect(enter(customerId)).rejects.toMatchObject({ code: 'errormessage.customer.not.found' });
  });

  test('staff may check in who has not consented to third parties', async () => {
    await enter(2003);
    await leave(2003);
  });
});

describe('the history of a customer', () => {
  interface Slice extends ErrorBody {
    result: { checkinId: number; checkInDateTime: string; checkOutDateTime?: string }[];
    offset: string;
    hasNext: boolean;
  }
  const history = (query: string) =>
    service.api().request<Slice>({ url: `/v1/customers/2002/activities/checkins${query}` });
  const starts = async (query: string) =>
    (await history(query)).body.result.map(({ checkInDateTime }) => checkInDateTime);
  /** Visits around midnight in Berlin, before and after the clocks go back, on the last day and a year before it. */
  const VISITS = [
    ['2025-11-20T22:59:59Z', '2025-11-20T23:59:59+01:00'],
    ['2025-11-20T23:00:00Z', '2025-11-21T00:00:00+01:00'],
    ['2026-10-19T21:59:59Z', '2026-10-19T23:59:59+02:00'],
    ['2026-10-19T22:00:00Z', '2026-10-20T00:00:00+02:00'],
    ['2026-11-19T23:30:00Z', '2026-11-20T00:30:00+01:00'],
  ] as const;

  beforeAll(async () => {
    await service.database.db.delete(checkIns).where(eq(checkIns.customerId, 2002));
    await service.database.db.insert(checkIns).values(
      VISITS.map(([at]) => ({
        studioId: 1001,
        customerId: 2002,
        checkedInAt: new Date(at),
        goneAt: new Date(new Date(at).getTime() + 4 * HOUR),
        checkedOutAt: new Date(new Date(at).getTime() + HOUR),
      })),
    );
  });

  test('lists where and when, the oldest first; a visit that has not ended has no end', async () => {
    await enter(2002);
    const { body } = await history('?fromDate=2026-11-20');
    expect(body).toEqual({
      result: [
        {
          checkinId: expect.any(Number) as number,
          checkInDateTime: '2026-11-20T00:30:00+01:00',
          checkOutDateTime: '2026-11-20T01:30:00+01:00',
          studioId: 1001,
          studioName: 'Northside Gym Berlin',
        },
        {
          checkinId: expect.any(Number) as number,
          checkInDateTime: expect.stringMatching(/^2026-11-20T\d\d:\d\d:\d\d\+01:00$/) as string,
          studioId: 1001,
          studioName: 'Northside Gym Berlin',
        },
      ],
      offset: '2',
      hasNext: false,
    });
    await leave(2002);
    await service.database.db.delete(checkIns).where(gt(checkIns.checkedInAt, new Date('2026-11-20')));
  });

  test.each([
    ['of the last month, without dates', '', [3, 4]],
    ['up to a day', '?toDate=2026-11-19', [2, 3]],
    ['from a day', '?fromDate=2026-10-20', [3, 4]],
    ['from a day more than a year ago, as far as a year goes', '?fromDate=2025-10-21', [0, 1, 2, 3]],
    ['from a day to come', '?fromDate=2026-12-24', []],
    ['of 365 days and one', '?fromDate=2025-11-20&toDate=2026-11-20', [0, 1, 2, 3, 4]],
    ['of one day, on the calendar of the studio', '?fromDate=2025-11-21&toDate=2025-11-21', [1]],
  ])('%s', async (_, query, expected) => {
    expect(await starts(query)).toEqual(expected.map((index) => VISITS[index]?.[1]));
  });

  test('comes in slices', async () => {
    const all = '?fromDate=2025-11-20&toDate=2026-11-20';
    const seen: string[] = [];
    for (let offset = '0', more = true; more;) {
      const { body } = await history(`${all}&sliceSize=2&offset=${offset}`);
      seen.push(...body.result.map(({ checkInDateTime }) => checkInDateTime));
      ({ offset, hasNext: more } = body);
    }
    expect(seen).toEqual(VISITS.map(([, start]) => start));
  });

  test.each([
    ['the wrong way round', '?fromDate=2026-11-02&toDate=2026-11-01', 400, 'toDate'],
    ['more than a year', '?fromDate=2025-11-19&toDate=2026-11-20', 400, 'toDate'],
    ['what is not a date', '?fromDate=yesterday', 400, 'fromDate'],
  ])('%s is refused', async (_, query, status, reference) => {
    expect(await history(query)).toMatchObject({ status, body: { reference } });
  });
});

describe('a check-in voucher', () => {
  const redeem = (body: object, headers: Record<string, string> = {}) =>
    service
      .api()
      .post<ErrorBody & { studioAccessCode: string }>('/v1/checkin-vouchers/redeem', body, headers);
  const redemptions = () => service.database.db.select().from(checkInVoucherRedemptions);

  test('is redeemed for a code that opens the studio once', async () => {
    const { status, body } = await redeem({ voucherCode: 'CHVB1-YL29-MYVA', ...MAX });
    expect(status).toBe(200);
    expect(body).toEqual({ studioAccessCode: expect.stringMatching(/^[A-HJ-NP-Z]{8}$/) as string });
    const before = await utilization();
    const code = { studioAccessCode: body.studioAccessCode.toLowerCase() };
    await staff(service, 'check-in.start-by-code', code);
    expect((await utilization()).count).toBe(before.count + 1);
    await expect(staff(service, 'check-in.start-by-code', code)).rejects.toMatchObject({
      code: 'errormessage.checkin.code.used',
    });
    await expect(
      staff(service, 'check-in.start-by-code', { studioAccessCode: 'AAAAAAAA' }),
    ).rejects.toMatchObject({ code: 'errormessage.checkin.code.unknown' });
    await expect(staff(service, 'check-in.start-by-code', code, 1002)).rejects.toMatchObject({
      code: 'errormessage.checkin.code.unknown',
    });
  });

  test('is redeemed once', async () => {
    const again = await redeem({ voucherCode: 'CHVB1-YL29-MYVA', ...MAX, email: 'other@example.com' });
    expect([again.status, again.body.errorCode]).toEqual([409, 'errormessage.checkin.voucher.redeemed']);
    expect(await redemptions()).toHaveLength(1);
  });

  test('the same request with its Idempotency-Key is answered with the same code, another one is refused', async () => {
    const key = { 'idempotency-key': 'a-key-of-this-test-2' };
    const request = { voucherCode: 'CHVB1-7KQ2-PMZD', ...MAX };
    const first = await redeem(request, key);
    const second = await redeem(request, key);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await redeem({ ...request, lastname: 'Meier' }, key)).status).toBe(409);
  });

  test('whom the studio knows by its duplicate check is not made again', async () => {
    const [first, second] = await redemptions();
    expect(second?.customerId).toBe(first?.customerId);
    const found = await service.database.db
      .select()
      .from(customers)
      .where(eq(customers.id, first?.customerId ?? 0));
    expect(found).toMatchObject([{ firstName: 'Max', profile: { email: 'max@example.com' } }]);
  });

  test.each([
    ['a code that there is not', { voucherCode: 'NONE' }, 400],
    ['a voucher of another type', { voucherCode: 'CREDIT25' }, 400],
    ['one that has expired', { voucherCode: 'CHVB1-EXPI-RED1' }, 400],
    ['no e-mail', { voucherCode: 'VISIT', email: undefined }, 400],
    ['an e-mail that is none', { voucherCode: 'VISIT', email: 'x' }, 400],
    ['an empty name', { voucherCode: 'VISIT', firstname: ' ' }, 400],
  ])('%s is refused, and nothing is written', async (_, fields, status) => {
    const before = [await redemptions(), await service.database.db.$count(customers)];
    expect((await redeem({ ...MAX, ...fields })).status).toBe(status);
    expect([await redemptions(), await service.database.db.$count(customers)]).toEqual(before);
  });

  test('the same request with its Idempotency-Key is refused when who redeemed it was erased', async () => {
    const { raw } = service.database;
    await raw.query({
      text: `delete from check_in_voucher_redemptions where voucher_id in (select id from vouchers where code = 'CHVB1-7KQ2-PMZD')`,
    });
    const key = { 'idempotency-key': 'a-key-of-this-test-2' };
    const { status, body } = await redeem({ voucherCode: 'CHVB1-7KQ2-PMZD', ...MAX }, key);
    expect([status, body.errorCode]).toEqual([409, 'errormessage.checkin.voucher.redeemed']);
  });

  test('twice at once is redeemed once', async () => {
    const [found] = await service.database.db.select().from(vouchers).where(eq(vouchers.code, 'VISIT'));
    const answers = await Promise.all(
      [1, 2, 3].map((number) => redeem({ voucherCode: 'VISIT', ...MAX, email: `v${number}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await redemptions()).filter(({ voucherId }) => voucherId === found?.id)).toHaveLength(1);
  });
});

describe('member lists', () => {
  const lists = async (key?: string) =>
    (
      await service
        .api(key)
        .request<{ listId: number; name: string; modifiedDateTime: string }[]>({ url: '/v1/member-lists' })
    ).body;

  test('are those of the studio, and say when they were changed', async () => {
    expect((await lists()).map(({ listId, name }) => [listId, name])).toEqual([
      [7101, 'Back course'],
      [7102, 'Climbing group'],
    ]);
    expect(await lists('test-key-seeblick-zuerich-chf')).toEqual([]);
    const entry = { listId: 7102, customerId: 2001 };
    await staff(service, 'member-list.add', entry);
    const changed = (await lists())[1];
    expect(changed?.modifiedDateTime).toMatch(/^2026-11-20T\d\d:\d\d:\d\d\+01:00$/);
    service.clock.advance(HOUR);
    await staff(service, 'member-list.add', entry);
    expect((await lists())[1]).toEqual(changed);
    await staff(service, 'member-list.remove', entry);
    expect((await lists())[1]).not.toEqual(changed);
  });

  test('are made and filled by staff of the studio alone', async () => {
    await staff(service, 'member-list.create', { name: 'Rowing' });
    expect((await lists()).map(({ name }) => name)).toContain('Rowing');
    for (const [entry, studioId, code] of [
      [{ listId: 7101, customerId: 2101 }, 1001, 'errormessage.customer.not.found'],
      [{ listId: 7101, customerId: 2101 }, 1002, 'errormessage.member.list.not.found'],
    ] as const) {
      await expect(staff(service, 'member-list.add', entry, studioId)).rejects.toMatchObject({ code });
    }
  });
});

describe('online offers', () => {
  interface Slice {
    result: { onlineOfferId: number; name: string; price: { amount: number; currency: string } }[];
    offset: string;
    hasNext: boolean;
  }
  const offers = () => service.api().request<Slice>({ url: '/v1/online-offers/purchasable' });

  test('are those that are active, sold online and published today', async () => {
    const { body } = await offers();
    expect(body).toEqual({
      result: [
        { onlineOfferId: 7001, name: 'Day pass', price: { amount: 15, currency: 'EUR' } },
        { onlineOfferId: 7002, name: 'Ten visits', price: { amount: 120, currency: 'EUR' } },
      ],
      offset: '7002',
      hasNext: false,
    });
  });

  test.each([
    ['2026-11-20', null, true],
    ['2026-11-21', null, false],
    ['2026-01-01', '2026-11-19', false],
    ['2026-01-01', '2026-11-20', true],
  ])('published from %s until %s: purchasable %s', async (publishedFrom, publishedUntil, isThere) => {
    const offer = { studioId: 1001, name: 'Offer', price: 100, isActive: true, isSoldOnline: true };
    const [made] = await service.database.db
      .insert(onlineOffers)
      .values({ ...offer, publishedFrom, publishedUntil })
      .returning();
    const { body } = await offers();
    expect(body.result.some(({ onlineOfferId }) => onlineOfferId === made?.id)).toBe(isThere);
    await service.database.db.delete(onlineOffers).where(eq(onlineOffers.id, made?.id ?? 0));
  });
});
