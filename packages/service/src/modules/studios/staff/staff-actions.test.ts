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

const open = (url: string, headers: Record<string, string> = {}) =>
  service.app.app.inject({ url, headers: { host: 'localhost:4010', ...headers } });

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
    expect((await settings())?.customers).toEqual({ duplicateCheck: 'EMAIL' });
    const values = '{"duplicateCheck": "NONE"}';
    const answer = await submit({ studio: '1001', subject: 'customers', values });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/studio\/staff\?done=\d+$/),
    ]);
    expect((await settings())?.customers).toEqual({ duplicateCheck: 'NONE' });
    expect((await settings(1002))?.customers).toEqual({ duplicateCheck: 'EMAIL' });
    expect(await newestRecord()).toMatchObject({
      studioId: 1001,
      action: 'settings.set',
      actor: 'studio page',
      entity: 'studio 1001',
      changed: { customers: { duplicateCheck: 'NONE' } },
      createdAt: service.clock.now(),
    });
    const page = await open(String(answer.headers.location));
    expect(page.body).toMatch(/Done: Change settings[\s\S]*What staff did/);
    for (const { name } of STAFF_ACTIONS) expect(page.body).toContain(`href="/studio/actions/${name}?`);
  });

  test.each([
    ['a subject that there is not', { subject: 'weather', values: '{}' }, '“Subject”'],
    [
      'a value that is not allowed',
      { subject: 'customers', values: '{"duplicateCheck": "PHONE"}' },
      'duplicateCheck',
    ],
    ['a value left out', { subject: 'customers', values: '{}' }, 'duplicateCheck'],
    [
      'a minimum age of 0',
      { subject: 'underageMembers', values: '{"minimumAge": 0, "requireLegalRepresentative": true}' },
      'minimumAge',
    ],
    [
      'a minimum age of 100',
      { subject: 'underageMembers', values: '{"minimumAge": 100, "requireLegalRepresentative": true}' },
      'minimumAge',
    ],
    [
      'a minimum age of 15.5',
      { subject: 'underageMembers', values: '{"minimumAge": 15.5, "requireLegalRepresentative": true}' },
      'minimumAge',
    ],
    [
      'a minimum age of a text',
      { subject: 'underageMembers', values: '{"minimumAge": "16", "requireLegalRepresentative": true}' },
      'minimumAge',
    ],
    [
      'a misspelt minimum age',
      { subject: 'underageMembers', values: '{"minimalAge": 16, "requireLegalRepresentative": true}' },
      'minimumAge',
    ],
    [
      'a minimum age alone',
      { subject: 'underageMembers', values: '{"minimumAge": 16}' },
      'requireLegalRepresentative',
    ],
    ['what is no JSON', { subject: 'customers', values: '{duplicateCheck' }, '“Settings”'],
    ['a field left out', { subject: 'customers', values: '' }, '“Settings”'],
  ])('is refused with %s, which is named, and nothing is written', async (_, fields, named) => {
    const before = [await settings(), await newestRecord()];
    const answer = await submit({ studio: '1001', ...fields });
    expect(answer.statusCode).toBe(400);
    const [, refusal = ''] = /role="alert"([\s\S]*?)<\/div>/.exec(answer.body) ?? [];
    expect(refusal).toContain(named);
    // What was typed stays.
    expect(answer.body).toContain(fields.values.replaceAll('"', '&quot;'));
    expect([await settings(), await newestRecord()]).toEqual(before);
  });

  test('that takes something away is done only once it is confirmed, on a page that names the subject', async () => {
    const send = (action: string, fields: Record<string, string>) =>
      service.app.app.inject({
        method: 'POST',
        url: `/studio/actions/${action}`,
        headers: {
          host: 'localhost:4010',
          origin: HERE,
          'content-type': 'application/x-www-form-urlencoded',
          'accept-language': 'de-AT',
        },
        payload: new URLSearchParams({ studio: '1001', ...fields }).toString(),
      });
    const before = await newestRecord();
    const contract = await send('contract.cancel', { contractId: '599008', origin: 'STUDIO' });
    expect(contract.statusCode).toBe(200);
    for (const text of ['Diesen Vertrag kündigen?', '599008, Rising', '2008, ', 'Behalten']) {
      expect(contract.body).toContain(text);
    }
    const fields = { integrationId: '500001', back: '/studio/integrations?q=EUR' };
    const integration = await send('integration.deactivate', fields);
    expect(integration.body).toContain('Diese Anbindung ausschalten?');
    expect(integration.body).toContain('500001, EUR, all scopes');
    expect(await newestRecord()).toEqual(before);
    const done = await send('integration.deactivate', { ...fields, confirmed: 'yes' });
    expect(done.headers.location).toMatch(/^\/studio\/integrations\?q=EUR&done=\d+$/);
    expect(await newestRecord()).toMatchObject({
      action: 'integration.deactivate',
      entity: 'integration 500001',
    });
  });

  test('returns to no other site', async () => {
    const values = '{"duplicateCheck": "NONE"}';
    for (const back of ['https://evil.example', '//evil.example', '/studio/../evil', '/\\evil.example']) {
      const { headers } = await submit({ studio: '1001', subject: 'customers', values, back });
      expect(headers.location).toMatch(/^\/studio\/staff\?/);
    }
  });

  test('has a form in the language of the browser, or in the one that was chosen', async () => {
    const path = '/studio/actions/contract.cancel';
    expect((await open(path, { 'accept-language': 'de' })).body).toContain('<h1>Vertrag kündigen</h1>');
    const chosen = await open('/studio/staff?lang=en', { 'accept-language': 'de' });
    const [cookie = ''] = String(chosen.headers['set-cookie']).split(';');
    expect((await open(path, { 'accept-language': 'de', cookie })).body).toContain(
      '<h1>Cancel a contract</h1>',
    );
  });

  test.each([
    ['another page', 'https://evil.example'],
    ['a page that does not say who it is', ''],
    ['a frame without origin', 'null'],
  ])('is refused when %s sends the form', async (_, origin) => {
    const before = await settings();
    const values = '{"duplicateCheck": "NAME_AND_EMAIL"}';
    expect((await submit({ studio: '1001', subject: 'customers', values }, origin)).statusCode).toBe(404);
    expect(await settings()).toEqual(before);
  });

  test('names what there is when there is no such action or studio', async () => {
    const { context } = service.app;
    const call = {
      name: 'settings.set',
      studioId: 1001,
      actor: 'test',
      input: { subject: 'customers', values: { duplicateCheck: 'EMAIL' } },
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
