import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NINA } from '../../../test/support/buyer.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { benefitUses } from '../benefits/benefits.tables.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import { weighings } from './weighings.tables.js';

const MEMBER = 2005;
const CARD = '1122334455';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await staff(service, 'access-medium.add', { customerId: MEMBER, type: 'CARD_NUMBER', value: CARD });
  await service.database.db
    .update(contracts)
    .set({ startDate: '2020-01-01', endDate: '2035-12-31' })
    .where(eq(contracts.customerId, MEMBER));
  const scan = { key: 'BODY_SCAN', name: 'Body scan', membershipOfferIds: null };
  await staff(service, 'settings.set', {
    subject: 'benefits',
    values: { benefits: [{ ...scan, contingent: { uses: 1, period: 'MONTH' } }] },
  });
});
afterAll(() => service.close());

const weigh = (payload: object, query = '', headers: Record<string, string> = {}) =>
  service.api().post<{ databaseId: number }>(`/v1/customers/${MEMBER}/weighing${query}`, payload, headers);
const latest = (key?: string) =>
  service.api(key).request<object>({ url: `/v1/customers/measurement/latest?cardNumber=${CARD}` });

test('a weighing is stored encrypted, and the scale learns who stands on it', async () => {
  expect((await latest()).body).not.toHaveProperty('height');
  const weighing = { weight: 61.5, height: 172.5, visceralFatLevel: 3, rawResults: 'raw-results' };
  const { body } = await weigh({ ...weighing, unknown: 1 });
  expect(body).toEqual({ ...weighing, databaseId: expect.any(Number) as number });
  await weigh({ height: 173, rawResults: '-' });
  const [row] = await service.database.db.select().from(weighings);
  expect(JSON.stringify(row)).not.toMatch(/raw-results|172\.5/);
  expect((await latest()).body).toMatchObject({ id: MEMBER, height: 173 });
});

test('a weighing counts one use of a benefit, and is not stored without it', async () => {
  const { db } = service.database;
  const [before, uses] = [await db.$count(weighings), await db.$count(benefitUses)];
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await weigh({ rawResults: '1' }, '?benefitKey=BODY_SCAN', key);
  const repeated = await weigh({ rawResults: '1' }, '?benefitKey=BODY_SCAN', key);
  expect(repeated).toMatchObject({ status: 200, body: { databaseId: first.body.databaseId } });
  const refused = await weigh({ rawResults: '2' }, '?benefitKey=BODY_SCAN');
  expect(refused).toMatchObject({ status: 409, body: { reference: 'benefitKey' } });
  expect([await db.$count(weighings), await db.$count(benefitUses)]).toEqual([before + 1, uses + 1]);
});

test('a debt collection partner learns nothing of it', async () => {
  expect(await latest('test-key-collection-berlin')).toMatchObject({
    status: 403,
    body: { errorCode: 'errormessage.permission.denied' },
  });
});

test('the scale learns the age and gender of somebody who has told the studio', async () => {
  const person = { ...NINA, gender: 'FEMALE', dateOfBirth: '1990-11-21' };
  const { body } = await service.api().post<{ customerId: number }>('/v1/customers/create', person);
  const { customerId } = body;
  await staff(service, 'access-medium.add', { customerId, type: 'PIN', value: '81818' });
  const url = '/v1/customers/measurement/latest?pin=81818';
  expect((await service.api().request({ url })).body).toEqual({
    ...{ id: customerId, firstName: NINA.firstName, lastName: NINA.lastName },
    ...{ age: 35, dateOfBirth: '1990-11-21', gender: 'FEMALE' },
  });
});
