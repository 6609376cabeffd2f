import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import { startOfPeriod } from './benefits.js';
import { benefitUses } from './benefits.tables.js';

const MEMBER = 2005;
const DAY = 24 * 3600_000;

let service: TestService;
let offerId: number;

beforeAll(async () => {
  service = await startTestService();
  const [contract] = await service.database.db
    .update(contracts)
    .set({ startDate: '2020-01-01', endDate: '2035-12-31' })
    .where(eq(contracts.customerId, MEMBER))
    .returning({ offerId: contracts.offerId });
  offerId = contract?.offerId ?? 0;
  await staff(service, 'access-medium.add', { customerId: MEMBER, type: 'CARD_NUMBER', value: '1122334455' });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.database.db.delete(benefitUses);
  await offer([
    benefit('DAILY', { uses: 1, period: 'DAY' }),
    benefit('TWICE', { uses: 2, period: 'CONTRACT' }),
    benefit('ANY', null),
    benefit('OTHERS', null, [999_999]),
    benefit('OURS', null, [offerId]),
  ]);
});

const benefit = (key: string, contingent: object | null, membershipOfferIds: number[] | null = null) => ({
  ...{ key, name: key, contingent, membershipOfferIds },
});
const offer = (benefits: object[]) =>
  staff(service, 'settings.set', { subject: 'benefits', values: { benefits } });
const use = (key: string, headers: Record<string, string> = {}, customerId = MEMBER) =>
  service.api().post(`/v1/customers/${customerId}/benefits/${key}/use`, {}, headers);
const check = async (query = '', path = `${MEMBER}/benefits`) =>
  (await service.api().request<{ key: string; valid: boolean }[]>({ url: `/v1/customers/${path}${query}` }))
    .body;
const usedUp = { status: 409, body: { errorCode: 'errormessage.benefit.not.available' } };

describe('benefits', () => {
  test('are valid if a running contract includes them', async () => {
    const valid = ['DAILY', 'TWICE', 'ANY', 'OURS'].map((key) => ({ key, valid: true }));
    const all = [...valid.slice(0, 3), { key: 'OTHERS', valid: false }, ...valid.slice(3)];
    expect(await check()).toEqual(all);
    expect(await check('?cardNumber=1122334455', 'benefits')).toEqual(all);
  });

  test('are checked by key; an unknown one is not valid', async () => {
    expect(await check('?key=ANY&key=NONE')).toEqual([
      { key: 'ANY', valid: true },
      { key: 'NONE', valid: false },
    ]);
    expect(await check('?key=ANY')).toHaveLength(1);
  });

  test('are nothing for somebody without a contract', async () => {
    const { body } = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
    expect(await check('?key=ANY', `${body.customerId}/benefits`)).toEqual([{ key: 'ANY', valid: false }]);
    expect(await use('ANY', {}, body.customerId)).toMatchObject(usedUp);
  });
});

describe('a use', () => {
  test('is counted, and the next period begins anew', async () => {
    expect(await use('DAILY')).toMatchObject({ status: 200, body: null });
    expect(await check('?key=DAILY')).toEqual([{ key: 'DAILY', valid: false }]);
    expect(await use('DAILY')).toMatchObject(usedUp);
    service.clock.advance(DAY);
    expect((await use('DAILY')).status).toBe(200);
  });

  test('is counted once under an Idempotency-Key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect([(await use('DAILY', key)).status, (await use('DAILY', key)).status]).toEqual([200, 200]);
    expect(await service.database.db.$count(benefitUses)).toBe(1);
  });

  test('is refused at once when several ask for the last', async () => {
    const answers = await Promise.all([use('TWICE'), use('TWICE'), use('TWICE'), use('TWICE')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  });

  test('of what the studio does not offer is refused', async () => {
    expect(await use('NONE')).toMatchObject({
      status: 404,
      body: { errorCode: 'errormessage.benefit.not.found' } satisfies Partial<ErrorBody>,
    });
  });
});

test.each([
  ['DAY', '2026-11-20', '2026-11-20'],
  ['WEEK', '2026-11-20', '2026-11-16'],
  ['WEEK', '2026-11-16', '2026-11-16'],
  ['WEEK', '2027-01-03', '2026-12-28'],
  ['MONTH', '2026-11-20', '2026-11-01'],
  ['YEAR', '2026-11-20', '2026-01-01'],
  ['CONTRACT', '2026-11-20', null],
] as const)('the %s that contains %s begins on %s', (period, day, first) => {
  expect(startOfPeriod(period, day)).toBe(first);
});
