import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../test/support/clients.js';
import { newMember } from '../../../test/support/members.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { bookings } from '../bookings/bookings.tables.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import { idlePeriods } from '../memberships/idle-periods/idle-periods.tables.js';
import { subscribe } from '../webhooks/subscriptions.js';
import { webhookDeliveries } from '../webhooks/webhooks.tables.js';
import { seed } from '../../admin/seed/seed.js';
import { classSlots } from './classes.tables.js';
import { cancelUnconfirmed } from './unconfirmed-bookings.job.js';

const MINUTE = 60_000;
/** The clock of the tests shows Friday, 20 November 2026, 11:00 in Berlin. */
const BACK = 11_001;
const OPEN = 11_003;
const SPINNING = 11_004;

interface Slot {
  id: number;
  startDateTime: string;
  classInformation: { id: number };
  bookedParticipants: number;
  waitingListParticipants: number;
  instructors: { firstName: string; publicName?: string }[];
}
interface Slice<Item> {
  result: Item[];
  offset: string;
  hasNext: boolean;
}
interface Booking {
  bookingId: number;
  bookingStatus: string;
  classSlotStatus: string;
  participantStatus: string;
}

let service: TestService;
let member: number;
beforeAll(async () => {
  service = await startTestService();
  const { db, keys } = service.app.context;
  const url = 'http://127.0.0.1:9/events';
  await subscribe(db, keys, { apiKey: EUR_KEY, url, webhookKey: 'k', types: null });
  await service.api().post<null>('/v1/studios/confirmActivation', {});
});
afterAll(() => service.close());
beforeEach(async () => {
  const { db } = service.database;
  await db.delete(bookings);
  member = await newMember(db);
  await db.delete(webhookDeliveries);
});

const read = <T>(path: string) => service.api().request<T & ErrorBody>({ url: `/v1/classes${path}` });
const post = <T>(path: string, body: object, headers: Record<string, string> = {}) =>
  service.api().post<T & ErrorBody>(`/v1/classes/booking/${path}`, body, headers);
const book = (customerId: number, classSlotId: number, headers?: Record<string, string>) =>
  post<Booking>('book', { customerId, classSlotId }, headers);
const validate = async (customerId: number, classSlotId: number) =>
  (await post<{ validationStatus: string }>('validate', { customerId, classSlotId })).body.validationStatus;
const cancel = (bookingId: number) =>
  service.api().request<ErrorBody | null>({ method: 'DELETE', url: `/v1/classes/booking/${bookingId}` });
const statusOf = async (bookingId: number) =>
  (await read<Booking>(`/booking/${bookingId}`)).body.bookingStatus;
const events = async () =>
  (await service.database.db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.occurredAt))).map(
    ({ type, entityId }) => [type, entityId],
  );
const slotsOf = async (classId: number) => (await read<Slice<Slot>>(`/${classId}/slots`)).body.result;

/** Sets the size of the next slot of a class; that of spinning is on Tuesday. */
const slotWith = async (places: number, waitingListPlaces: number) => {
  const [slot] = (await slotsOf(SPINNING)).filter(({ startDateTime }) => startDateTime > '2026-11-21');
  const [changed] = await service.database.db
    .update(classSlots)
    .set({ maxParticipants: places, maxWaitingListParticipants: waitingListPlaces })
    .where(eq(classSlots.id, slot?.id ?? 0))
    .returning();
  if (!changed) throw new Error('The class has no slot.');
  return changed;
};

describe('what members see', () => {
  test('classes that are held, and whether they can be booked', async () => {
    const { body } = await read<Slice<{ id: number; bookable: boolean }>>('');
    expect(body.result.map(({ id, bookable }) => [id, bookable])).toEqual([
      [BACK, true],
      [11_002, true],
      [OPEN, false],
      [SPINNING, true],
    ]);
    expect((await read(`/${SPINNING}`)).body).toMatchObject({ id: SPINNING, title: 'Advanced spinning' });
  });

  test('a class from yesterday to fourteen days ahead', async () => {
    expect((await slotsOf(BACK)).map(({ startDateTime }) => startDateTime.slice(0, 16))).toEqual([
      '2026-11-19T07:30',
      '2026-11-23T18:00',
      '2026-11-26T07:30',
      '2026-11-30T18:00',
      '2026-12-03T07:30',
    ]);
  });

  test('the slots of all classes on some days, by start, in slices that continue after the last one', async () => {
    const query = '/slots?slotWindowStartDate=2026-11-23&daysAhead=6';
    const all = (await read<Slice<Slot>>(query)).body;
    expect(
      all.result.map(({ startDateTime, classInformation: { id } }) => [startDateTime.slice(8, 16), id]),
    ).toEqual([
      ['23T18:00', BACK],
      ['24T19:00', SPINNING],
      ['25T19:00', OPEN],
      ['26T07:30', BACK],
      ['27T18:00', SPINNING],
      ['28T10:00', 11_002],
    ]);
    const [, second] = all.result;
    const rest = (await read<Slice<Slot>>(`${query}&offset=${second?.id}`)).body;
    expect(rest.result).toEqual(all.result.slice(2));
    const oneDay = await read<Slice<Slot>>('/slots?slotWindowStartDate=2026-11-24&daysAhead=0');
    expect(oneDay.body.result.map(({ id }) => id)).toEqual([second?.id]);
    expect((await read('/slots?daysAhead=7')).status).toBe(400);
  });

  test('who holds a slot, but not a slot that is canceled', async () => {
    const employee = await staff(service, 'employee.add', {
      ...{ firstName: 'Jo', lastName: 'Berg', gender: 'UNISEX', employeeInitials: 'JB', publicName: 'Jo' },
      email: 'jo@example.com',
    });
    const instructorIds = [Number(/\d+/.exec(employee.entity)?.[0])];
    const [, , slot, canceled] = await slotsOf(BACK);
    const path = `/${BACK}/slots/${slot?.id}`;
    await staff(service, 'class-slot.change', { classSlotId: slot?.id, instructorIds });
    expect((await read<Slot>(path)).body.instructors).toEqual([
      { id: instructorIds[0], firstName: 'Jo', lastName: 'Berg', publicName: 'Jo' },
    ]);
    expect(await events()).toContainEqual(['CLASS_SLOT_UPDATED', slot?.id]);
    await staff(service, 'class-slot.cancel', { classSlotId: canceled?.id });
    expect((await slotsOf(BACK)).map(({ id }) => id)).not.toContain(canceled?.id);
    expect((await read(`/${BACK}/slots/${canceled?.id}`)).status).toBe(404);
    expect(await validate(member, canceled?.id ?? 0)).toBe('NOT_AVAILABLE');
    expect((await read(`/${SPINNING}/slots/${slot?.id}`)).status).toBe(404);
  });
});

describe('a member', () => {
  test('books a place; the same request makes no second one', async () => {
    const slot = await slotWith(3, 0);
    const headers = { 'idempotency-key': 'a-class-booked-once' };
    const { status, body } = await book(member, slot.id, headers);
    expect([status, body]).toEqual([
      200,
      {
        bookingId: expect.any(Number) as number,
        bookingStatus: 'BOOKED',
        classSlotId: slot.id,
        classId: SPINNING,
        customerId: member,
        classSlotStatus: 'PLANNED',
        participantStatus: 'UNSET',
      },
    ]);
    expect((await book(member, slot.id, headers)).body).toEqual(body);
    expect(await events()).toEqual([['CLASS_BOOKING_CREATED', body.bookingId]]);
    expect(await validate(member, slot.id)).toBe('CUSTOMER_ALREADY_BOOKED');
    expect((await read<Booking>(`/booking/${body.bookingId}`)).body).toEqual(body);
    expect((await read(`/booking?customerId=${member}`)).body).toEqual([body]);
    const again = await book(member, slot.id);
    expect([again.status, again.body.errorCode]).toEqual([400, 'errormessage.class.slot.not.bookable']);
  });

  test('waits for a place if there is none, and gets the one that becomes free', async () => {
    const { db } = service.database;
    const slot = await slotWith(1, 2);
    const people = [member, await newMember(db), await newMember(db), await newMember(db)];
    const made = [];
    for (const customerId of people) made.push((await book(customerId, slot.id)).body);
    expect(made.map(({ bookingStatus }) => bookingStatus)).toEqual([
      'BOOKED',
      'WAITING_LIST',
      'WAITING_LIST',
      undefined,
    ]);
    expect(await validate(people[3] ?? 0, slot.id)).toBe('BOOKING_LIMIT_REACHED');
    const [first, second, third] = made.map(({ bookingId }) => bookingId);
    await db.delete(webhookDeliveries);
    expect(await cancel(first ?? 0)).toMatchObject({ status: 200, body: null });
    expect((await cancel(first ?? 0)).status).toBe(200);
    expect((await events()).sort()).toEqual([
      ['CLASS_BOOKING_CANCELLED', first],
      ['CLASS_BOOKING_UPDATED', second],
    ]);
    expect([await statusOf(first ?? 0), await statusOf(second ?? 0), await statusOf(third ?? 0)]).toEqual([
      'CANCELED',
      'BOOKED',
      'WAITING_LIST',
    ]);
    const shown = (await read<Slot>(`/${SPINNING}/slots/${slot.id}`)).body;
    expect([shown.bookedParticipants, shown.waitingListParticipants]).toEqual([1, 1]);
    expect((await book(member, slot.id)).body.bookingStatus).toBe('WAITING_LIST');
  });

  /** Books a place as a trial that must be confirmed within a minute. */
  const bookUnconfirmed = ({ id: subjectId, startsAt, endsAt }: typeof classSlots.$inferSelect) =>
    service.database.db.insert(bookings).values({
      ...{ uuid: crypto.randomUUID(), studioId: 1001, customerId: 2001, kind: 'CLASS', subjectId },
      ...{ startsAt, endsAt, instructorIds: [], status: 'BOOKED', isTrial: true, bookedAt: startsAt },
      confirmBy: new Date(service.clock.now().getTime() + MINUTE),
    });

  test('gets the place of a trial that was not confirmed before anybody who comes later', async () => {
    const slot = await slotWith(1, 1);
    await bookUnconfirmed(slot);
    const waiting = (await book(member, slot.id)).body;
    expect(waiting.bookingStatus).toBe('WAITING_LIST');
    service.clock.advance(MINUTE);
    const next = (await book(await newMember(service.database.db), slot.id)).body;
    expect([await statusOf(waiting.bookingId), next.bookingStatus]).toEqual(['BOOKED', 'WAITING_LIST']);
  });

  test('is passed over while no contract runs on that day, and goes on waiting', async () => {
    const slot = await slotWith(1, 2);
    const first = (await book(await newMember(service.database.db), slot.id)).body;
    const waiting = (await book(member, slot.id)).body;
    const next = (await book(await newMember(service.database.db), slot.id)).body;
    await service.database.db
      .update(contracts)
      .set({ endDate: '2026-11-23', finalEndDate: '2026-11-23' })
      .where(eq(contracts.customerId, member));
    await cancel(first.bookingId);
    expect([await statusOf(waiting.bookingId), await statusOf(next.bookingId)]).toEqual([
      'WAITING_LIST',
      'BOOKED',
    ]);
  });

  test('gets the place of a trial that was not confirmed by a job too', async () => {
    const slot = await slotWith(1, 1);
    await bookUnconfirmed(slot);
    const { bookingId } = (await book(member, slot.id)).body;
    await service.database.db.delete(webhookDeliveries);
    const run = () => cancelUnconfirmed(service.app.context, (fault) => expect.fail(String(fault)));
    await run();
    expect(await statusOf(bookingId)).toBe('WAITING_LIST');
    service.clock.advance(MINUTE);
    await Promise.all([run(), run()]);
    expect(await statusOf(bookingId)).toBe('BOOKED');
    expect(await events()).toEqual([['CLASS_BOOKING_UPDATED', bookingId]]);
  });

  test('cancels until the time that the class sets', async () => {
    const slot = await slotWith(1, 1);
    const { bookingId } = (await book(member, slot.id)).body;
    const waiting = (await book(await newMember(service.database.db), slot.id)).body;
    const now = service.clock.now().getTime();
    service.clock.advance(slot.startsAt.getTime() - 120 * MINUTE - now);
    const late = await cancel(bookingId);
    expect([late.status, late.body?.errorCode]).toEqual([400, 'errormessage.booking.cancelation.too.late']);
    expect((await cancel(waiting.bookingId)).status).toBe(200);
    service.clock.advance(now - service.clock.now().getTime());
    expect((await cancel(bookingId)).status).toBe(200);
  });

  test('is refused without a contract, with a freeze and while the studio is closed', async () => {
    const { db } = service.database;
    const slot = await slotWith(5, 0);
    const [contract] = await db.select().from(contracts).where(eq(contracts.customerId, member));
    const set = (dates: Partial<typeof contracts.$inferInsert>) =>
      db.update(contracts).set(dates).where(eq(contracts.customerId, member));
    await set({ endDate: '2026-11-23', finalEndDate: '2026-11-23' });
    expect(await validate(member, slot.id)).toBe('NO_CONTINGENT');
    const refused = await book(member, slot.id);
    expect(refused.body.errorMessage).toContain('no membership on that day');
    await set({ endDate: '2026-11-23', finalEndDate: null });
    expect(await validate(member, slot.id)).toBe('AVAILABLE');
    const asked = {
      ...{ startDate: '2026-11-24', endDate: null, documentId: null, unit: 'DAY' as const },
      reason: { id: 1, name: 'Vacation', documentRequired: false },
      ...{
        fee: { amount: 0, recurring: false },
        feeDescription: '',
        monthlyContribution: 0,
        freeTermStarts: [],
      },
    };
    await db.insert(idlePeriods).values({
      ...{
        uuid: crypto.randomUUID(),
        contractId: contract?.id ?? 0,
        state: 'ACCEPTED',
        asked,
        inForce: asked,
      },
      ...{ version: 1, createdAt: service.clock.now(), updatedAt: service.clock.now() },
    });
    expect(await validate(member, slot.id)).toBe('CUSTOMER_IDLE');
    await staff(service, 'studio.publish', {
      ...{ openingHours: [], openingHoursCategories: [], accessCodes: false },
      closingHours: [{ dateTimeFrom: '2026-11-24T19:59:00+01:00', dateTimeTo: '2026-11-25T00:00:00+01:00' }],
    });
    expect(await validate(member, slot.id)).toBe('STUDIO_CLOSED');
    await staff(service, 'studio.publish', {
      ...{ openingHours: [], openingHoursCategories: [], accessCodes: false, closingHours: [] },
    });
  });
});

describe('the studio', () => {
  test('moves a slot with its bookings; the timetable does not plan it again', async () => {
    const { db } = service.database;
    await seed(service.app.context);
    const slot = await slotWith(1, 1);
    const { bookingId } = (await book(member, slot.id)).body;
    await staff(service, 'class-slot.change', { classSlotId: slot.id, startDateTime: '2026-11-24T20:30' });
    const [moved] = await db.select().from(bookings).where(eq(bookings.id, bookingId));
    expect([moved?.startsAt, moved?.endsAt]).toEqual([
      new Date('2026-11-24T20:30:00+01:00'),
      new Date('2026-11-24T21:30:00+01:00'),
    ]);
    const count = await db.$count(classSlots, eq(classSlots.classId, SPINNING));
    await seed(service.app.context);
    expect(await db.$count(classSlots, eq(classSlots.classId, SPINNING))).toBe(count);
  });

  test('cancels a slot with its bookings and its waiting list', async () => {
    const slot = await slotWith(1, 1);
    const { bookingId } = (await book(member, slot.id)).body;
    const waiting = (await book(await newMember(service.database.db), slot.id)).body;
    await service.database.db.delete(webhookDeliveries);
    await staff(service, 'class-slot.cancel', { classSlotId: slot.id });
    expect((await events()).sort()).toEqual([
      ['CLASS_BOOKING_CANCELLED', bookingId],
      ['CLASS_BOOKING_CANCELLED', waiting.bookingId],
      ['CLASS_SLOT_CANCELLED', slot.id],
    ]);
    const { body } = await read<Booking>(`/booking/${bookingId}`);
    expect([body.bookingStatus, body.classSlotStatus]).toEqual(['CANCELED', 'CANCELED']);
    await expect(staff(service, 'class-slot.cancel', { classSlotId: slot.id })).rejects.toThrow(
      'was cancelled',
    );
  });
});
