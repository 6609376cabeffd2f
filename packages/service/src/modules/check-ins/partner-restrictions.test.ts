import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { integrationWith } from '../../../test/support/integration.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import { todayAt } from '../../core/calendar.js';

const SCOPES = ['CUSTOMER_ACCESS_RESTRICTION_WRITE'];
const OTHER_KEY = 'key-of-another-integration';

interface Refusal {
  readonly accessRefusal: boolean;
  readonly accessRestrictions: readonly object[];
}

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
let customerId: number;
let today: string;

beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
  await integrationWith(service.database.db, { key: OTHER_KEY, scopes: SCOPES });
  today = todayAt(service.app.context, { timeZone: 'Europe/Berlin' });
});
afterAll(() => service.close());
beforeEach(async () => {
  const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
  ({ customerId } = made.body);
  await newEvents();
});

const url = () => `/v1/customers/${customerId}/access-restrictions`;
const put = (payload: object, key?: string) =>
  service.api(key).request<ErrorBody>({ method: 'PUT', url: url(), payload });
const remove = (key?: string) => service.api(key).request<ErrorBody>({ method: 'DELETE', url: url() });
const record = async () =>
  (await service.api().request<Refusal>({ url: `/v1/customers/${customerId}` })).body;
const types = async () => (await newEvents()).map(({ type }) => type);
const enter = () => staff(service, 'check-in.start', { customerId });

test('a restriction keeps a customer out until its integration removes it', async () => {
  const restriction = { reason: 'Locker key not returned' };
  expect((await put(restriction)).body).toEqual(restriction);
  expect(await record()).toMatchObject({ accessRefusal: true, accessRestrictions: [restriction] });
  await expect(enter()).rejects.toMatchObject({ code: 'errormessage.checkin.refused' });
  expect((await remove()).status).toBe(200);
  expect(await record()).toMatchObject({ accessRefusal: false, accessRestrictions: [] });
  await enter();
  expect(await types()).toEqual([
    'CUSTOMER_ACCESS_RESTRICTION_CREATED',
    'CUSTOMER_ACCESS_RESTRICTION_DELETED',
    'CUSTOMER_CHECKIN',
  ]);
});

test('is changed by the next request of its integration, and partners are told if it differs', async () => {
  const changed = { reason: 'House rules', startDate: today, endDate: today };
  await put({ reason: 'Locker key not returned' });
  await put(changed);
  await put(changed);
  expect((await record()).accessRestrictions).toEqual([changed]);
  expect(await types()).toEqual(['CUSTOMER_ACCESS_RESTRICTION_CREATED', 'CUSTOMER_UPDATED']);
});

test.each([
  ['before its first day', '2099-01-01', '2099-01-31'],
  ['after its last day', '2020-01-01', '2020-01-31'],
])('is not in force %s', async (_, startDate, endDate) => {
  await put({ reason: 'House rules', startDate, endDate });
  expect(await record()).toMatchObject({ accessRefusal: false, accessRestrictions: [] });
});

test.each([
  ['only a first day', { startDate: '2026-01-01' }, 'endDate'],
  ['only a last day', { endDate: '2026-01-01' }, 'startDate'],
  ['an end before its beginning', { startDate: '2026-01-02', endDate: '2026-01-01' }, 'endDate'],
])('with %s is refused', async (_, dates, reference) => {
  expect(await put({ reason: 'House rules', ...dates })).toMatchObject({ status: 400, body: { reference } });
});

describe('an integration', () => {
  test('removes no restriction of another one', async () => {
    await put({ reason: 'Locker key not returned' });
    await put({ reason: 'House rules' }, OTHER_KEY);
    expect((await remove()).status).toBe(200);
    expect((await record()).accessRestrictions).toEqual([{ reason: 'House rules' }]);
    expect(await remove()).toMatchObject({
      status: 404,
      body: { errorCode: 'errormessage.access.restriction.not.found' },
    });
  });

  test('cannot prevent staff from letting the customer in again', async () => {
    await put({ reason: 'House rules' }, OTHER_KEY);
    await staff(service, 'access-restriction.remove', { customerId });
    expect((await record()).accessRefusal).toBe(false);
  });
});
