import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import type { Employee } from './employees.js';

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
});
afterAll(() => service.close());

interface Slice {
  readonly result: Employee[];
  readonly offset: string;
  readonly hasNext: boolean;
}

const list = async (query = '') =>
  (await service.api().request<Slice>({ url: `/v1/employees${query}` })).body;
const read = (id: number, key?: string) =>
  service.api(key).request<Employee & ErrorBody>({ url: `/v1/employees/${id}` });
const person = (lastName: string) => ({
  firstName: 'Kim',
  lastName,
  gender: 'UNISEX',
  employeeInitials: 'K',
});
const add = async (lastName: string) => {
  const { entity } = await staff(service, 'employee.add', person(lastName));
  return Number(entity.split(' ')[1]);
};

describe('employees', () => {
  test('are listed in slices, for their studio alone', async () => {
    for (let count = 0; count < 10; count += 1) await add(`Number ${count}`);
    const first = await list('?sliceSize=10');
    expect([first.result.length, first.hasNext]).toEqual([10, true]);
    const second = await list(`?sliceSize=10&offset=${first.offset}`);
    const names = [...first.result, ...second.result].map(({ lastName }) => lastName);
    expect(names).toEqual(['Weber', 'Winter', 'Petersen', ...names.slice(3)]);
    expect([names.length, second.hasNext]).toEqual([13, false]);
  });

  test('are added, changed in the given parts alone, and deleted; partners hear of each', async () => {
    await newEvents();
    const id = await add('Brown');
    await staff(service, 'employee.change', { employeeId: id, businessRole: 'TRAINER' });
    expect((await read(id)).body).toEqual({ id, ...person('Brown'), businessRole: 'TRAINER' });
    await staff(service, 'employee.delete', { employeeId: id });
    const { status, body } = await read(id);
    expect([status, body.errorCode]).toEqual([404, 'errormessage.employee.not.found']);
    expect(await newEvents()).toEqual(
      ['EMPLOYEE_CREATED', 'EMPLOYEE_UPDATED', 'EMPLOYEE_DELETED'].map((type) => ({ type, entityId: id })),
    );
  });

  test('of another studio are refused', async () => {
    const { status, body } = await read(6101, 'test-key-seeblick-zuerich-chf');
    expect([status, body.errorCode]).toEqual([403, 'errormessage.permission.denied']);
  });

  test.each([
    ['employee.change', { employeeId: 6101, city: 'Zürich' }],
    ['employee.delete', { employeeId: 6101 }],
  ])('of another studio are unknown to staff: %s', async (action, input) => {
    await expect(staff(service, action, input, 1002)).rejects.toMatchObject({
      code: 'errormessage.employee.not.found',
    });
  });
});
