import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../test/support/clients.js';
import { newMember } from '../../../test/support/members.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { bookings } from '../bookings/bookings.tables.js';
import { classSlots } from '../classes/classes.tables.js';
import { subscribe } from '../webhooks/subscriptions.js';
import { webhookDeliveries } from '../webhooks/webhooks.tables.js';

const HOUR = 3600_000;
/** The clock of the tests shows Friday, 20 November 2026, 11:00 in Berlin. */
const ANALYSIS = 12_001;
const INTRODUCTION = 12_002;
const [SASCHA, IMKE] = [6102, 6103];
/** A slot of the introduction, which only Sascha holds, on Tuesday. */
const TUESDAY = { startDateTime: '2026-11-24T14:00:00+01:00', endDateTime: '2026-11-24T15:00:00+01:00' };
/** A slot of the analysis, which both hold, on Monday. */
const MONDAY = { startDateTime: '2026-11-23T09:00:00+01:00', endDateTime: '2026-11-23T09:30:00+01:00' };

interface Slot {
  startDateTime: string;
  endDateTime: string;
  instructors: { id: number }[];
}
interface Booking {
  bookingId: number;
  bookingStatus: string;
  startDateTime: string;
  instructors: { id: number }[];
  appointmentStatus: string;
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

const read = <T>(path: string) => service.api().request<T & ErrorBody>({ url: `/v1/${path}` });
const slotsOf = async (id: number, query: string) =>
  (await read<Slot[]>(`appointments/bookable/${id}/slots?${query}`)).body.map(
    ({ startDateTime, instructors }) => [startDateTime.slice(8, 16), ...instructors.map((each) => each.id)],
  );
type Times = Pick<Slot, 'startDateTime' | 'endDateTime'>;
const book = (
  customerId: number,
  bookableAppointmentId: number,
  times: Times,
  more: object = {},
  headers: Record<string, string> = {},
) =>
  service
    .api()
    .post<Booking & ErrorBody>(
      '/v1/appointments/booking/book',
      { customerId, bookableAppointmentId, ...times, ...more },
      headers,
    );
const validate = async (id: number, times: Times, more: object = {}) => {
  const body = { customerId: member, bookableAppointmentId: id, ...times, ...more };
  const path = '/v1/appointments/bookable/validate';
  return (await service.api().post<{ validationStatus: string }>(path, body)).body.validationStatus;
};
const cancel = (bookingId: number) =>
  service.api().request<{ success?: string } & ErrorBody>({
    method: 'DELETE',
    url: `/v1/appointments/booking/${bookingId}`,
  });
const events = async () =>
  (await service.database.db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.occurredAt))).map(
    ({ type, entityId }) => [type, entityId],
  );

describe('the slots of an appointment', () => {
  test('lie in its hours, once for each employee who is free', async () => {
    expect((await read<{ result: object[] }>('appointments/bookable')).body.result).toMatchObject([
      { id: ANALYSIS, title: 'Body analysis', duration: 30 },
      { id: INTRODUCTION },
    ]);
    const monday = 'slotWindowStartDate=2026-11-23';
    expect((await slotsOf(ANALYSIS, monday)).slice(0, 4)).toEqual([
      ['23T09:00', SASCHA],
      ['23T09:00', IMKE],
      ['23T09:30', SASCHA],
      ['23T09:30', IMKE],
    ]);
    // The day after is part of the window by default. Sascha holds a class on Monday from 18:00 to 18:45.
    const all = await slotsOf(ANALYSIS, monday);
    expect(all.at(-1)).toEqual(['24T11:30', IMKE]);
    const evening = all.filter(([time]) => String(time) >= '23T17:30' && String(time) < '24');
    expect(evening).toEqual([
      ['23T17:30', SASCHA],
      ['23T17:30', IMKE],
      ['23T18:00', IMKE],
      ['23T18:30', IMKE],
    ]);
    expect((await read('appointments/bookable/12001/slots?daysAhead=0')).status).toBe(400);
  });

  test('leave out the past, closing hours, what is booked, and the own bookings of the person', async () => {
    const today = await slotsOf(ANALYSIS, 'daysAhead=1');
    // Booking closes two hours before the start, and the clock shows eleven.
    expect(today).toEqual([]);
    await book(member, INTRODUCTION, TUESDAY);
    const tuesday = (more = '') => slotsOf(INTRODUCTION, `slotWindowStartDate=2026-11-24&daysAhead=1${more}`);
    const free = await tuesday();
    expect(free.slice(0, 3).map(([time]) => time)).toEqual(['24T15:00', '24T15:30', '24T16:00']);
    await staff(service, 'studio.publish', {
      ...{ openingHours: [], openingHoursCategories: [], accessCodes: false },
      closingHours: [{ dateTimeFrom: '2026-11-24T15:30:00+01:00', dateTimeTo: '2026-11-24T17:00:00+01:00' }],
    });
    const tuesdayOnly = (slots: unknown[][]) =>
      slots.map(([time]) => time).filter((time) => String(time) < '25');
    expect(tuesdayOnly(await tuesday())).toEqual(['24T17:00']);
    await staff(service, 'studio.publish', {
      ...{ openingHours: [], openingHoursCategories: [], accessCodes: false, closingHours: [] },
    });
    await book(member, ANALYSIS, MONDAY, { instructorIds: [SASCHA] });
    const own = await slotsOf(ANALYSIS, `slotWindowStartDate=2026-11-23&customerId=${member}`);
    expect([own[0], own[1]]).toEqual([
      ['23T09:30', SASCHA],
      ['23T09:30', IMKE],
    ]);
  });

  test('are the opening hours of the studio if the appointment has none, on the days of the clock change too', async () => {
    const definition = {
      ...{ id: 12_009, title: 'Night watch', category: 'Test', description: '', bookable: true },
      ...{ duration: 60, instructorIds: [], bookingOpens: { value: 1, unit: 'YEAR' } },
      bookingCloses: { value: 1, unit: 'HOURS' },
      cancelCondition: {
        cancelationAfterLatestPossible: true,
        latestCancelTerm: { value: 1, unit: 'DAY' },
      },
    };
    await staff(service, 'appointment.import', { appointments: [definition] });
    await staff(service, 'studio.publish', {
      openingHours: [
        { dayOfWeekFrom: 'SATURDAY', dayOfWeekTo: 'SUNDAY', timeFrom: '23:00:00', timeTo: '04:00:00' },
      ],
      ...{ openingHoursCategories: [], accessCodes: false, closingHours: [] },
    });
    const night = async (sunday: string) =>
      (await read<Slot[]>(`appointments/bookable/12009/slots?slotWindowStartDate=${sunday}&daysAhead=1`)).body
        .map(({ startDateTime }) => startDateTime)
        .filter((time) => time.startsWith(sunday) && !time.includes('T23'))
        .map((time) => time.slice(11, 13) + time.slice(19, 22));
    expect(await night('2027-03-28')).toEqual(['00+01', '01+01', '03+02']);
    expect(await night('2027-10-31')).toEqual(['00+02', '01+02', '02+02', '02+01', '03+01']);
    await staff(service, 'appointment.import', { appointments: [{ ...definition, bookable: false }] });
    await staff(service, 'studio.publish', {
      ...{ openingHours: [], openingHoursCategories: [], accessCodes: false, closingHours: [] },
    });
  });
});

describe('whether an appointment can be booked', () => {
  const minutesLater = ({ startDateTime }: Times, minutes: number) => ({
    startDateTime,
    endDateTime: new Date(Date.parse(startDateTime) + minutes * 60_000).toISOString(),
  });
  test.each([
    ['as it is', MONDAY, {}, 'AVAILABLE'],
    [
      'in the past',
      { startDateTime: '2026-11-20T09:00', endDateTime: '2026-11-20T09:30' },
      {},
      'PAST_START_DATE_TIME',
    ],
    ['it ends when it begins', minutesLater(MONDAY, 0), {}, 'END_DATE_TIME_NOT_AFTER_START_DATE_TIME'],
    ['it lasts too long', minutesLater(MONDAY, 60), {}, 'PERIOD_DOES_NOT_MATCH'],
    [
      'no slot begins then',
      { startDateTime: '2026-11-23T09:10', endDateTime: '2026-11-23T09:40' },
      {},
      'NOT_AVAILABLE',
    ],
    [
      'it closes two hours before',
      { startDateTime: '2026-11-20T11:30', endDateTime: '2026-11-20T12:00' },
      {},
      'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME',
    ],
    [
      'it opens two months before',
      { startDateTime: '2027-01-20T11:30', endDateTime: '2027-01-20T12:00' },
      {},
      'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME',
    ],
    ['with somebody who does not hold it', MONDAY, { instructorIds: [1] }, 'RESOURCE_NOT_AVAILABLE'],
  ])('%s', async (_, times, more, expected) => {
    expect(await validate(ANALYSIS, times, more)).toBe(expected);
  });

  test('who has no contract then is refused with the reason', async () => {
    const refused = await book(2001, ANALYSIS, MONDAY);
    expect([refused.status, refused.body.errorCode, refused.body.reference]).toEqual([
      400,
      'errormessage.appointment.not.bookable',
      'startDateTime',
    ]);
    expect(refused.body.errorMessage).toContain('no membership on that day');
  });
});

describe('an appointment', () => {
  test('is booked once with each employee', async () => {
    const { db } = service.database;
    const headers = { 'idempotency-key': 'an-appointment-once' };
    const { status, body } = await book(member, ANALYSIS, MONDAY, {}, headers);
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ bookingStatus: 'BOOKED', ...MONDAY, title: 'Body analysis', appointmentStatus: 'PLANNED' },
        ...{ instructors: [{ id: SASCHA, firstName: 'Sascha' }], participantStatus: 'UNSET' },
      },
    ]);
    expect((await book(member, ANALYSIS, MONDAY, {}, headers)).body).toEqual(body);
    expect(await events()).toEqual([['APPOINTMENT_BOOKING_CREATED', body.bookingId]]);
    expect(await validate(ANALYSIS, MONDAY)).toBe('CUSTOMER_IN_OTHER_BOOKING');
    const [second, third] = [await newMember(db), await newMember(db)];
    const taken = await book(second, ANALYSIS, MONDAY, { instructorIds: [SASCHA] });
    expect(taken.body.errorMessage).toContain('no trainer is free');
    expect((await book(second, ANALYSIS, MONDAY)).body.instructors).toMatchObject([{ id: IMKE }]);
    expect((await book(third, ANALYSIS, MONDAY)).body.errorMessage).toContain('no places are left');
    expect((await read(`appointments/booking/${body.bookingId}`)).body).toEqual({
      ...body,
      customerId: member,
    });
    expect((await read(`appointments/booking?customerId=${member}`)).body).toEqual([body]);
  });

  test('is canceled until a day before, and its time is free again', async () => {
    const { bookingId } = (await book(member, ANALYSIS, MONDAY)).body;
    await service.database.db.delete(webhookDeliveries);
    expect((await cancel(bookingId)).body).toEqual({ success: 'The booking was cancelled.' });
    expect((await cancel(bookingId)).status).toBe(200);
    expect(await events()).toEqual([['APPOINTMENT_BOOKING_CANCELLED', bookingId]]);
    const again = (await book(member, ANALYSIS, MONDAY)).body;
    const now = service.clock.now().getTime();
    service.clock.advance(Date.parse(MONDAY.startDateTime) - 24 * HOUR - now);
    const late = await cancel(again.bookingId);
    expect([late.status, late.body.errorCode]).toEqual([400, 'errormessage.booking.cancelation.too.late']);
    service.clock.advance(now - service.clock.now().getTime());
    await staff(service, 'booking.cancel', { bookingId: again.bookingId });
    expect((await read<Booking>(`appointments/booking/${again.bookingId}`)).body.appointmentStatus).toBe(
      'CANCELED',
    );
  });

  test('is moved by the studio to a time at which somebody is free', async () => {
    const { bookingId } = (await book(member, ANALYSIS, MONDAY, { instructorIds: [SASCHA] })).body;
    const other = await newMember(service.database.db);
    await book(other, INTRODUCTION, TUESDAY);
    const move = (input: object) => staff(service, 'appointment.move', { bookingId, ...input });
    await expect(move({ startDateTime: '2026-11-24T14:30' })).rejects.toThrow('is free');
    await move({ startDateTime: '2026-11-24T14:30', instructorIds: [IMKE] });
    expect((await read<Booking>(`appointments/booking/${bookingId}`)).body).toMatchObject({
      ...{ startDateTime: '2026-11-24T14:30:00+01:00', instructors: [{ id: IMKE }] },
    });
    expect(await events()).toContainEqual(['APPOINTMENT_BOOKING_UPDATED', bookingId]);
    await staff(service, 'booking.set-participation', { bookingId, participation: 'PARTICIPATING' });
    const { body } = await read<Booking>(`appointments/booking/${bookingId}`);
    expect(body.participantStatus).toBe('PARTICIPATING');
  });

  test('and a class take up the time of the same person', async () => {
    await book(member, ANALYSIS, { startDateTime: '2026-11-23T17:30', endDateTime: '2026-11-23T18:00' });
    const [slot] = await service.database.db
      .select()
      .from(classSlots)
      .where(eq(classSlots.startsAt, new Date('2026-11-23T17:00:00Z')));
    const asked = { customerId: member, classSlotId: slot?.id };
    const path = '/v1/classes/booking/book';
    expect((await service.api().post<ErrorBody>(path, asked)).status).toBe(200);
    const evening = { startDateTime: '2026-11-23T18:30', endDateTime: '2026-11-23T19:00' };
    expect(await validate(ANALYSIS, evening)).toBe('CUSTOMER_IN_OTHER_BOOKING');
  });
});

describe('a trial of an appointment', () => {
  const TRIALS = 'trial-offers/bookable-trial-offers/appointments/bookable';
  const trial = <T>(path: string, body: object) =>
    service.api().post<T & ErrorBody>(`/v1/trial-offers/${path}`, body);
  const request = (customerId: number, times: Times = TUESDAY, bookableAppointmentId = INTRODUCTION) => ({
    ...{ customerId, bookableAppointmentId, ...times },
  });
  const validation = async (body: object) =>
    (await trial<{ validationStatus: string }>('appointments/booking/validate', body)).body.validationStatus;

  test('is listed with its trial offer, and only what can be tried has slots for trials', async () => {
    const { body } = await read<{ result: object[] }>(TRIALS);
    expect(body.result).toMatchObject([
      { trialOfferConfigId: 10_001, trialOfferBookableAppointment: { id: INTRODUCTION }, id: INTRODUCTION },
    ]);
    const slots = await read<Slot[]>(`${TRIALS}/${INTRODUCTION}/slots?slotWindowStartDate=2026-11-24`);
    expect(slots.body[0]).toMatchObject(TUESDAY);
    expect((await read(`${TRIALS}/${ANALYSIS}/slots`)).status).toBe(404);
    expect(await validation(request(2001, MONDAY, ANALYSIS))).toBe('NOT_AVAILABLE');
  });

  test('needs no contract, and uses up the contingent that classes share', async () => {
    const { status, body } = await trial<Booking>('appointments/booking/book', request(2001));
    expect([status, body.bookingStatus]).toEqual([200, 'BOOKED']);
    expect(await events()).toEqual([['APPOINTMENT_BOOKING_CREATED', body.bookingId]]);
    const thursday = { startDateTime: '2026-11-26T14:00', endDateTime: '2026-11-26T15:00' };
    await trial('appointments/booking/book', request(2001, thursday));
    const later = { startDateTime: '2026-11-26T16:00', endDateTime: '2026-11-26T17:00' };
    expect(await validation(request(2001, later))).toBe('NO_CONTINGENT');
    const [slot] = await service.database.db
      .select()
      .from(classSlots)
      .where(eq(classSlots.startsAt, new Date('2026-11-23T17:00:00Z')));
    const asked = { customerId: 2001, classSlotId: slot?.id };
    const { body: ofClass } = await trial('classes/booking/validate', asked);
    expect(ofClass).toEqual({ validationStatus: 'NO_CONTINGENT' });
  });

  test('is told of when it is confirmed, or holds its time only until then', async () => {
    const { db } = service.database;
    const { body } = await trial<Booking>('appointments/booking/book', request(2001));
    const confirmBy = new Date(service.clock.now().getTime() + HOUR);
    await db.update(bookings).set({ confirmBy }).where(eq(bookings.id, body.bookingId));
    await db.delete(webhookDeliveries);
    const shown = await read<Booking>(`appointments/booking/${body.bookingId}`);
    expect(shown.body.bookingStatus).toBe('BOOKED_WITH_CONFIRMATION_REQUIRED');
    expect(await validate(INTRODUCTION, TUESDAY)).toBe('BOOKING_LIMIT_REACHED');
    const confirm = () => trial<{ status: string }>(`bookings/${body.bookingId}/confirm`, {});
    service.clock.advance(HOUR);
    expect((await confirm()).body.status).toBe('EXPIRED');
    expect(await validate(INTRODUCTION, TUESDAY)).toBe('AVAILABLE');
    expect(await events()).toEqual([]);
    service.clock.advance(-HOUR);
    expect((await confirm()).body.status).toBe('CONFIRMED');
    expect(await events()).toEqual([['APPOINTMENT_BOOKING_CREATED', body.bookingId]]);
  });
});
