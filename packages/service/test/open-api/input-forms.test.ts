import { describedBy } from '../support/description.js';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookings } from '../../src/modules/bookings/bookings.tables.js';
import { trialSessionBookings } from '../../src/modules/classes/classes.tables.js';
import { communications } from '../../src/modules/customers/communication/communication.tables.js';
import type { ErrorBody } from '../support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';
import { staff } from '../support/staff.js';

/* Formats that all operations accept alike: date-times, and numbers with a maximum. */

const COLLECTION_KEY = 'test-key-collection-berlin';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

let service: TestService;
let operations: Operation[];
beforeAll(async () => {
  service = await startTestService();
  const { paths } = describedBy<{
    paths: Record<string, Record<string, Operation>>;
  }>(service.app.app);
  operations = Object.values(paths).flatMap((path) => Object.values(path));
});
afterAll(() => service.close());

describe('a date-time', () => {
  const message = {
    communicationThreadStatus: 'ONGOING',
    subject: 'Complaint',
    content: 'Two invoices',
    communicationDirection: 'INCOMING',
    communicationChannel: 'EMAIL',
  };
  const keepsCommunication = async (method: 'POST' | 'PUT', url: string, communicationDateTime: string) => {
    const payload = { ...message, communicationDateTime };
    const answer = await service.api().request<ErrorBody>({ method, url, payload });
    const [kept] = await service.database.db.select().from(communications).orderBy(desc(communications.id));
    return { ...answer, instant: kept?.communicatedAt };
  };
  const THREAD = '/v1/communications/2001/threads';

  /** An appointment that is held at one time of the week: on Mondays at 10:00. */
  const ADVICE = {
    ...{ id: 12_090, title: 'Advice', category: 'Advice', description: '', bookable: true, duration: 30 },
    ...{ instructorIds: [], trialOfferId: 10_001, weekly: [{ dayOfWeek: 1, from: '10:00', until: '10:30' }] },
    bookingOpens: { value: 1, unit: 'YEAR' },
    bookingCloses: { value: 1, unit: 'HOURS' },
    cancelCondition: { cancelationAfterLatestPossible: true, latestCancelTerm: { value: 1, unit: 'DAY' } },
  };
  const appointment = async (path: string, startDateTime: string) => {
    await staff(service, 'appointment.import', { appointments: [ADVICE] });
    await service.database.db.delete(bookings);
    const endDateTime = '2027-02-01T10:30:00+01:00';
    const payload = { customerId: 2005, bookableAppointmentId: ADVICE.id, startDateTime, endDateTime };
    return service.api().post<ErrorBody & { validationStatus?: string }>(`/v1/${path}`, payload);
  };
  const validatesAppointment = async (path: string, startDateTime: string) => {
    const answer = await appointment(path, startDateTime);
    // It is available at this time alone.
    const isThen = answer.body.validationStatus === 'AVAILABLE';
    return { ...answer, ...(isThen && { instant: new Date('2027-02-01T09:00:00Z') }) };
  };
  const booksAppointment = async (path: string, startDateTime: string) => {
    const answer = await appointment(path, startDateTime);
    const [booked] = await service.database.db.select().from(bookings);
    return { ...answer, instant: booked?.startsAt };
  };

  /** Operations that accept a date-time, each with a call that returns the instant it understood. */
  const TAKES: Readonly<
    Record<
      string,
      (dateTime: string) => Promise<{ status: number; body: ErrorBody; instant?: Date | undefined }>
    >
  > = {
    createCommunicationInNewCommunicationThread: (at) => keepsCommunication('POST', THREAD, at),
    createCommunicationInExistingCommunicationThread: async (at) => {
      const made = await service.api().post<{ threadId: number }>(THREAD, message);
      return keepsCommunication('PUT', `${THREAD}/${made.body.threadId}`, at);
    },
    validateForAppointmentBooking: (at) => validatesAppointment('appointments/bookable/validate', at),
    bookAppointmentBooking: (at) => booksAppointment('appointments/booking/book', at),
    validateForAppointmentBookingForTrialOffers: (at) =>
      validatesAppointment('trial-offers/appointments/booking/validate', at),
    bookAppointmentForTrialOffer: (at) => booksAppointment('trial-offers/appointments/booking/book', at),
    bookTrialSession: async (startDateTime) => {
      await service.database.db.delete(trialSessionBookings);
      const leadCustomer = { firstname: 'Max', lastname: 'Mustermann', email: 'max@example.com' };
      const payload = { studioId: 1001, startDateTime, leadCustomer };
      const answer = await service.api().post('/connect/v1/trialsession/book', payload);
      const [booked] = await service.database.db.select().from(trialSessionBookings);
      return { ...answer, instant: booked?.startsAt };
    },
  };

  test('is taken by the operations of this table alone', () => {
    const taking = operations.filter(({ requestBody, parameters }) =>
      [
        ...Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
        ...(parameters ?? []).map(({ name }) => name),
      ].some((name) => name.endsWith('DateTime')),
    );
    expect(taking.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(TAKES).sort());
  });

  // All formats are tested in src/core/date-time.test.ts.
  test.each(Object.entries(TAKES))('%s takes it with a zone and without, or says what is allowed', async (_, send) => {
    for (const dateTime of ['2027-02-01T10:00:00+01:00[Europe/Berlin]', '2027-02-01T10:00']) {
      const { status, instant } = await send(dateTime);
      expect([dateTime, status, instant?.toISOString()]).toEqual([dateTime, 200, '2027-02-01T09:00:00.000Z']);
    }
    const refused = await send('2027-02-30T10:00:00Z');
    expect(refused).toMatchObject({ status: 400, body: { reference: expect.stringMatching(/DateTime$/) as string } });
    expect(refused.body.errorMessage).toContain('2026-11-23T10:00:00+01:00[Europe/Berlin]');
  }); // prettier-ignore
});

describe('a range', () => {
  /**
   * Operation, address, minimum and maximum slice size (details, Slips; specification, Limits; fields-2, Conventions).
   */
  const SLICED = [
    ['getCustomers', '/v1/customers', 50, 500],
    ['getCustomersCheckinHistory', '/v1/customers/2002/activities/checkins', 1, 50],
    ['getCrossStudioCustomersCheckinHistory', '/v1/cross-studio/customers/2002/activities/checkins', 1, 50],
    ['getEmployees', '/v1/employees', 10, 100],
    ['getDocuments', '/v1/customers/2001/documents', 1, 50],
    ['getCustomersAccountTransactionData', '/v1/customers/2001/account/transactions', 1, 50],
    ['getCustomersAccountUpcomingData', '/v1/customers/2001/account/transactions/upcoming', 1, 50],
    ['getDebtors', '/v1/debt-collection/40000/debtors', 1, 50],
    ['getDebtCollectionBlockedDebtors', '/v1/debt-collection/blocked/debtors', 1, 50],
    ['getDebtCollectionBlockedDebts', '/v1/debt-collection/blocked/debts', 1, 50],
    ['getAggregatorMembers', '/v1/aggregators/members', 10, 100],
    ['getPurchasableOnlineOffers', '/v1/online-offers/purchasable', 10, 100],
    ['getBookableTrialOfferClasses', '/v1/trial-offers/bookable-trial-offers/classes', 10, 100],
    ['getActiveClasses', '/v1/classes', 10, 100],
    ['getClassSlots', '/v1/classes/11001/slots', 10, 100],
    ['getClassSlotsForMultipleClasses', '/v1/classes/slots', 10, 100],
    ['getBookableAppointments', '/v1/appointments/bookable', 10, 100],
    [
      'getBookableTrialOfferAppointments',
      '/v1/trial-offers/bookable-trial-offers/appointments/bookable',
      10,
      100,
    ],
    ['getClassSlotsForTrialOffers', '/v1/trial-offers/bookable-trial-offers/classes/11001/slots', 10, 100],
  ] as const;
  const get = (url: string) =>
    service.api(url.startsWith('/v1/debt-collection') ? COLLECTION_KEY : EUR_KEY).request<ErrorBody>({ url });

  test('of slices is asked of the operations of this table alone', () => {
    const sliced = operations.filter(({ parameters }) =>
      parameters?.some(({ name }) => name === 'sliceSize'),
    );
    expect(sliced.map(({ operationId }) => operationId).sort()).toEqual(SLICED.map(([name]) => name).sort());
  });

  test.each(SLICED)('%s: %s takes slices of %i to %i', async (_, url, least, most) => {
    for (const [size, status] of [[least, 200], [most, 200], [least - 1, 400], [most + 1, 400]] as const) {
      const answer = await get(`${url}?sliceSize=${size}`);
      expect([size, answer.status, answer.body.reference]).toEqual([size, status, status === 400 ? 'sliceSize' : undefined]);
    }
    for (const offset of ['x', '-1', '1.5']) {
      expect(await get(`${url}?offset=${offset}`)).toMatchObject({ status: 400, body: { reference: 'offset' } });
    }
  }); // prettier-ignore

  /** Operation, address, and a parameter that may occur at most fifty times (details, Debt collection). */
  const REPEATED = [
    ['getDebtCollectionCases', '/v1/debt-collection/cases', 'debtorId'],
    ['getDebtCollectionCases', '/v1/debt-collection/cases', 'collectionCaseId'],
    ['getDebtCollectionCases', '/v1/debt-collection/cases', 'agencyCollectionCaseId'],
    ['getDebtCollectionCases', '/v1/debt-collection/cases', 'caseAdjustmentRequestId'],
    ['getDebtCollectionBlockedDebtors', '/v1/debt-collection/blocked/debtors', 'debtorId'],
    ['getDebtCollectionBlockedDebts', '/v1/debt-collection/blocked/debts', 'debtId'],
    ['getBenefits', '/v1/customers/2001/benefits', 'key'],
    ['getBenefitsByCardNumber', '/v1/customers/benefits?cardNumber=2864434397', 'key'],
  ] as const;

  test('of repeated parameters is asked of the operations of this table alone', () => {
    const repeated = operations.flatMap(({ operationId, parameters }) =>
      (parameters ?? [])
        .filter(({ schema }) => schema.type === 'array')
        .map(({ name, schema }) => [operationId, name, schema.maxItems]),
    );
    const expected = REPEATED.map(([operation, , name]) => [operation, name, 50]);
    expect(repeated.sort()).toEqual(expected.sort());
  });

  test.each(REPEATED)('%s: %s takes %s at most 50 times', async (_, url, name) => {
    const given = (count: number) =>
      Array.from({ length: count }, (__, index) => `${name}=${index + 1}`).join('&');
    const start = `${url}${url.includes('?') ? '&' : '?'}`;
    expect((await get(start + given(50))).status).toBe(200);
    expect(await get(start + given(51))).toMatchObject({ status: 400, body: { reference: name } });
  });

  test('of an id of the case adjustment is that of 64 bits', async () => {
    const url = '/v1/debt-collection/cases?caseAdjustmentRequestId=1&caseAdjustmentRequestId=';
    expect(await get(`${url}9223372036854775807`)).toMatchObject({ status: 200, body: [] });
    const refused = await get(`${url}92233720368547758080`);
    expect([refused.status, refused.body.reference]).toEqual([400, 'caseAdjustmentRequestId.1']);
  });

  /** Operation, address, and minimum of the days ahead (fields-2, 4). */
  const DAYS_AHEAD = [
    ['getBookableAppointmentSlots', '/v1/appointments/bookable/12001/slots', 1],
    ['getBookableAppointmentSlotsForTrialOffers',
      '/v1/trial-offers/bookable-trial-offers/appointments/bookable/12002/slots', 1],
    ['getClassSlotsForMultipleClasses', '/v1/classes/slots', 0],
  ] as const; // prettier-ignore

  test.each(DAYS_AHEAD)('%s: %s takes %i to 6 days ahead', async (_, url, least) => {
    for (const [days, status] of [[least, 200], [6, 200], [least - 1, 400], [7, 400]] as const) {
      const answer = await get(`${url}?daysAhead=${days}`);
      expect([days, answer.status, answer.body.reference]).toEqual([days, status, status === 400 ? 'daysAhead' : undefined]);
    }
  }); // prettier-ignore

  test('no other number in an address has a largest one', () => {
    const limited = operations.flatMap(({ operationId, parameters }) =>
      (parameters ?? [])
        .filter(({ name, schema }) => name !== 'sliceSize' && schema.format !== 'int64' && schema.maximum !== undefined)
        .map(({ name }) => `${operationId} ${name}`),
    ); // prettier-ignore
    expect(limited.sort()).toEqual(DAYS_AHEAD.map(([operation]) => `${operation} daysAhead`));
  });
});
