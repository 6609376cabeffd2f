import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveCommand } from '../../../test/support/command.js';
import { testDatabase } from '../../../test/support/database.js';
import { NORTHSIDE_BERLIN } from '../../../test/support/seeded-offers.js';
import { EUR_KEY, startTestService, TEST_SECRET, type TestService } from '../../../test/support/service.js';
import { deriveKeys } from '../../core/secrets/secret-keys.js';
import { integrations } from '../../modules/integrations/integrations.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { newSigningKey } from '../../modules/webhooks/signing-keys.js';
import { subscribe } from '../../modules/webhooks/subscriptions.js';
import { webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';
import { STAFF_ACTIONS } from '../staff-actions.js';

let service: TestService;
let folder: string;
let receiver: Server;
const received: IncomingHttpHeaders[] = [];
beforeAll(async () => {
  [service, folder] = await Promise.all([
    startTestService(),
    mkdtemp(path.join(os.tmpdir(), 'upc-command-')),
  ]);
  receiver = createServer((request, response) => {
    received.push(request.headers);
    const answer = () => response.writeHead(request.url === '/gone' ? 410 : 204).end();
    // If the trial delivery held a lock meanwhile, this query would wait for it.
    void service.database.db.select().from(integrations).for('update').then(answer);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await rm(folder, { recursive: true });
  await service.close();
});

const command = (...args: string[]) => giveCommand(service, args);

/**
 * Runs a command that must succeed.
 *
 * @returns what it printed
 */
async function done(...args: string[]): Promise<string> {
  const { code, out, err } = await command(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
}

async function newestRecord() {
  const [record] = await service.database.db
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1);
  return record;
}

const CREDITOR = JSON.stringify({
  name: 'Ostkreuz Gym GmbH',
  address: { line1: 'Sonntagstraße 1', postalCode: '10245', city: 'Berlin', country: 'DE' },
  creditorIdentifier: 'DE98ZZZ09999999999',
});

const NEW_STUDIO = {
  name: 'Ostkreuz Gym',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  language: 'de',
  creditor: CREDITOR,
  paymentMethods: '["SEPA","CREDIT_CARD"]',
};

const options = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);

const shown = (out: string, name: string) =>
  new RegExp(`${name}, shown this once: (\\S+)`).exec(out)?.[1] ?? '';

describe('from an empty server to a request that works', () => {
  let studio: string;
  beforeAll(async () => {
    const out = await done('studio', 'add', ...options(NEW_STUDIO), '--as', 'anna');
    studio = /studio (\d+)/.exec(out)?.[1] ?? '';
  });

  test('a studio is created, listed, changed and recorded in the audit', async () => {
    expect(await newestRecord()).toMatchObject({
      studioId: Number(studio),
      action: 'studio.add',
      actor: 'command: anna',
      entity: `studio ${studio}`,
    });
    const table = await done('studio', 'list');
    expect(table).toMatch(
      /^Id +Name +Country +Currency +Time zone +Language +Stripe account +Methods +Origins\n(-+ +)+-+\n/,
    );
    expect(table).toMatch(
      new RegExp(
        `^${studio} +Ostkreuz Gym +DE +EUR +Europe/Berlin +de +default +SEPA +none\n +CREDIT_CARD$`,
        'm',
      ),
    );
    expect(JSON.parse(await done('studio', 'list', '--json'))).toContainEqual({
      id: Number(studio),
      name: 'Ostkreuz Gym',
      country: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      language: 'de',
      stripeAccount: null,
      paymentMethods: ['SEPA', 'CREDIT_CARD'],
      origins: [],
    });
    await done('studio', 'set', '--studio', studio, '--name', 'Ostkreuz', '--sessionMinutes', '45');
    expect(await newestRecord()).toMatchObject({ action: 'studio.set', changed: { name: 'Ostkreuz' } });
    const [row] = await service.database.db
      .select()
      .from(studios)
      .where(eq(studios.id, Number(studio)));
    expect(row).toMatchObject({ name: 'Ostkreuz', sessionMinutes: 45, timeZone: 'Europe/Berlin' });
    const { creditorIdentifier, ...creditor } = JSON.parse(CREDITOR) as Record<string, unknown>;
    const moved = { ...creditor, name: 'Ostkreuz Sport GmbH' };
    await done('studio', 'set', '--studio', studio, '--creditor', JSON.stringify(moved));
    const [kept] = await service.database.db
      .select()
      .from(studios)
      .where(eq(studios.id, Number(studio)));
    expect(kept?.creditor).toEqual({ ...moved, creditorIdentifier });
  });

  test('a page may use it only from its registered origin', async () => {
    await done('origin', 'add', '--studio', studio, '--origin', 'https://www.ostkreuz.example');
    const out = await done(
      'key',
      'add',
      '--studio',
      studio,
      '--name',
      'Website',
      '--scopes',
      '["PAYMENT_WRITE"]',
    );
    const token = await service.api(shown(out, 'apiKey')).session({ amount: 0 });
    const from = async (origin: string) => (await service.gateway(token, origin).session()).status;
    expect(await from('https://www.ostkreuz.example')).toBe(200);
    expect(await from('https://ostkreuz.example')).toBe(403);
    await done('origin', 'remove', '--studio', studio, '--origin', 'https://www.ostkreuz.example');
    expect(await from('https://www.ostkreuz.example')).toBe(403);
  });

  test('a key is shown once, has its scopes, is rotated and revoked', async () => {
    const out = await done(
      'key',
      'add',
      '--studio',
      studio,
      '--name',
      'Reader',
      '--scopes',
      '["STUDIO_READ"]',
    );
    const integration = /integration (\d+)/.exec(out)?.[1] ?? '';
    const first = shown(out, 'apiKey');
    const rotated = await done('key', 'rotate', '--studio', studio, '--integrationId', integration);
    const second = shown(rotated, 'apiKey');
    const [, earlierId = ''] = /"earlierKeyIds":\["(\w{12})"\]/.exec(rotated) ?? [];
    const status = async (key: string, url = '/v1/studios/utilization') =>
      (await service.api(key).request({ url })).status;
    expect([await status(first), await status(second), await status(second, '/v1/member-lists')]).toEqual([
      200, 200, 403,
    ]);
    await done('key', 'revoke', '--studio', studio, '--keyId', earlierId);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    const stored = JSON.stringify(await service.database.db.select().from(auditRecords));
    for (const key of [first, second]) expect(stored).not.toContain(key);
    const again = await command('key', 'revoke', '--studio', studio, '--keyId', earlierId);
    expect([again.code, again.err]).toEqual([
      1,
      `upc-service: Studio ${studio} has no working key with the id ${earlierId}.\n`,
    ]);
  });

  test('a receiver is set and tested', async () => {
    const made = await done('key', 'add', '--studio', studio, '--name', 'Events', '--scopes', '[]');
    const integration = /integration (\d+)/.exec(made)?.[1] ?? '';
    const where = ['--studio', studio, '--integrationId', integration];
    expect((await command('webhook', 'test', ...where)).err).toContain(
      'has no receiver. Add one with: webhook add',
    );
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const out = await done('webhook', 'add', ...where, '--url', url);
    expect(await done('webhook', 'test', ...where)).toContain('{"delivered":true,"answer":"HTTP 204"}');
    expect(received.at(-1)).toMatchObject({
      'x-api-key': shown(out, 'webhookKey'),
      'webhook-signature': expect.stringMatching(/^v1,/) as string,
    });
    expect(shown(out, 'signingKey')).toMatch(/^whsec_/);
    expect(await newestRecord()).toMatchObject({ action: 'webhook.test', changed: { answer: 'HTTP 204' } });
    expect((await command('webhook', 'replay', '--studio', studio, '--deliveryId', '1')).code).toBe(1);
    await done('webhook', 'add', ...where, '--url', `${url}gone`, '--types', '["CUSTOMER_CREATED"]');
    const gone = await command('webhook', 'test', ...where);
    expect([gone.code, gone.out]).toEqual([
      1,
      expect.stringContaining('{"delivered":false,"answer":"HTTP 410"}'),
    ]);
    // This creates two new keys, for the same event types as before.
    await done('webhook', 'add', ...where, '--url', url);
    const [subscription] = await service.database.db
      .select()
      .from(webhookSubscriptions)
      .where(eq(webhookSubscriptions.integrationId, Number(integration)));
    expect(subscription?.types).toEqual(['CUSTOMER_CREATED']);
  });

  test('creditor and offers of docs/install.md are accepted unchanged', async () => {
    const document = await readFile(new URL('../../../../../docs/install.md', import.meta.url), 'utf8');
    const written = async (name: string) => {
      const block =
        new RegExp(`\`${name}\`[^\\n]*:\\n\\n *\`\`\`json\\n([\\s\\S]*?)\`\`\``).exec(document)?.[1] ?? '';
      await writeFile(path.join(folder, name), block);
      return `@${path.join(folder, name)}`;
    };
    const creditor = await written('creditor.json');
    const made = await done('studio', 'add', ...options({ ...NEW_STUDIO, creditor }));
    const id = /studio (\d+)/.exec(made)?.[1] ?? '';
    const offers = await written('offers.json');
    expect(await done('offer', 'import', '--studio', id, '--offers', offers)).toContain(
      '"offersAdded":[90001]',
    );
  });

  test('offers are imported from a file, and imported again with changes', async () => {
    const file = path.join(folder, 'offers.json');
    const offers = NORTHSIDE_BERLIN.map((offer, index) => ({
      ...offer,
      id: 91_001 + index,
      terms: offer.terms.map((term, at) => ({ ...term, id: 920_001 + index * 100 + at })),
    }));
    await writeFile(file, JSON.stringify(offers));
    const load = ['offer', 'import', '--studio', studio, '--offers', `@${file}`];
    const ids = offers.map(({ id }) => id).join(',');
    expect(await done(...load)).toContain(`{"offersAdded":[${ids}],"offersChanged":[]}`);
    expect(await done(...load)).toContain(`{"offersAdded":[],"offersChanged":[${ids}]}`);
    const foreign = await command('offer', 'import', '--studio', '1002', '--offers', `@${file}`);
    expect(foreign.err).toContain('belongs to an offer of another studio');
    const key = shown(
      await done('key', 'add', '--studio', studio, '--name', 'Shop', '--scopes', '["MEMBERSHIP_READ"]'),
      'apiKey',
    );
    const listed = await service
      .api(key)
      .request<{ id: number }[]>({ url: '/v1/memberships/membership-offers' });
    expect(listed.status).toBe(200);
    expect(JSON.stringify(listed.body)).toContain('"id":91001');
  });
});

describe('rejects, and writes nothing:', () => {
  let before: Awaited<ReturnType<typeof newestRecord>>;
  beforeEach(async () => {
    before = await newestRecord();
  });

  const [offer] = NORTHSIDE_BERLIN;
  const add = (changes: Readonly<Record<string, string>>) => [
    'studio',
    'add',
    ...options({ ...NEW_STUDIO, ...changes }),
  ];
  const load = (changes: object) => [
    'offer', 'import', '--studio', '1002', '--offers', JSON.stringify([{ ...offer, ...changes }]),
  ]; // prettier-ignore

  const withAges = (startAge: number, endAge: number) => {
    const adjustment = { type: 'ABSOLUTE', amount: -100 };
    const [term] = offer?.terms ?? [];
    const [selectable] = NORTHSIDE_BERLIN.flatMap(({ selectableModules }) => selectableModules);
    const of = <T extends { paymentFrequency: object }>(priced: T | undefined) =>
      priced && {
        ...priced,
        paymentFrequency: { ...priced.paymentFrequency, ageAdjustments: [{ startAge, endAge, adjustment }] },
      };
    return { term: of(term), module: of(selectable) };
  };
  const until = (timeTo: string) => ({
    openingHoursCategory: { categoryId: 1, name: 'Early' },
    availabilities: [{ dayOfWeek: 'MONDAY', timeFrom: '06:00', timeTo }],
  });

  test.each([
    ['an unknown currency', add({ currency: 'EUQ' }), 'currency is "EUQ"'],
    ['an unknown time zone', add({ timeZone: 'Europe/Atlantis' }), 'timeZone is "Europe/Atlantis"'],
    ['an unsupported language', add({ language: 'xx' }), 'language'],
    ['an unknown payment method', add({ paymentMethods: '["BITCOIN"]' }), 'paymentMethods'],
    ['an id that is taken', add({ id: '1001' }), 'Studio 1001 already exists'],
    [
      'a creditor identifier with wrong check digits',
      add({ creditor: CREDITOR.replace('DE98', 'DE99') }),
      'wrong check digits',
    ],
    ['an unknown field of the creditor', add({ creditor: CREDITOR.replace('"name"', '"nme"') }), 'creditor'],
    [
      'a file that does not exist',
      add({ creditor: '@/nowhere.json' }),
      '/nowhere.json cannot be read (ENOENT)',
    ],
    [
      'another currency where there are customers',
      ['studio', 'set', '--studio', '1001', '--currency', 'CHF'],
      'needs another studio',
    ],
    ['no change', ['studio', 'set', '--studio', '1001'], 'No change is given'],
    ['an unknown studio', ['studio', 'set', '--studio', '9', '--name', 'x'], 'There is no studio 9'],
    ['an invalid studio id', ['studio', 'set', '--studio', 'x', '--name', 'x'], '--studio is "x"'],
    [
      'an origin with a path',
      ['origin', 'add', '--studio', '1001', '--origin', 'https://a.example/x'],
      'origin is',
    ],
    [
      'an origin of this machine',
      ['origin', 'add', '--studio', '1001', '--origin', 'http://localhost:1'],
      'origin is',
    ],
    [
      'an origin with another scheme',
      ['origin', 'add', '--studio', '1001', '--origin', 'javascript:x'],
      'origin is',
    ],
    ['an offer with a price that is misspelt', load({ prise: 1 }), 'prise'],
    [
      'an offer that ends before it begins',
      load({ limitedOfferingPeriod: { startDate: '2027-01-01', endDate: '2026-01-01' } }),
      'before it begins',
    ],
    ['an offer without terms', load({ terms: [] }), 'terms'],
    [
      'ages that end before they begin',
      load({ terms: [withAges(65, 18).term] }),
      'the age adjustment from 65 ends at 18, before it begins',
    ],
    ['ages of a module', load({ selectableModules: [withAges(30, 29).module] }), 'from 30 ends at 29'],
    ['a day that is longer than 24 hours', load({ timeRestrictions: until('24:59') }), 'timeTo'],
    ['a time that does not exist', load({ timeRestrictions: until('25:00') }), 'timeTo'],
    ['a term of another offer', load({ id: 99_999 }), 'belongs to a term of offer'],
    [
      'an id that is too large for a number',
      ['key', 'rotate', '--studio', '1001', '--integrationId', '99999999999999999999'],
      'integrationId must be of type integer',
    ],
    ['an unknown command', ['studio', 'remove'], 'unknown command'],
    ['an option left out', ['key', 'rotate', '--studio', '1001'], '--integrationId'],
  ])('%s', async (_, args, named) => {
    const { code, err } = await command(...args);
    expect(err).toContain(named);
    expect(code).toBe(1);
    expect(await newestRecord()).toEqual(before);
  });
});

describe('staff', () => {
  test('can run every action of the page as a command, even with a field named like an option', async () => {
    const { err } = await command(
      'staff',
      'debt-collection.terminate-partnership',
      '--studio',
      '1001',
      '--by',
      'STUDIO',
    );
    expect(err).toBe('');
    expect(await newestRecord()).toMatchObject({
      action: 'debt-collection.terminate-partnership',
      changed: { by: 'STUDIO' },
    });
  });

  test('--help names every command and every action', async () => {
    const { code, out } = await command('--help');
    expect(code).toBe(0);
    const names = [...out.slice(out.indexOf('Commands:')).matchAll(/^ {2}(?!help )([a-z]+) /gm)].map(
      ([, name]) => name,
    );
    for (const name of [
      'serve',
      'migrate',
      'studio',
      'key',
      'origin',
      'webhook',
      'offer',
      'staff',
      'secret',
      'check',
      'backup',
      'restore',
      'resume',
      'erase',
      'bank',
    ]) {
      expect(names).toContain(name);
    }
    // This checks every command and its subcommands.
    const below = async (path: readonly string[]): Promise<void> => {
      const help = await command(...path, '--help');
      const title = `Usage: upc-service ${path.join(' ')} `;
      expect([path, help.code, help.out]).toEqual([path, 0, expect.stringContaining(title)]);
      const [, list = ''] = help.out.split('\nCommands:\n');
      for (const [, name = ''] of list.matchAll(/^ {2}(?!help )([a-z][a-z.-]*) /gm))
        await below([...path, name]);
    };
    for (const name of names) await below([name ?? '']);
    const staff = (await command('staff', '--help')).out;
    for (const { name } of STAFF_ACTIONS) expect(staff).toContain(name);
  });

  test('a service with another secret does not start, even before the first session', async () => {
    const database = await testDatabase();
    await subscribe(database.db, deriveKeys(TEST_SECRET), {
      apiKey: EUR_KEY,
      url: 'https://partner.example/events',
      webhookKey: 'the-webhook-key-of-the-tests',
      signingKey: newSigningKey(),
      types: null,
    });
    expect(await database.db.$count(paymentSessions)).toBe(0);
    const start = async (secret: string) => (await service.another({ database, secret })).close();
    await start(TEST_SECRET);
    await expect(start('YW5vdGhlciBzZWNyZXQgb2YgdGhlIGRhdGFiYXNlLi4=')).rejects.toThrow(
      'was last used with another UPC_SECRET',
    );
    await database.close();
  });

  test('a failed query is reported without its parameters', async () => {
    const { code, err } = await giveCommand(service, ['studio', 'list'], {
      open: async () => {
        throw new DrizzleQueryError('select $1', ['CanaryName'], new Error('bad\nDETAIL: CanaryRow'));
      },
    });
    expect([code, err]).toEqual([1, 'upc-service: bad\n']);
  });

  test('migrate reports that no migration is missing', async () => {
    expect(await done('migrate')).toMatch(/^The database has all \d+ migrations\.\n$/);
  });
});
