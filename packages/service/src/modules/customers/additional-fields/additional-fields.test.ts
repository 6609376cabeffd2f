import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';

const listItems = [
  { id: 7, name: 'Strength' },
  { id: 8, name: 'Endurance' },
];
const FIELDS = [
  { id: 1, name: 'Goal', type: 'LIST', listItems },
  { id: 2, name: 'Vegetarian', type: 'BOOLEAN' },
  { id: 3, name: 'First visit', type: 'DATE' },
  { id: 4, name: 'Locker', type: 'NUMERIC' },
  { id: 5, name: 'Recommended by', type: 'TEXT' },
];

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
  await staff(service, 'settings.set', { subject: 'additionalFields', values: { fields: FIELDS } });
});
afterAll(() => service.close());

const assign = (...assignments: readonly (readonly [id: number, value: string])[]) =>
  service.api().request<ErrorBody>({
    method: 'PUT',
    url: '/v1/customers/2001/additional-information-field-assignments',
    payload: assignments.map(([additionalInformationFieldId, value]) => ({
      additionalInformationFieldId,
      value,
    })),
  });

const assigned = async () => {
  const { body } = await service
    .api()
    .request<{ additionalInformationFieldAssignments?: object[] }>({ url: '/v1/customers/2001' });
  return body.additionalInformationFieldAssignments ?? [];
};

describe('the fields of a studio', () => {
  test('are listed as it has defined them; partners hear of a change', async () => {
    const { body } = await service.api().request({ url: '/v1/customers/additional-information-fields' });
    expect(body).toEqual(FIELDS);
    expect(await newEvents()).toEqual([{ type: 'ADDITIONAL_INFORMATION_FIELDS_UPDATED', entityId: 1001 }]);
  });

  test('get new values, which replace all earlier ones', async () => {
    expect((await assign([1, '7'], [5, 'Mara'])).status).toBe(200);
    expect((await assign([4, '12'])).status).toBe(200);
    expect(await assigned()).toEqual([{ additionalInformationFieldId: 4, value: '12' }]);
    expect(await newEvents()).toEqual([1, 2].map(() => ({ type: 'CUSTOMER_UPDATED', entityId: 2001 })));
  });

  test.each([
    [2, 'true'],
    [3, '2026-02-28'],
    [4, '-1.5'],
    [5, ''],
    [1, '8'],
  ])('accept what fits their type: field %i with "%s"', async (id, value) => {
    expect((await assign([id, value])).status).toBe(200);
  });

  test.each([
    [2, 'yes', 'true, false'],
    [3, '2026-02-30', 'date'],
    [4, '1,5', 'number'],
    [1, 'Strength', '7, 8'],
  ])('refuse another value with what is allowed: field %i with "%s"', async (id, value, allowed) => {
    await assign([4, '12']);
    const { status, body } = await assign([5, 'x'], [id, value]);
    expect([status, body.reference]).toEqual([400, '1.value']);
    expect(body.message).toContain(allowed);
    expect(await assigned()).toEqual([{ additionalInformationFieldId: 4, value: '12' }]);
  });

  test('that do not exist are refused, with those that do', async () => {
    const { status, body } = await assign([9, 'x']);
    expect([status, body.reference]).toEqual([400, '0.additionalInformationFieldId']);
    expect(body.message).toContain('1, 2, 3, 4, 5');
  });
});
