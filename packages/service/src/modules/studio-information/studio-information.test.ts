import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../test/support/clients.js';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';

const BRISTOL = 'test-key-harbour-bristol-gbp';
const INFORMATION = '/v1/studios/information';

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
});
afterAll(() => service.close());

const information = async (key?: string, headers: Record<string, string> = {}) =>
  (await service.api(key).request<Record<string, unknown>>({ url: INFORMATION, headers })).body;
const publish = (input: Record<string, unknown>) => staff(service, 'studio.publish', input);
const setTags = (names: readonly string[]) =>
  service.api().request<{ name: string }[] & ErrorBody>({
    method: 'PUT',
    url: `${INFORMATION}/tags`,
    payload: names.map((name) => ({ name })),
  });

describe('the information of a studio', () => {
  test('is what it has published, with times in its zone', async () => {
    const { openingHours, publicOpeningHours, closingHours, ...rest } = await information();
    expect(rest).toMatchObject({
      studioId: 1001,
      name: 'Northside Gym Berlin',
      country: 'Germany',
      countryCode: 'DE',
      street: 'Müllerstraße',
      buildingName: 'Hof 2',
      zip: '13353',
      openingHoursCategories: [{ categoryId: 1, name: 'Off-peak' }],
      accessCodeConfiguration: { enabled: true },
      studioTags: [{ name: 'Classes' }, { name: 'Sauna' }],
    });
    expect(publicOpeningHours).toEqual(openingHours);
    expect(closingHours).toContainEqual({
      reason: 'Christmas Eve',
      dateTimeFrom: '2026-12-24T14:00:00+01:00',
      dateTimeTo: '2026-12-25T00:00:00+01:00',
    });
  });

  test('names the country in the language of the request', async () => {
    expect((await information(undefined, { 'accept-language': 'fr' })).country).toBe('Allemagne');
  });

  test('has the address of the creditor until the studio has published one', async () => {
    expect(await information(BRISTOL)).toMatchObject({
      street: '7 Quay Street',
      city: 'Bristol',
      countryCode: 'GB',
      email: 'members@harbourgym.example',
    });
  });

  test('changes in the given parts alone; partners hear of other opening hours', async () => {
    await newEvents();
    await publish({ website: 'https://new.example' });
    expect(await newEvents()).toEqual([]);
    const hours = { timeFrom: '05:00:00', timeTo: '23:00:00' };
    const openingHours = [{ dayOfWeekFrom: 'MONDAY', dayOfWeekTo: 'SUNDAY', ...hours }];
    await publish({ openingHours });
    expect(await newEvents()).toEqual([{ type: 'STUDIO_OPENING_HOURS_UPDATED', entityId: 1001 }]);
    await publish({ openingHours });
    expect(await newEvents()).toEqual([]);
    expect(await information()).toMatchObject({ website: 'https://new.example', openingHours, zip: '13353' });
  });

  const address = { street: 'Weg', zip: '1', city: 'Ort', countryCode: 'XX' };
  const backwards = { dateTimeFrom: '2026-12-24T14:00:00Z', dateTimeTo: '2026-12-24T14:00:00Z' };
  test.each([
    ['a country that does not exist', { address }, 'address.countryCode'],
    ['an end that is not after the beginning', { closingHours: [backwards] }, 'closingHours.0.dateTimeTo'],
  ])('refuses %s', async (_, input, reference) => {
    await expect(publish(input)).rejects.toMatchObject({ code: 'errormessage.request.invalid', reference });
  });
});

describe('tags', () => {
  test('of a studio are replaced, and those of others stay', async () => {
    const { status, body } = await setTags(['Yoga', 'Pool']);
    expect([status, body]).toEqual([200, [{ name: 'Pool' }, { name: 'Yoga' }]]);
    expect((await information()).studioTags).toEqual(body);
    expect((await information('test-key-seeblick-zuerich-chf')).studioTags).toEqual([
      { name: 'Classes' },
      { name: 'Yoga' },
    ]);
  });

  test('that the operator has not added are refused, with those that exist; nothing changes', async () => {
    const { status, body } = await setTags(['Sauna', 'Bowling']);
    expect([status, body.reference]).toEqual([400, '1.name']);
    expect(body.message).toContain('Bowling');
    expect(body.message).toContain('Pool, Sauna, Yoga');
    expect((await information()).studioTags).not.toContainEqual({ name: 'Sauna' });
  });

  test('are added and removed by the operator, from every studio', async () => {
    expect((await giveCommand(service, ['tag', 'add', '--name', ' '])).code).toBe(1);
    await giveCommand(service, ['tag', 'add', '--name', 'Climbing']);
    expect((await setTags(['Climbing'])).status).toBe(200);
    await giveCommand(service, ['tag', 'remove', '--name', 'Climbing']);
    const all = await service.api().request<{ name: string }[]>({ url: '/v1/studios/tags' });
    expect(all.body).not.toContainEqual({ name: 'Climbing' });
    expect((await information()).studioTags).toEqual([]);
    const again = await giveCommand(service, ['tag', 'remove', '--name', 'Climbing']);
    expect(again.err).toContain('There is no tag "Climbing"; there are: Classes, Open 24 hours, Pool');
  });
});

test('an integration of another studio learns of no change', async () => {
  await newEvents();
  await staff(service, 'studio.publish', { closingHours: [] }, 1003);
  expect(await newEvents()).toEqual([]);
});
