import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { performStaffAction, STAFF_ACTIONS } from '../../../admin/staff-actions.js';
import { settingsOf } from '../settings/studio-settings.js';
import { studios } from '../studios.tables.js';
import { auditRecords } from './staff.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ studioPage: true });
});
afterAll(() => service.close());

const HERE = 'http://localhost:4010';

const submit = (fields: Record<string, string>, origin = HERE) =>
  service.app.app.inject({
    method: 'POST',
    url: '/studio/actions/settings.set',
    headers: {
      host: 'localhost:4010',
      'content-type': 'application/x-www-form-urlencoded',
      ...(origin && { origin }),
    },
    payload: new URLSearchParams(fields).toString(),
  });

const settings = async (studioId = 1001) => {
  const [studio] = await service.database.db.select().from(studios).where(eq(studios.id, studioId));
  return studio && settingsOf(studio);
};

const newestRecord = async () => {
  const [record] = await service.database.db
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1);
  return record;
};

describe('a staff action', () => {
  test('by a form of the studio page: the rule ran, the audit record is written and shown', async () => {
    expect((await settings())?.trialOffers).toEqual({ duplicateCheck: 'EMAIL' });
    const values = '{"duplicateCheck": "NONE"}';
    const answer = await submit({ studio: '1001', subject: 'trialOffers', values });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/studio']);
    expect((await settings())?.trialOffers).toEqual({ duplicateCheck: 'NONE' });
    expect((await settings(1002))?.trialOffers).toEqual({ duplicateCheck: 'EMAIL' });
    expect(await newestRecord()).toMatchObject({
      studioId: 1001,
      action: 'settings.set',
      actor: 'studio page',
      entity: 'studio 1001',
      changed: { trialOffers: { duplicateCheck: 'NONE' } },
      createdAt: service.clock.now(),
    });
    const page = await service.app.app.inject({ url: '/studio', headers: { host: 'localhost:4010' } });
    expect(page.body).toContain('What staff did');
    for (const { name } of STAFF_ACTIONS) expect(page.body).toContain(`action="/studio/actions/${name}"`);
  });

  test.each([
    ['a subject that there is not', { subject: 'weather', values: '{}' }, 'subject'],
    [
      'a value that is not allowed',
      { subject: 'trialOffers', values: '{"duplicateCheck": "PHONE"}' },
      'duplicateCheck',
    ],
    ['a value left out', { subject: 'trialOffers', values: '{}' }, 'duplicateCheck'],
    ['what is no JSON', { subject: 'trialOffers', values: '{duplicateCheck' }, 'values'],
    ['a field left out', { subject: 'trialOffers', values: '' }, 'values'],
  ])('is refused with %s, which is named, and nothing is written', async (_, fields, named) => {
    const before = [await settings(), await newestRecord()];
    const answer = await submit({ studio: '1001', ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(named);
    expect([await settings(), await newestRecord()]).toEqual(before);
  });

  test.each([
    ['another page', 'https://evil.example'],
    ['a page that does not say who it is', ''],
    ['a frame without origin', 'null'],
  ])('is refused when %s sends the form', async (_, origin) => {
    const before = await settings();
    const values = '{"duplicateCheck": "NAME_AND_EMAIL"}';
    expect((await submit({ studio: '1001', subject: 'trialOffers', values }, origin)).statusCode).toBe(404);
    expect(await settings()).toEqual(before);
  });

  test('names what there is when there is no such action or studio', async () => {
    const { context } = service.app;
    const call = {
      name: 'settings.set',
      studioId: 1001,
      actor: 'test',
      input: { subject: 'trialOffers', values: { duplicateCheck: 'EMAIL' } },
      traceId: 't',
    };
    await expect(performStaffAction(context, { ...call, name: 'settings.get' })).rejects.toThrow(
      /^There is no staff action "settings.get"; there are: .*settings.set/,
    );
    await expect(performStaffAction(context, { ...call, studioId: 7 })).rejects.toThrow(
      'There is no studio 7',
    );
  });
});
