import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NINA } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';

let service: TestService;
let customerId: number;

beforeAll(async () => {
  service = await startTestService();
  await use(1001, true);
  await use(1002, true);
});
afterAll(() => service.close());
beforeEach(async () => {
  const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
  ({ customerId } = made.body);
});

const use = (studioId: number, accessCodes: boolean) =>
  staff(
    service,
    'studio.publish',
    { openingHours: [], closingHours: [], openingHoursCategories: [], accessCodes },
    studioId,
  );
const code = async () => {
  const url = `/v1/customers/${customerId}/access-code`;
  return service.api().request<ErrorBody & { content: string; expiresAt: string; format: string }>({ url });
};
const enter = (accessCode: string, studioId?: number) =>
  staff(service, 'check-in.start-by-access-code', { accessCode }, studioId);
const unknown = { code: 'errormessage.checkin.code.unknown', status: 404 };

test('the holder of an access code is checked in', async () => {
  const { body } = await code();
  expect(body.format).toBe('QR_CODE');
  expect(new Date(body.expiresAt).getTime() - service.clock.now().getTime()).toBeLessThanOrEqual(300_000);
  expect(await enter(body.content)).toMatchObject({ entity: `customer ${customerId}` });
});

test('a code that was changed, has expired or is for another studio opens nothing', async () => {
  const { content } = (await code()).body;
  const [uuid, expires, signature] = content.split('.');
  await expect(enter(`${uuid}.${Number(expires) + 1}.${signature}`)).rejects.toMatchObject(unknown);
  await expect(enter('4711')).rejects.toMatchObject(unknown);
  await expect(enter(content, 1002)).rejects.toMatchObject(unknown);
  service.clock.advance(301_000);
  await expect(enter(content)).rejects.toMatchObject(unknown);
});

test('a studio that uses no codes gives out none and accepts none', async () => {
  const { content } = (await code()).body;
  await use(1001, false);
  const errorCode = 'errormessage.permission.denied';
  expect(await code()).toMatchObject({ status: 403, body: { errorCode } });
  await expect(enter(content)).rejects.toMatchObject({ code: errorCode });
  await use(1001, true);
});
