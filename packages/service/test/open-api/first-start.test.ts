import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedContactDataChanges } from '../../src/admin/seed/contact-data-changes.js';
import { seedDocuments } from '../../src/admin/seed/documents.js';
import { seedIdleMembers } from '../../src/admin/seed/idle-members.js';
import { seedStoredInstruments } from '../../src/admin/seed/stored-instruments.js';
import type { BookingKind } from '../../src/modules/bookings/bookings.js';
import { bookings } from '../../src/modules/bookings/bookings.tables.js';
import { seedTaxExport } from '../../src/admin/seed/tax-export.js';
import { documents } from '../../src/modules/documents/documents.tables.js';
import { moduleContracts } from '../../src/modules/memberships/additional-modules/additional-modules.tables.js';
import { idlePeriods } from '../../src/modules/memberships/idle-periods/idle-periods.tables.js';
import { taxExports } from '../../src/modules/tax-exports/tax-exports.tables.js';
import { TestClock } from '../support/clock.js';
import { EUR_KEY, startTestService, type TestService } from '../support/service.js';

/*
 * These tests take the view of a partner who has just started the service: every operation that reads has something to
 * show.
 */

const COLLECTION_KEY = 'test-key-collection-berlin';
const RUN = '/v1/debt-collection/40000';
/** Id of a member with a contract that can be switched. */
const SWITCHES = 2008;

let service: TestService;
let paths: Record<string, Record<string, unknown>>;
let idle: { contractId: number; id: number };
let bookedModule: { contractId: number; id: number };
let taxExport: number;
let document: number;
let link: string;
let booked: { CLASS: number; APPOINTMENT: number; slot: number };
beforeAll(async () => {
  // The tests' databases are seeded for this time.
  service = await startTestService({ clock: new TestClock(Date.parse('2026-01-01T00:00:00Z')) });
  paths = (service.app.app.swagger() as { paths: typeof paths }).paths;
  const { db } = service.database;
  const { context } = service.app;
  for (const demo of [
    ...[seedDocuments, seedDocuments, seedContactDataChanges, seedContactDataChanges],
    ...[(demo: typeof context) => seedStoredInstruments(demo, service.simulator.url), seedIdleMembers],
    seedTaxExport,
  ]) {
    await demo(context);
  }
  const [idlePeriod] = await db.select().from(idlePeriods);
  const kept = await db.select().from(documents).where(eq(documents.customerId, 2001));
  expect(kept).toHaveLength(1);
  idle = { contractId: idlePeriod?.contractId ?? 0, id: idlePeriod?.id ?? 0 };
  const [module] = await db.select().from(moduleContracts);
  bookedModule = { contractId: module?.contractId ?? 0, id: module?.id ?? 0 };
  taxExport = (await db.select().from(taxExports))[0]?.id ?? 0;
  document = kept[0]?.id ?? 0;
  const { body: made } = await service
    .api()
    .post<{ id: string }>('/v1/payments/links', { customerId: 2005, purposes: ['PAYMENT_INSTRUMENT'] });
  link = made.id;
  const own = await db.select().from(bookings).where(eq(bookings.customerId, 2005));
  const ofKind = (kind: BookingKind) => own.find((booking) => booking.kind === kind);
  booked = {
    CLASS: ofKind('CLASS')?.id ?? 0,
    APPOINTMENT: ofKind('APPOINTMENT')?.id ?? 0,
    slot: ofKind('CLASS')?.subjectId ?? 0,
  };
});
afterAll(() => service.close());

const idlePeriodsUrl = () => `/v1/memberships/${idle.contractId}/self-service/idle-periods`;

/** Address that returns content, for each operation that reads. */
const READS: Readonly<Record<string, () => string>> = {
  '/v1/aggregators/members': () => '/v1/aggregators/members',
  '/v1/aggregators/members/{aggregatorId}': () => '/v1/aggregators/members/A-100045',
  '/v1/appointments/bookable': () => '/v1/appointments/bookable',
  '/v1/appointments/bookable/{bookableAppointmentId}': () => '/v1/appointments/bookable/12001',
  '/v1/appointments/bookable/{bookableAppointmentId}/slots': () =>
    '/v1/appointments/bookable/12001/slots?daysAhead=6',
  '/v1/appointments/booking': () => '/v1/appointments/booking?customerId=2005',
  '/v1/appointments/booking/{bookingId}': () => `/v1/appointments/booking/${booked.APPOINTMENT}`,
  '/v1/classes': () => '/v1/classes',
  '/v1/classes/booking': () => '/v1/classes/booking?customerId=2005',
  '/v1/classes/booking/{bookingId}': () => `/v1/classes/booking/${booked.CLASS}`,
  '/v1/classes/slots': () => '/v1/classes/slots?daysAhead=6',
  '/v1/classes/{classId}': () => '/v1/classes/11001',
  '/v1/classes/{classId}/slots': () => '/v1/classes/11004/slots',
  '/v1/classes/{classId}/slots/{classSlotId}': () => `/v1/classes/11004/slots/${booked.slot}`,
  '/v1/communications/{customerId}/communication-preferences': () =>
    '/v1/communications/2001/communication-preferences',
  '/v1/cross-studio/customers/by': () => '/v1/cross-studio/customers/by?cardNumber=2864434397',
  '/v1/cross-studio/customers/{customerId}': () => '/v1/cross-studio/customers/2001',
  '/v1/cross-studio/customers/{customerId}/activities/checkins': () =>
    '/v1/cross-studio/customers/2002/activities/checkins',
  '/v1/cross-studio/membership-offers/studios': () => '/v1/cross-studio/membership-offers/studios',
  '/v1/customers': () => '/v1/customers',
  '/v1/customers/additional-information-fields': () => '/v1/customers/additional-information-fields',
  '/v1/customers/benefits': () => '/v1/customers/benefits?cardNumber=2864434397',
  '/v1/customers/by': () => '/v1/customers/by?cardNumber=2864434397',
  '/v1/customers/contracts/by': () => `/v1/customers/contracts/by?customerNumber=${SWITCHES}`,
  '/v1/customers/measurement/latest': () => '/v1/customers/measurement/latest?cardNumber=2864434397',
  '/v1/customers/{customerId}': () => '/v1/customers/2001',
  '/v1/customers/{customerId}/access-code': () => '/v1/customers/2001/access-code',
  '/v1/customers/{customerId}/account/balances': () => '/v1/customers/2001/account/balances',
  '/v1/customers/{customerId}/account/transactions': () => '/v1/customers/2005/account/transactions',
  '/v1/customers/{customerId}/account/transactions/upcoming': () =>
    `/v1/customers/${SWITCHES}/account/transactions/upcoming`,
  '/v1/customers/{customerId}/activities/checkins': () => '/v1/customers/2002/activities/checkins',
  '/v1/customers/{customerId}/benefits': () => '/v1/customers/2001/benefits',
  '/v1/customers/{customerId}/contracts': () => `/v1/customers/${SWITCHES}/contracts`,
  '/v1/customers/{customerId}/documents': () => '/v1/customers/2001/documents',
  '/v1/customers/{customerId}/documents/{id}': () => `/v1/customers/2001/documents/${document}`,
  '/v1/customers/{customerId}/self-service/address-data': () =>
    '/v1/customers/2001/self-service/address-data',
  '/v1/customers/{customerId}/self-service/master-data': () => '/v1/customers/2001/self-service/master-data',
  '/v1/customers/{customerId}/self-service/payment-data': () =>
    '/v1/customers/2001/self-service/payment-data',
  '/v1/customers/{customerId}/self-service/contact-data': () =>
    '/v1/customers/2002/self-service/contact-data',
  '/v1/debt-collection/blocked/debtors': () => '/v1/debt-collection/blocked/debtors',
  '/v1/debt-collection/blocked/debts': () => '/v1/debt-collection/blocked/debts',
  '/v1/debt-collection/cases': () => '/v1/debt-collection/cases',
  '/v1/debt-collection/configuration': () => '/v1/debt-collection/configuration',
  '/v1/debt-collection/{debtCollectionRunId}/debtors': () => `${RUN}/debtors`,
  '/v1/debt-collection/{debtCollectionRunId}/details': () => `${RUN}/details`,
  '/v1/devices': () => '/v1/devices',
  '/v1/employees': () => '/v1/employees',
  '/v1/employees/{id}': () => '/v1/employees/6101',
  '/v1/leads/config': () => '/v1/leads/config',
  '/v1/member-lists': () => '/v1/member-lists',
  '/v1/memberships/membership-offers': () => '/v1/memberships/membership-offers',
  '/v1/memberships/membership-offers/{membershipOfferId}': () => '/v1/memberships/membership-offers/4001',
  '/v1/memberships/self-service/additional-modules': () => '/v1/memberships/self-service/additional-modules',
  '/v1/memberships/self-service/contract-cancelation-reasons': () =>
    '/v1/memberships/self-service/contract-cancelation-reasons',
  '/v1/memberships/{contractId}/idle-periods': () => `/v1/memberships/${idle.contractId}/idle-periods`,
  '/v1/memberships/{contractId}/self-service/additional-module-contracts/{additionalModuleContractId}': () =>
    `/v1/memberships/${bookedModule.contractId}/self-service/additional-module-contracts/${bookedModule.id}`,
  '/v1/memberships/{contractId}/self-service/additional-modules/purchasable': () =>
    `/v1/memberships/${bookedModule.contractId}/self-service/additional-modules/purchasable`,
  '/v1/memberships/{contractId}/self-service/idle-periods': () => idlePeriodsUrl(),
  '/v1/memberships/{contractId}/self-service/idle-periods/config': () => `${idlePeriodsUrl()}/config`,
  '/v1/memberships/{contractId}/self-service/idle-periods/remaining': () => `${idlePeriodsUrl()}/remaining`,
  '/v1/memberships/{contractId}/self-service/idle-periods/{idlePeriodId}': () =>
    `${idlePeriodsUrl()}/${idle.id}`,
  '/v1/payments/links/{linkId}': () => `/v1/payments/links/${link}`,
  '/v1/memberships/{customerId}/membership-switch/configs': () =>
    `/v1/memberships/${SWITCHES}/membership-switch/configs`,
  '/v1/memberships/{customerId}/membership-switch/configs/{configId}': () =>
    `/v1/memberships/${SWITCHES}/membership-switch/configs/9001`,
  '/v1/memberships/{customerId}/self-service/contract-data': () =>
    `/v1/memberships/${SWITCHES}/self-service/contract-data`,
  '/v1/online-offers/purchasable': () => '/v1/online-offers/purchasable',
  '/v1/studios/information': () => '/v1/studios/information',
  '/v1/studios/tags': () => '/v1/studios/tags',
  '/v1/studios/utilization': () => '/v1/studios/utilization',
  '/v1/trial-offers/bookable-trial-offers/appointments/bookable': () =>
    '/v1/trial-offers/bookable-trial-offers/appointments/bookable',
  '/v1/trial-offers/bookable-trial-offers/appointments/bookable/{bookableAppointmentId}/slots': () =>
    '/v1/trial-offers/bookable-trial-offers/appointments/bookable/12002/slots?daysAhead=6',
  '/v1/taxadvisor/exports/{exportId}': () => `/v1/taxadvisor/exports/${taxExport}`,
  '/v1/trial-offers/bookable-trial-offers/classes': () => '/v1/trial-offers/bookable-trial-offers/classes',
  '/v1/trial-offers/bookable-trial-offers/classes/{classId}/slots': () =>
    '/v1/trial-offers/bookable-trial-offers/classes/11001/slots',
  '/v1/trial-offers/config/{configId}': () => '/v1/trial-offers/config/10001',
  '/connect/v1/trialsession': () =>
    '/connect/v1/trialsession?startDate=2026-01-05&endDate=2026-01-06&studioId=1001',
};

test('every operation that reads is in the table', () => {
  const reading = Object.keys(paths).filter(
    (path) => 'get' in (paths[path] ?? {}) && /^\/(v1|connect)/.test(path),
  );
  expect(Object.keys(READS).sort()).toEqual(reading.sort());
});

/** Checks whether a response, or the list in it, contains anything. */
function shows(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (Array.isArray(body)) return body.length > 0;
  const lists = Object.values(body).filter(Array.isArray);
  const isList =
    lists.length > 0 && Object.keys(body).every((name) => /result|offset|hasNext|IdlePeriods/.test(name));
  return isList ? lists.some((list) => list.length > 0) : Object.keys(body).length > 0;
}

describe('on the first start', () => {
  test('every operation that reads shows something, date-times without nanoseconds and zone name', async () => {
    const wrong: unknown[] = [];
    for (const [path, url] of Object.entries(READS)) {
      const api = service.api(path.startsWith('/v1/debt-collection') ? COLLECTION_KEY : EUR_KEY);
      const { status, body } = await api.request<unknown>({ url: url() });
      const dateTimes = JSON.stringify(body).match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? [];
      const plain = /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)"$/;
      if (status !== 200 || !shows(body) || !dateTimes.every((dateTime) => plain.test(dateTime))) {
        wrong.push({ path, status, body });
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the collection partner reads a document of its debtor', async () => {
    const { body } = await service
      .api(COLLECTION_KEY)
      .request<{ result: { fileName: string; url: string }[] }>({ url: '/v1/customers/2011/documents' });
    expect(body.result.map(({ fileName }) => fileName)).toEqual(['last-reminder.pdf']);
    const { pathname, search } = new URL(body.result[0]?.url ?? '');
    const file = await service.app.app.inject({ url: pathname + search });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
