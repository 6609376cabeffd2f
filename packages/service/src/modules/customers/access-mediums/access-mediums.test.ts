import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';

interface Medium extends ErrorBody {
  readonly id: number;
  readonly type: string;
  readonly value: string;
}

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
let customerId: number;
let pins = 70_000;

beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  customerId = await person();
  await newEvents();
});

const person = async () =>
  (await service.api().post<{ customerId: number }>('/v1/customers/create', NINA)).body.customerId;
const path = (id?: number) => `/v1/customers/${customerId}/access-mediums${id === undefined ? '' : `/${id}`}`;
const add = (type: string, value: string, headers?: Record<string, string>) =>
  service.api().post<Medium>(path(), { type, value }, headers);
const change = (id: number, value: string) =>
  service.api().request<Medium>({ method: 'PUT', url: path(id), payload: { value } });
const remove = (id: number) => service.api().request<ErrorBody>({ method: 'DELETE', url: path(id) });
const ofCustomer = async () => {
  const { body } = await service
    .api()
    .request<{ accessMediums: Medium[] }>({ url: `/v1/customers/${customerId}` });
  return body.accessMediums;
};
const types = async () => (await newEvents()).map(({ type }) => type);
const unusedPin = () => String((pins += 1));

describe('an access medium of a partner', () => {
  test('is added, changed and removed, and partners are told of each', async () => {
    const { body: added } = await add('CARD_NUMBER', '3735928559');
    expect(await ofCustomer()).toEqual([{ id: added.id, type: 'CARD_NUMBER', value: '3735928559' }]);
    expect((await change(added.id, '3735928560')).body).toEqual({ ...added, value: '3735928560' });
    expect(await ofCustomer()).toEqual([{ ...added, value: '3735928560' }]);
    expect((await remove(added.id)).status).toBe(200);
    expect(await ofCustomer()).toEqual([]);
    expect(await types()).toEqual([
      'CUSTOMER_ACCESS_MEDIUM_CREATED',
      'CUSTOMER_ACCESS_MEDIUM_UPDATED',
      'CUSTOMER_ACCESS_MEDIUM_DELETED',
    ]);
  });

  test('is added once under an Idempotency-Key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const pin = unusedPin();
    const [first, second] = [await add('PIN', pin, key), await add('PIN', pin, key)];
    expect(second.body).toEqual(first.body);
    expect(await types()).toEqual(['CUSTOMER_ACCESS_MEDIUM_CREATED']);
  });

  test('stays as it is in the older operation if the customer has it already', async () => {
    const payload = { type: 'PIN', value: unusedPin() };
    const put = () =>
      service.api().request<Medium>({
        method: 'PUT',
        url: `/v1/customers/${customerId}/access-medium`,
        payload,
      });
    expect((await put()).body).toEqual((await put()).body);
    expect(await types()).toEqual(['CUSTOMER_ACCESS_MEDIUM_CREATED']);
  });

  test.each([
    [
      'is no card number',
      () => add('CARD_NUMBER', 'AABBCCDD'),
      400,
      'errormessage.access.medium.card.invalid',
    ],
    [
      'belongs to somebody else, even with another number of bytes',
      async () => {
        const value = '0000001234ABCD';
        const input = { type: 'CARD_NUMBER', value, cardNumberFormat: 'HEX_MSB' };
        await staff(service, 'access-medium.add', { customerId: await person(), ...input });
        return add('CARD_NUMBER', String(0x1234abcd));
      },
      409,
      'errormessage.access.medium.taken',
    ],
    [
      'is changed to the value of another one',
      async () => {
        const pin = unusedPin();
        await add('PIN', pin);
        const { body } = await add('PIN', unusedPin());
        return change(body.id, pin);
      },
      409,
      'errormessage.access.medium.taken',
    ],
  ])('is refused if it %s', async (_, send, status, errorCode) => {
    expect(await send()).toMatchObject({ status, body: { errorCode, reference: 'value' } });
  });
});

test('an access medium from the studio is out of reach', async () => {
  const value = unusedPin();
  await staff(service, 'access-medium.add', { customerId, type: 'PIN', value });
  const [medium] = await ofCustomer();
  const refused = { status: 403, body: { errorCode: 'errormessage.permission.denied' } };
  expect(await remove(medium?.id ?? 0)).toMatchObject(refused);
  expect(await change(medium?.id ?? 0, unusedPin())).toMatchObject(refused);
  expect(await ofCustomer()).toEqual([medium]);
});

test('an access medium of another customer is not found', async () => {
  const { body } = await add('PIN', unusedPin());
  customerId = await person();
  expect(await remove(body.id)).toMatchObject({ status: 404, body: { reference: 'accessMediumId' } });
});

test('of several customers who are given one PIN at once, one gets it', async () => {
  const customers = [customerId, await person(), await person(), await person()];
  const payload = { type: 'PIN', value: unusedPin() };
  const added = await Promise.all(
    customers.map((id) => service.api().post(`/v1/customers/${id}/access-mediums`, payload)),
  );
  expect(added.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});
