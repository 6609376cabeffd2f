import { and, asc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../test/support/clients.js';
import { giveCommand } from '../../../test/support/command.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { seed } from '../../admin/seed/seed.js';
import { addTerm, calendarDateIn } from '../../core/calendar.js';
import { customers } from '../customers/customers.tables.js';
import { subscribe } from '../webhooks/subscriptions.js';
import { webhookDeliveries } from '../webhooks/webhooks.tables.js';
import { bookings as bookingsTable } from '../bookings/bookings.tables.js';
import { classSlots, trialSessionBookings } from './classes.tables.js';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const ZURICH = 'test-key-seeblick-zuerich-chf';
const CLASSES = '/v1/trial-offers/bookable-trial-offers/classes';
const TRIAL = 10_001;
const WITH_CONFIRMATION = 10_002;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { db, keys } = service.app.context;
  await seed(service.app.context);
  const url = 'http://127.0.0.1:9/events';
  await subscribe(db, keys, { apiKey: EUR_KEY, url, webhookKey: 'k', types: null });
  await service.api().post<null>('/v1/studios/confirmActivation', {});
});
afterAll(() => service.close());
beforeEach(() => service.database.db.delete(webhookDeliveries).then(() => undefined));

let persons = 0;
const person = (fields: object = {}) => {
  persons += 1;
  return { firstname: 'Tim', lastname: 'Probe', email: `tim.${persons}@example.com`, ...fields };
};
const post = <T>(path: string, body: object, headers: Record<string, string> = {}, key?: string) =>
  service.api(key).post<T & ErrorBody>(`/v1/trial-offers/${path}`, body, headers);
const makeLead = (fields: object = {}, trialOfferConfigId = TRIAL, headers: Record<string, string> = {}) =>
  post<{ leadCustomerId: number }>(
    'lead/create',
    { leadCustomerData: person(fields), trialOfferConfigId },
    headers,
  );
const lead = async (fields?: object, trialOfferConfigId?: number) => {
  const { status, body } = await makeLead(fields, trialOfferConfigId);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.leadCustomerId;
};
interface Booking {
  bookingId: number;
  bookingStatus: string;
}
const book = (customerId: number, classSlotId: number, headers?: Record<string, string>) =>
  post<Booking>('classes/booking/book', { customerId, classSlotId }, headers);
const validate = async (customerId: number, classSlotId: number) =>
  (await post<{ validationStatus: string }>('classes/booking/validate', { customerId, classSlotId })).body
    .validationStatus;
const upcoming = (classId: number) =>
  service.database.db
    .select()
    .from(classSlots)
    .where(and(eq(classSlots.classId, classId), gt(classSlots.startsAt, service.clock.now())))
    .orderBy(asc(classSlots.startsAt));
const slotOf = async (classId: number, number = 0) => {
  const slot = (await upcoming(classId))[number];
  if (!slot) throw new Error(`Class ${classId} has no such slot.`);
  return slot;
};
const events = async () =>
  (await service.database.db.select().from(webhookDeliveries)).map(({ type, entityId }) => [type, entityId]);

interface Slice<Item> {
  result: Item[];
  offset: string;
  hasNext: boolean;
}
interface SlotItem {
  id: number;
  startDateTime: string;
  bookedParticipants: number;
}
const read = <T>(path: string, key?: string) => service.api(key).request<T & ErrorBody>({ url: path });

describe('what can be tried out', () => {
  test('classes that are bookable and held within the next year, with their trial offer', async () => {
    const { body } =
      await read<Slice<{ trialOfferConfigId: number; trialOfferClass: { title: string } }>>(CLASSES);
    expect(
      body.result.map(({ trialOfferConfigId, trialOfferClass }) => [
        trialOfferConfigId,
        trialOfferClass.title,
      ]),
    ).toEqual([
      [TRIAL, 'Back and core'],
      [WITH_CONFIRMATION, 'Climbing for beginners'],
    ]);
    expect([body.offset, body.hasNext]).toEqual(['11002', false]);
    const elsewhere = await read<Slice<unknown>>(CLASSES, ZURICH);
    expect(elsewhere.body.result).toHaveLength(1);
  });

  test('a class whose slots are over, or more than a year ahead, is not there', async () => {
    const { db } = service.database;
    const all = await upcoming(11_002);
    await db.update(classSlots).set({ isCanceled: true }).where(eq(classSlots.classId, 11_002));
    const shown = async () => (await read<Slice<{ id: number }>>(CLASSES)).body.result.map(({ id }) => id);
    expect(await shown()).toEqual([11_001]);
    const startsAt = (text: string) => ({ startsAt: new Date(text), endsAt: new Date(text) });
    const [extra] = await db
      .insert(classSlots)
      .values({
        ...{
          studioId: 1001,
          classId: 11_002,
          maxParticipants: 1,
          instructorIds: [],
          plannedAt: new Date('2027-11-20T10:00:01Z'),
        },
        ...startsAt('2027-11-20T10:00:01Z'),
      })
      .returning();
    expect(await shown()).toEqual([11_001]);
    await db
      .update(classSlots)
      .set(startsAt('2027-11-20T10:00:00Z'))
      .where(eq(classSlots.id, extra?.id ?? 0));
    expect(await shown()).toEqual([11_001, 11_002]);
    await db.delete(classSlots).where(eq(classSlots.id, extra?.id ?? 0));
    await db.update(classSlots).set({ isCanceled: false }).where(eq(classSlots.classId, 11_002));
    expect(await upcoming(11_002)).toHaveLength(all.length);
  });

  test('slots with offset, in slices by id', async () => {
    const seen: SlotItem[] = [];
    for (let offset = '0', hasNext = true; hasNext;) {
      const { body } = await read<Slice<SlotItem>>(`${CLASSES}/11001/slots?sliceSize=50&offset=${offset}`);
      seen.push(...body.result);
      ({ offset, hasNext } = body);
    }
    expect(seen.map(({ id }) => id)).toEqual(
      (await upcoming(11_001)).map(({ id }) => id).sort((a, b) => a - b),
    );
    expect(seen.find(({ startDateTime }) => startDateTime.startsWith('2026-11-23'))).toMatchObject({
      startDateTime: '2026-11-23T18:00:00+01:00',
      endDateTime: '2026-11-23T18:45:00+01:00',
      classInformation: { id: 11001, title: 'Back and core' },
      latestBookingDateTime: '2026-11-23T17:30:00+01:00',
      maxParticipants: 12,
    });
  });

  test('the trial offer says what it asks for', async () => {
    const { body } = await read('/v1/trial-offers/config/10002');
    expect(body).toMatchObject({
      id: WITH_CONFIRMATION,
      contingent: 2,
      confirmationOfBookingTerm: { value: 24, unit: 'HOURS' },
      leadDataConfig: {
        trialOfferLeadDataConfigId: 2,
        dateOfBirthMode: 'MANDATORY',
        addressMode: 'INACTIVE',
      },
    });
    expect(
      (await read<{ confirmationOfBookingTerm?: object }>('/v1/trial-offers/config/10001')).body,
    ).not.toHaveProperty('confirmationOfBookingTerm');
  });

  test.each([
    ['a class that there is not', `${CLASSES}/99/slots`],
    ['a class that cannot be tried out', `${CLASSES}/11004/slots`],
    ['a trial offer that there is not', '/v1/trial-offers/config/99'],
  ])('%s is not found', async (_, path) => {
    expect((await read(path)).status).toBe(404);
  });
});

describe('a lead', () => {
  test('becomes a customer; what the offer does not ask for is not kept', async () => {
    const address = { street: 'Torstraße', zipCode: '10119', city: 'Berlin' };
    const id = await lead({ telephone: '+49 30 1', address, dateOfBirth: '1990-05-17' });
    const [made] = await service.database.db.select().from(customers).where(eq(customers.id, id));
    expect(made?.profile).toMatchObject({ phoneNumberPrivate: '+49 30 1' });
    expect(made?.profile).not.toHaveProperty('street');
    expect(made?.identityEncrypted).not.toBeNull();
    expect(await events()).toEqual([['CUSTOMER_CREATED', id]]);
  });

  test.each([
    ['EMAIL', {}, true],
    ['EMAIL', { email: 'DUPLICATE@EXAMPLE.COM' }, true],
    ['EMAIL', { lastname: 'Anders' }, true],
    ['EMAIL', { email: 'another@example.com' }, false],
    ['NAME_AND_EMAIL', { firstname: 'TIM' }, true],
    ['NAME_AND_EMAIL', { lastname: 'Anders2' }, false],
    ['NONE', {}, false],
  ])('by the duplicate check %s, %j is a duplicate: %s', async (duplicateCheck, fields, isDuplicate) => {
    await staff(service, 'settings.set', { subject: 'customers', values: { duplicateCheck: 'EMAIL' } });
    await makeLead({ email: 'duplicate@example.com' });
    await staff(service, 'settings.set', { subject: 'customers', values: { duplicateCheck } });
    const body = {
      leadCustomerData: person({ email: 'duplicate@example.com', ...fields }),
      trialOfferConfigId: TRIAL,
    };
    const count = await service.database.db.$count(customers);
    const asked = await post<{ validationStatus: string }>('lead/validate', body);
    expect(asked.body.validationStatus).toBe(isDuplicate ? 'DUPLICATE_CUSTOMER' : 'POSSIBLE');
    expect(await service.database.db.$count(customers)).toBe(count);
    const made = await post('lead/create', body);
    expect([made.status, made.body.errorCode]).toEqual(
      isDuplicate ? [400, 'DUPLICATE_CUSTOMER'] : [200, undefined],
    );
    expect(await service.database.db.$count(customers)).toBe(count + (isDuplicate ? 0 : 1));
    await staff(service, 'settings.set', { subject: 'customers', values: { duplicateCheck: 'EMAIL' } });
  });

  test('the customer of another studio is not a duplicate', async () => {
    const email = 'two.studios@example.com';
    await lead({ email });
    const body = { leadCustomerData: person({ email }), trialOfferConfigId: 10_003 };
    expect((await post('lead/create', body, {}, ZURICH)).status).toBe(200);
  });

  test.each([
    ['a field that the offer asks for is missing', { telephone: '1' }, 'leadCustomerData.dateOfBirth'],
    [
      'a date of birth in the future',
      { telephone: '1', dateOfBirth: '2030-01-01' },
      'leadCustomerData.dateOfBirth',
    ],
  ])('%s: refused with the field, and not possible', async (_, fields, reference) => {
    const body = { leadCustomerData: person(fields), trialOfferConfigId: WITH_CONFIRMATION };
    const refused = await post('lead/create', body);
    expect([refused.status, refused.body.reference]).toEqual([400, reference]);
    const asked = await post<{ validationStatus: string }>('lead/validate', body);
    expect([asked.status, asked.body.validationStatus]).toEqual([200, 'INVALID_LEAD_CUSTOMER_DATA']);
  });

  test('the same request with its Idempotency-Key makes one, and is not a duplicate of itself', async () => {
    const headers = { 'idempotency-key': 'a-key-of-this-test-3' };
    const body = { leadCustomerData: person(), trialOfferConfigId: TRIAL };
    const first = await post<{ leadCustomerId: number }>('lead/create', body, headers);
    const second = await post('lead/create', body, headers);
    expect([second.status, second.body]).toEqual([200, first.body]);
    const customer = String(first.body.leadCustomerId);
    await giveCommand(service, ['erase', '--studio', '1001', '--customer', customer, '--yes']);
    const gone = await post('lead/create', body, headers);
    expect(gone.status).toBe(404);
  });
});

describe('a booking', () => {
  test('is made once, and told of', async () => {
    const customerId = await lead();
    const slot = await slotOf(11_001);
    await service.database.db.delete(webhookDeliveries);
    expect(await validate(customerId, slot.id)).toBe('AVAILABLE');
    const { status, body } = await book(customerId, slot.id);
    expect([status, body]).toEqual([
      200,
      {
        bookingId: expect.any(Number) as number,
        bookingStatus: 'BOOKED',
        classSlotId: slot.id,
        classId: 11_001,
        customerId,
        classSlotStatus: 'PLANNED',
        participantStatus: 'UNSET',
      },
    ]);
    expect(await events()).toEqual([['CLASS_BOOKING_CREATED', body.bookingId]]);
    expect(await validate(customerId, slot.id)).toBe('CUSTOMER_ALREADY_BOOKED');
    const again = await book(customerId, slot.id);
    expect([again.status, again.body.errorCode, again.body.reference]).toEqual([
      400,
      'errormessage.class.slot.not.bookable',
      'classSlotId',
    ]);
    const shown = await read<Slice<SlotItem>>(`${CLASSES}/11001/slots?sliceSize=100`);
    expect(shown.body.result.find(({ id }) => id === slot.id)?.bookedParticipants).toBe(1);
  });

  test('the same request with its Idempotency-Key is answered with the same booking', async () => {
    const customerId = await lead();
    const slot = await slotOf(11_001, 1);
    const headers = { 'idempotency-key': 'a-key-of-this-test-4' };
    const first = await book(customerId, slot.id, headers);
    expect(first.status).toBe(200);
    expect((await book(customerId, slot.id, headers)).body).toEqual(first.body);
  });

  test('no more than a person’s contingent, and no more than there are places, also at once', async () => {
    const slot = await slotOf(11_001, 4);
    await service.database.db
      .update(classSlots)
      .set({ maxParticipants: 2 })
      .where(eq(classSlots.id, slot.id));
    const leads = await Promise.all([lead(), lead(), lead(), lead()]);
    const answers = await Promise.all(leads.map((customerId) => book(customerId, slot.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const left = leads[answers.findIndex(({ status }) => status === 400)] ?? 0;
    expect(await validate(left, slot.id)).toBe('BOOKING_LIMIT_REACHED');
    const slots = (await upcoming(11_001)).slice(5, 9);
    const own = await Promise.all(slots.map(({ id }) => book(left, id)));
    expect(own.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    expect(await validate(left, (await slotOf(11_001, 10)).id)).toBe('NO_CONTINGENT');
  });

  test.each([
    ['a slot that there is not', async () => 99, 404],
    ['a slot of another studio', async () => (await slotOf(11_005, 20)).id, 403],
  ])('%s is refused, and nothing is written', async (_, slot, status) => {
    const classSlotId = await slot();
    const before = await service.database.db.$count(bookingsTable);
    for (const path of ['classes/booking/validate', 'classes/booking/book']) {
      expect((await post(path, { customerId: 2001, classSlotId })).status).toBe(status);
    }
    expect(await service.database.db.$count(bookingsTable)).toBe(before);
  });
});

describe('a booking that has to be confirmed', () => {
  const DETAILS = { telephone: '+49 30 2', dateOfBirth: '1990-05-17' };
  const confirm = (bookingId: number, key?: string, headers: Record<string, string> = {}) =>
    post<{ status: string }>(`bookings/${bookingId}/confirm`, {}, headers, key);
  const bookWall = async (number: number) => {
    const customerId = await lead(DETAILS, WITH_CONFIRMATION);
    const slot = await slotOf(11_002, number);
    const { body } = await book(customerId, slot.id);
    expect(body.bookingStatus, JSON.stringify(body)).toBe('BOOKED_WITH_CONFIRMATION_REQUIRED');
    await service.database.db.delete(webhookDeliveries);
    return { slot, customerId, bookingId: body.bookingId };
  };

  test('is told of when it is confirmed, which may be said again', async () => {
    const { bookingId } = await bookWall(2);
    expect((await confirm(bookingId, ZURICH)).status).toBe(403);
    expect((await confirm(99)).status).toBe(404);
    const headers = { 'idempotency-key': 'confirm-the-trial-booking' };
    expect((await confirm(bookingId, EUR_KEY, headers)).body).toEqual({ status: 'CONFIRMED' });
    expect((await confirm(bookingId, EUR_KEY, headers)).body).toEqual({ status: 'CONFIRMED' });
    expect((await makeLead({}, TRIAL, headers)).status).toBe(409);
    expect((await confirm(bookingId)).body).toEqual({ status: 'CONFIRMED' });
    expect(await events()).toEqual([['CLASS_BOOKING_CREATED', bookingId]]);
  });

  test('is canceled by itself a day before, and its place is free again', async () => {
    const { slot, bookingId } = await bookWall(3);
    await service.database.db
      .update(classSlots)
      .set({ maxParticipants: 1 })
      .where(eq(classSlots.id, slot.id));
    const another = await lead(DETAILS, WITH_CONFIRMATION);
    expect(await validate(another, slot.id)).toBe('BOOKING_LIMIT_REACHED');
    const taken = async () =>
      (await read<Slice<SlotItem>>(`${CLASSES}/11002/slots?sliceSize=100`)).body.result.find(
        ({ id }) => id === slot.id,
      )?.bookedParticipants;
    expect(await taken()).toBe(1);
    service.clock.advance(slot.startsAt.getTime() - DAY - service.clock.now().getTime());
    expect(await taken()).toBe(0);
    expect((await confirm(bookingId)).body).toEqual({ status: 'EXPIRED' });
    expect(await events()).toEqual([['CUSTOMER_CREATED', another]]);
  });
});

describe('legacy trial sessions', () => {
  const app = () => service.app.app;
  const DAYS = 'startDate=2027-02-01&endDate=2027-02-02';
  interface Sessions {
    name: string;
    slots: { startDateTime: string; endDateTime: string }[];
  }
  const sessions = async (query = `${DAYS}&studioId=1001`) => {
    const answer = await app().inject({ url: `/connect/v1/trialsession?${query}` });
    return { status: answer.statusCode, body: answer.json<Sessions & ErrorBody>(), headers: answer.headers };
  };
  let addresses = 0;
  const newAddress = () => `198.51.100.${(addresses += 1)}`;
  const bookSession = async (startDateTime: string, fields: object = {}, remoteAddress = newAddress()) => {
    const payload = {
      leadCustomer: {
        ...person(),
        address: { street: 'Torstraße', zip: '10119', city: 'Berlin', country: 'DE' },
      },
      startDateTime,
      studioId: 1001,
      note: 'first time',
      ...fields,
    };
    const url = '/connect/v1/trialsession/book';
    const answer = await app().inject({ method: 'POST', url, payload, remoteAddress });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.json<{ startDateTime: string; endDateTime: string; confirmBy?: string } & ErrorBody>(),
    };
  };
  const confirmSession = async (bookingId: unknown) => {
    const payload = { bookingId };
    const answer = await app().inject({ method: 'POST', url: '/connect/v1/trialsession/confirm', payload });
    return { status: answer.statusCode, body: answer.json<ErrorBody>() };
  };
  const bookings = () => service.database.db.select().from(trialSessionBookings);
  const writeAs = (dateTimeForm: string) =>
    staff(service, 'settings.set', { subject: 'trialSessions', values: { dateTimeForm } });

  test('need no key, are counted by address, and are in UTC until the studio is switched', async () => {
    const { status, body, headers } = await sessions();
    expect([status, body.name, body.slots.length]).toEqual([200, 'Trial training', 8]);
    expect(body.slots[0]).toEqual({
      startDateTime: '2027-02-01T08:00:00Z',
      endDateTime: '2027-02-01T09:00:00Z',
    });
    expect(headers['x-ratelimit-remaining']).toBeDefined();
    await writeAs('ZONED');
    expect((await sessions()).body.slots[0]).toEqual({
      startDateTime: '2027-02-01T09:00:00+01:00[Europe/Berlin]',
      endDateTime: '2027-02-01T10:00:00+01:00[Europe/Berlin]',
    });
    await writeAs('UTC');
  });

  test.each([
    ['2027-02-01T08:00:00Z', '2027-02-01T09:00:00Z'],
    ['2027-02-01T10:00:00+01:00[Europe/Berlin]', '2027-02-01T11:00:00+01:00[Europe/Berlin]'],
    ['2027-02-01T11:00:00+01:00', '2027-02-01T12:00:00+01:00'],
  ])('a slot sent as %s comes back in that form, however the studio is switched', async (start, end) => {
    const { status, body } = await bookSession(start);
    expect([status, body]).toEqual([200, { startDateTime: start, endDateTime: end }]);
  });

  test('are booked once with each trainer, and once without; also at once', async () => {
    const start = '2027-02-02T08:00:00Z';
    const isFree = async () =>
      (await sessions()).body.slots.some(({ startDateTime }) => startDateTime === start);
    const answers = await Promise.all(Array.from({ length: 5 }, () => bookSession(start)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400]);
    const made = (await bookings()).filter(
      ({ startsAt }) => startsAt.toISOString() === '2027-02-02T08:00:00.000Z',
    );
    expect(made.map(({ resourceId }) => resourceId).sort()).toEqual([0, 1, 2]);
    expect(made[0]?.note).toBe('first time');
    expect(await isFree()).toBe(false);
  });

  test('with a trainer, or without, as it is asked for', async () => {
    const start = '2027-02-02T09:00:00Z';
    const statuses: number[] = [];
    for (const trainerRequired of [false, true, true, true]) {
      statuses.push((await bookSession(start, { trainerRequired })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 400]);
    const made = (await bookings()).filter(
      ({ startsAt }) => startsAt.toISOString() === '2027-02-02T09:00:00.000Z',
    );
    expect(made.map(({ resourceId }) => resourceId)).toEqual([0, 1, 2]);
  });

  test('who is known already is not made again, and nothing reveals it', async () => {
    const email = 'known@example.com';
    const customerId = await lead({ email });
    const count = await service.database.db.$count(customers);
    const fresh = await bookSession('2027-02-02T10:00:00Z');
    const known = await bookSession('2027-02-02T11:00:00Z', { leadCustomer: person({ email }) });
    expect([fresh.status, Object.keys(fresh.body)]).toEqual([known.status, Object.keys(known.body)]);
    expect(await service.database.db.$count(customers)).toBe(count + 1);
    expect((await bookings()).filter((booking) => booking.customerId === customerId)).toHaveLength(1);
  });

  test.each([
    ['no slot starts then', '2027-02-01T08:30:00Z'],
    ['it is over', '2026-11-02T08:00:00Z'],
    ['it is more than a year ahead', '2028-11-20T08:00:00Z'],
  ])('%s: refused, and nothing is written', async (_, start) => {
    const before = [await bookings(), await service.database.db.$count(customers)];
    const { status, body } = await bookSession(start);
    expect([status, body.reference]).toEqual([400, 'startDateTime']);
    expect([await bookings(), await service.database.db.$count(customers)]).toEqual(before);
  });

  test.each([
    ['days in the wrong order', 'startDate=2027-02-02&endDate=2027-02-01&studioId=1001', 400],
    ['93 days are the most', 'startDate=2027-02-01&endDate=2027-05-04&studioId=1001', 200],
    ['94 are too many', 'startDate=2027-02-01&endDate=2027-05-05&studioId=1001', 400],
    ['no studio', DAYS, 400],
    ['a studio that has none', `${DAYS}&studioId=1002`, 404],
    ['a studio that there is not', `${DAYS}&studioId=99`, 404],
  ])('%s: %s answers %d', async (_, query, status) => {
    expect((await sessions(query)).status).toBe(status);
  });

  test('are few that one address books within a day, at once or one after the other', async () => {
    const starts = (await sessions('startDate=2027-03-01&endDate=2027-03-05&studioId=1001')).body.slots.map(
      ({ startDateTime }) => startDateTime,
    );
    const [first = '', ...others] = starts.slice(0, 9);
    const address = newAddress();
    expect((await bookSession(first, {}, address)).status).toBe(200);
    service.clock.advance(HOUR);
    const answers = await Promise.all(others.map((start) => bookSession(start, {}, address)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
    const last = starts[10] ?? '';
    const { status, headers, body } = await bookSession(last, {}, address);
    expect([status, headers['retry-after']]).toEqual([429, String(23 * 3600)]);
    expect(body.errorCode).toBe('errormessage.trial.session.bookings.exceeded');
    expect((await bookSession(last)).status).toBe(200);
    service.clock.advance(23 * HOUR);
    expect((await bookSession(last, {}, address)).status).toBe(200);
  });

  test('that have to be confirmed are asked for by an event, and free their slot when they are not', async () => {
    const set = (confirmWithinMinutes: number | null) =>
      staff(service, 'settings.set', {
        subject: 'trialSessions',
        values: { dateTimeForm: 'UTC', confirmWithinMinutes },
      });
    await set(60);
    const start = '2027-03-08T08:00:00Z';
    const isFree = async () =>
      (await sessions('startDate=2027-03-08&endDate=2027-03-08&studioId=1001')).body.slots.some(
        ({ startDateTime }) => startDateTime === start,
      );
    const confirmBy = new Date(service.clock.now().getTime() + HOUR);
    const bookAll = async () => {
      const answers = await Promise.all(Array.from({ length: 3 }, () => bookSession(start)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      return answers;
    };
    const [booked] = await bookAll();
    expect(new Date(booked?.body.confirmBy ?? '')).toEqual(new Date(Math.trunc(+confirmBy / 1000) * 1000));
    expect(await isFree()).toBe(false);
    const asked = (await bookings()).filter(({ startsAt }) => startsAt.getTime() === Date.parse(start));
    const deliveries = (await service.database.db.select().from(webhookDeliveries)).filter(
      ({ type }) => type === 'TRIAL_SESSION_CONFIRMATION_REQUIRED',
    );
    expect(deliveries.map(({ entityId, content }) => [entityId, content?.bookingId]).sort()).toEqual(
      asked.map(({ customerId, id }) => [customerId, id]).sort(),
    );
    expect(JSON.stringify(deliveries)).not.toContain('@');
    expect((await confirmSession(asked[0]?.id)).status).toBe(200);
    service.clock.advance(HOUR);
    // The confirmed booking stays; the other two have expired and their places are free again.
    expect((await confirmSession(asked[0]?.id)).status).toBe(200);
    expect(await confirmSession(asked[1]?.id)).toMatchObject({
      status: 404,
      body: { errorCode: 'errormessage.trial.session.booking.not.found' },
    });
    expect(await isFree()).toBe(true);
    await set(null);
    const again = await Promise.all(Array.from({ length: 3 }, () => bookSession(start)));
    expect(again.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    expect(again.map(({ body }) => body.confirmBy)).toEqual([undefined, undefined, undefined]);
    expect((await confirmSession(crypto.randomUUID())).status).toBe(404);
  });

  test('are listed as far as they can be booked, a year', async () => {
    const inDays = (date: string, value: number) => addTerm(date, { value, unit: 'DAY' });
    const today = calendarDateIn(service.clock.now(), 'Europe/Berlin');
    const lastDay = addTerm(today, { value: 1, unit: 'YEAR' });
    const days = `startDate=${inDays(lastDay, -7)}&endDate=${inDays(lastDay, 7)}`;
    const starts = (await sessions(`${days}&studioId=1001`)).body.slots.map((slot) => slot.startDateTime);
    const last = starts.at(-1) ?? '';
    // The last day may be on a weekend, when there are no sessions.
    expect(last >= inDays(lastDay, -2) && last < inDays(lastDay, 1), `${last}, until ${lastDay}`).toBe(true);
    expect((await bookSession(last)).status).toBe(200);
  });
});
