import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import { amendments } from './amendments.tables.js';

type Contact = Record<string, unknown> & { id?: number; pendingAmendment?: { id: number } };

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
let customerId: number;

beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  await mode('CHANGES_REQUIRE_VERIFICATION');
  const phones = { phoneNumberPrivate: '+49 30 1', phoneNumberMobile: '+49 151 1' };
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, ...phones });
  ({ customerId } = made.body);
  await newEvents();
});

const mode = (contactData: string) => {
  const others = 'CHANGES_REQUIRE_VERIFICATION';
  const values = { contactData, addressData: others, masterData: others, paymentData: others };
  return staff(service, 'settings.set', {
    subject: 'selfService',
    values: { ...values, requireSignature: false },
  });
};
const path = () => `/v1/customers/${customerId}/self-service/contact-data`;
const read = async () => (await service.api().request<Contact>({ url: path() })).body;
const ask = (changes: object) => service.api().post<Contact & ErrorBody>(path(), changes);
const withdraw = (id: number) =>
  service.api().request<ErrorBody & { success?: string }>({
    method: 'DELETE',
    url: `/v1/customers/${customerId}/self-service/amendment/${id}`,
  });
const pendingId = async (changes: object = { email: 'new@example.com' }) => {
  const { body } = await ask(changes);
  if (body.id === undefined) throw new Error(JSON.stringify(body));
  return body.id;
};

const BEFORE = {
  email: NINA.email,
  phonePrivate: '+49 30 1',
  phonePrivateMobile: '+49 151 1',
  amendmentConfigurationStatus: 'CHANGES_REQUIRE_VERIFICATION',
};

describe('a change that staff decide about', () => {
  test('waits, is shown, and changes nothing', async () => {
    const { status, body } = await ask({ email: 'new@example.com', phoneBusiness: '+49 30 2' });
    expect([status, body]).toEqual([
      200,
      { id: body.id, email: 'new@example.com', phoneBusiness: '+49 30 2' },
    ]);
    expect(await read()).toEqual({ ...BEFORE, pendingAmendment: body });
    expect(await newEvents()).toEqual([]);
  });

  test('is the only one until it is decided or withdrawn', async () => {
    const id = await pendingId();
    expect(await ask({ phoneBusiness: '2' })).toMatchObject({
      status: 409,
      body: { errorCode: 'errormessage.customer.amendment.pending' },
    });
    await withdraw(id);
    expect((await ask({ phoneBusiness: '2' })).status).toBe(200);
  });

  test('contains only what differs; if nothing does, there is none', async () => {
    const { body } = await ask({ phonePrivate: '+49 30 1', phoneBusiness: '2' });
    expect(body).toEqual({ id: body.id, phoneBusiness: '2' });
    await withdraw(body.id ?? 0);
    expect((await ask({ email: NINA.email })).body).not.toHaveProperty('id');
    expect(await read()).toEqual(BEFORE);
  });

  test('is made when it is approved, and partners are told', async () => {
    const id = await pendingId({ email: 'new@example.com', phonePrivate: '' });
    await staff(service, 'amendment.approve', { amendmentId: id });
    const { phonePrivate: _, ...left } = BEFORE;
    expect(await read()).toEqual({ ...left, email: 'new@example.com' });
    expect(await newEvents()).toEqual([{ type: 'CUSTOMER_UPDATED', entityId: customerId }]);
  });

  test.each([
    ['rejected', (id: number) => staff(service, 'amendment.reject', { amendmentId: id })],
    ['withdrawn', withdraw],
  ])('is gone when it is %s', async (_, close) => {
    await close(await pendingId());
    expect(await read()).toEqual(BEFORE);
    expect(await newEvents()).toEqual([]);
  });

  test.each([
    ['approved', 'amendment.approve'],
    ['rejected', 'amendment.reject'],
  ])('that was %s is decided once, cannot be withdrawn, and is forgotten', async (_, action) => {
    const id = await pendingId();
    await staff(service, action, { amendmentId: id });
    for (const again of ['amendment.approve', 'amendment.reject']) {
      await expect(staff(service, again, { amendmentId: id })).rejects.toMatchObject({ status: 400 });
    }
    expect(await withdraw(id)).toMatchObject({ status: 400, body: { reference: 'amendmentId' } });
    const kept = await service.app.context.db.select().from(amendments);
    expect(kept.find((each) => each.id === id)?.changesEncrypted).toBeNull();
  });

  test('is withdrawn in the language asked for', async () => {
    const id = await pendingId();
    const { body } = await service.api().request<{ success: string }>({
      method: 'DELETE',
      url: `/v1/customers/${customerId}/self-service/amendment/${id}`,
      headers: { 'accept-language': 'de' },
    });
    expect(body.success).toBe('Die gewünschte Änderung wurde zurückgezogen.');
  });

  test('of another member is not there', async () => {
    const url = `/v1/customers/2001/self-service/amendment/${await pendingId()}`;
    const answer = await service.api().request<ErrorBody>({ method: 'DELETE', url });
    expect(answer).toMatchObject({ status: 404, body: { reference: 'amendmentId' } });
  });

  test('is closed once, however many try at once', async () => {
    const id = await pendingId();
    const decide = (name: string) =>
      staff(service, name, { amendmentId: id }).then(
        () => 200,
        () => 400,
      );
    const statuses = await Promise.all([
      decide('amendment.approve'),
      // The withdrawal gets 409 if it saw the change before another request closed it.
      withdraw(id).then(({ status }) => (status === 409 ? 400 : status)),
      decide('amendment.reject'),
      decide('amendment.approve'),
    ]);
    expect(statuses.sort()).toEqual([200, 400, 400, 400]);
    const isApproved = (await read()).email === 'new@example.com';
    expect(await newEvents()).toHaveLength(isApproved ? 1 : 0);
  });

  test('is not decided by staff of another studio', async () => {
    const id = await pendingId();
    await expect(staff(service, 'amendment.approve', { amendmentId: id }, 1002)).rejects.toMatchObject({
      status: 404,
    });
    expect(await read()).toHaveProperty('pendingAmendment.id', id);
  });
});

describe('a change that members make themselves', () => {
  test('is made at once, and partners are told', async () => {
    await mode('CHANGES_WITHOUT_VERIFICATION');
    const { body } = await ask({ email: 'new@example.com' });
    expect(body).toEqual({
      email: 'new@example.com',
      phonePrivate: '+49 30 1',
      phonePrivateMobile: '+49 151 1',
    });
    expect(await newEvents()).toEqual([{ type: 'CUSTOMER_UPDATED', entityId: customerId }]);
  });

  test('notifies nobody when nothing changes', async () => {
    await mode('CHANGES_WITHOUT_VERIFICATION');
    expect((await ask({ email: NINA.email })).status).toBe(200);
    expect(await newEvents()).toEqual([]);
  });

  test('waits for an older one that staff still have to decide about', async () => {
    const id = await pendingId({ email: 'old@example.com' });
    await mode('CHANGES_WITHOUT_VERIFICATION');
    expect((await ask({ email: 'new@example.com' })).status).toBe(409);
    await staff(service, 'amendment.reject', { amendmentId: id });
    expect((await ask({ email: 'new@example.com' })).status).toBe(200);
  });
});

test('a studio that allows no changes refuses them, and shows what there is', async () => {
  await mode('READ');
  expect(await ask({ email: 'new@example.com' })).toMatchObject({
    status: 403,
    body: { errorCode: 'errormessage.customer.data.read.only' },
  });
  expect(await read()).toEqual({ ...BEFORE, amendmentConfigurationStatus: 'READ' });
});

test.each([
  ['nothing', {}, undefined],
  ['null alone', { email: null }, undefined],
  ['no e-mail address', { email: 'nina' }, 'email'],
  ['an empty e-mail address', { email: '' }, 'email'],
  ['a number that is too long', { phonePrivate: '1'.repeat(61) }, 'phonePrivate'],
  ['a line break', { phonePrivate: '1\n2' }, 'phonePrivate'],
])('%s is refused', async (_, changes, reference) => {
  const { status, body } = await ask(changes);
  expect([status, body.reference]).toEqual([400, reference]);
  expect(await read()).toEqual(BEFORE);
});

describe('consent', () => {
  test('closes and opens what is known of a member, and partners are told of both', async () => {
    const set = (thirdPartyAccess: boolean) =>
      staff(service, 'consent.set', { customerId, thirdPartyAccess });
    await set(false);
    expect(await read()).toMatchObject({ errorCode: 'errormessage.third.party.customer.access.disabled' });
    await set(false);
    await set(true);
    expect(await read()).toEqual(BEFORE);
    expect((await newEvents()).map(({ type }) => type)).toEqual([
      'CUSTOMER_ACCESS_DISABLED',
      'CUSTOMER_UPDATED',
    ]);
  });

  test('is not set by staff of another studio', async () => {
    const input = { customerId, thirdPartyAccess: false };
    await expect(staff(service, 'consent.set', input, 1002)).rejects.toMatchObject({ status: 403 });
  });
});
