import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { events } from '../../core/events.tables.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';

let service: TestService;
/** Person ids of the payment service by customer of the seed. */
let persons: ReadonlyMap<number, string>;
let number = 0;

interface Given {
  readonly text: string;
  readonly studioId?: 1001 | 1002;
  readonly customerId?: 2001 | 2002 | 2101;
  readonly at?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly attempts?: readonly (readonly ['SEPA' | 'CREDIT_CARD' | 'TWINT', 'PREAUTHED' | 'FAILED'])[];
  readonly used?: number;
}

beforeAll(async () => {
  service = await startTestService({ studioPage: true, demoUrl: 'http://localhost:5173' });
  const rows = await service.database.db.select().from(customers);
  persons = new Map(rows.map(({ id, paymentCustomerId }) => [id, paymentCustomerId]));
  await make({ text: 'Berlin declined', at: '2026-11-10T12:00:00Z', attempts: [['SEPA', 'FAILED']] });
  await make({
    ...{ text: 'Berlin paid', at: '2026-11-11T12:00:00Z', used: 1250 },
    attempts: [
      ['SEPA', 'FAILED'],
      ['CREDIT_CARD', 'PREAUTHED'],
    ],
  });
  await make({ text: 'Berlin, another', customerId: 2002, attempts: [['SEPA', 'PREAUTHED']] });
  await make({ text: 'Berlin, nothing tried' });
  await make({
    ...{ text: 'Zürich paid', studioId: 1002, customerId: 2101, currency: 'CHF', used: 8900 },
    // This is half past midnight on the 13th in Zürich.
    ...{ at: '2026-11-12T23:30:00Z', attempts: [['TWINT', 'PREAUTHED']] },
  });
});
afterAll(() => service.close());

async function make(given: Given): Promise<void> {
  number += 1;
  const { text, studioId = 1001, customerId = 2001, currency = 'EUR', attempts = [], used } = given;
  const createdAt = new Date(given.at ?? '2026-11-15T12:00:00Z');
  const sessionId = idOf('5e55', number);
  const common = { createdAt, traceId: `trace-${number}` };
  const { db } = service.database;
  await db.insert(paymentSessions).values({
    ...{ ...common, id: sessionId, studioId, currency, amount: 1250, scope: 'ECOM', referenceText: text },
    ...{
      paymentCustomerId: persons.get(customerId) ?? '',
      tokenHash: randomUUID(),
      tokenKeyId: 'key',
      savingAllowed: false,
    },
    ...{ requireDirectDebitSignature: false, showExistingPaymentInstruments: false },
    ...{ status: used ? 'USED' : 'OPEN', validUntil: createdAt },
  });
  for (const [at, [paymentMethod, status]] of attempts.entries()) {
    const id = idOf(`${at}a1d`, number);
    await db.insert(payments).values({
      ...{ ...common, id, sessionId, paymentMethod, status, hold: 'SETUP', saveInstrument: false },
      updatedAt: createdAt,
    });
    if (used === undefined || status !== 'PREAUTHED') continue;
    await db.insert(usages).values({
      ...{ ...common, id: randomUUID(), paymentId: id, kind: 'ACCOUNT_PAYMENT', customerId },
      ...{ amount: used, status: 'DONE' },
    });
  }
}

const idOf = (kind: string, at: number): string =>
  `00000000-0000-4000-${kind}-${String(at).padStart(12, '0')}`;

async function open(url: string): Promise<{ statusCode: number; body: string }> {
  const answer = await service.app.app.inject({ url, headers: { host: 'localhost:4010' } });
  return answer.statusCode === 303 ? open(String(answer.headers.location)) : answer;
}

const submit = (fields: Record<string, string>, origin = 'http://localhost:4010', path = '/studio') =>
  service.app.app.inject({
    method: 'POST',
    url: path,
    headers: { host: 'localhost:4010', origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

async function list(query: string): Promise<{ status: number; body: string; found: string[] }> {
  const { statusCode, body } = await open(`/studio${query}`);
  const found = [...body.matchAll(/·\s+<q>([^<]+)<\/q>/g)].map(([, text = '']) => text);
  return { status: statusCode, body, found };
}

describe.each([
  ['nobody', 'Moon/Crater'],
  ['Node alone', 'US/Pacific-New'],
])('a studio whose time zone is known to %s', (_, timeZone) => {
  beforeAll(() => setZone(timeZone));
  afterAll(() => setZone('Europe/Zurich'));

  const setZone = (zone: string) =>
    service.database.db.update(studios).set({ timeZone: zone }).where(eq(studios.id, 1002));

  test('is listed beside the others, and found by its days', async () => {
    const { status, found } = await list('');
    expect(status).toBe(200);
    expect(found).toEqual(['Berlin, another', 'Zürich paid', 'Berlin paid', 'Berlin declined']);
    const days = await list('?from=2026-11-11&to=2026-11-14');
    expect([days.status, days.found]).toEqual([200, ['Zürich paid', 'Berlin paid']]);
  });
});

describe('the list of sessions', () => {
  const FOUND: readonly [query: string, found: readonly string[]][] = [
    ['', ['Berlin, another', 'Zürich paid', 'Berlin paid', 'Berlin declined']],
    [
      '?empty=shown',
      ['Berlin, nothing tried', 'Berlin, another', 'Zürich paid', 'Berlin paid', 'Berlin declined'],
    ],
    ['?studio=1002', ['Zürich paid']],
    ['?method=SEPA', ['Berlin, another', 'Berlin paid', 'Berlin declined']],
    ['?status=FAILED', ['Berlin paid', 'Berlin declined']],
    ['?status=USED', ['Zürich paid', 'Berlin paid']],
    ['?status=PREAUTHED&method=SEPA', ['Berlin, another']],
    ['?customer=2002', ['Berlin, another']],
    ['?customer=4711', []],
    ['?from=2026-11-11&to=2026-11-11', ['Berlin paid']],
    // A day begins at midnight in the studio's time zone.
    ['?from=2026-11-13&to=2026-11-13', ['Zürich paid']],
    ['?from=2026-11-12&to=2026-11-12', []],
    [
      '?studio=1001&method=SEPA&status=FAILED&customer=2001&from=2026-11-10&to=2026-11-10',
      ['Berlin declined'],
    ],
    ['?q=trace-nowhere', []],
    ['?q=2101', ['Zürich paid']],
    [`?q=${idOf('5e55', 1)}`, ['Berlin declined']],
    [`?q=${idOf('1a1d', 2)}`, ['Berlin paid']],
    ['?q=lindner', ['Berlin, nothing tried', 'Berlin paid', 'Berlin declined']],
    ['?q=MARA+lindner', ['Berlin, nothing tried', 'Berlin paid', 'Berlin declined']],
    ['?q=lindner&studio=1002', []],
    ['?q=mara.lindner@example.com', ['Berlin, nothing tried', 'Berlin paid', 'Berlin declined']],
    // An id finds its session even without any attempt.
    [`?q=${idOf('5e55', 4)}`, ['Berlin, nothing tried']],
  ];

  test('finds by each filter', async () => {
    const rows = [];
    for (const [query] of FOUND) {
      const { status, found } = await list(query);
      rows.push([query, status, found.sort()]);
    }
    expect(rows).toEqual(FOUND.map(([query, found]) => [query, 200, [...found].sort()]));
  });

  test('finds by who somebody is at the payment service', async () => {
    expect((await list(`?q=${persons.get(2101)}`)).found).toEqual(['Zürich paid']);
  });

  test('finds by the reference that the widget shows, which is the start of a trace id', async () => {
    const detail = 'a request';
    const traced = (session: number, traceId: string) => ({
      ...{ sessionId: idOf('5e55', session), kind: 'SESSION_CREATED' as const, detail, traceId },
      createdAt: new Date('2026-11-15T12:00:00Z'),
    });
    await service.database.db
      .insert(events)
      .values([
        traced(2, '0abc1234-f000-4000-8000-000000000001'),
        traced(3, '0abc1235-0000-4000-8000-000000000001'),
      ]);
    for (const reference of ['0abc1234', '0ABC1234', '0abc1234-f000-4000-8000-000000000001']) {
      expect((await list(`?q=${reference}`)).found, reference).toEqual(['Berlin paid']);
    }
    expect((await list('?q=0abc123')).found).toEqual([]);
  });

  test('says what all of it comes to, by status and by currency', async () => {
    const text = (await list('')).body.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
    expect(text).toContain('4 sessions, 5 payments: 3 × Approved, 2 × Failed · paid CHF 89.00, €12.50');
    const zurich = (await list('?studio=1002')).body.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
    expect(zurich).toContain('1 session, 1 payment: 1 × Approved · paid CHF 89.00');
  });

  test('says when it was at the studio', async () => {
    const { body } = await list('?studio=1002');
    expect(body).toContain('<time datetime="2026-11-12T23:30:00.000Z">13 Nov 2026, 00:30</time>');
    expect((await list('?customer=2002')).body).toContain('>15 Nov 2026, 13:00</time>');
  });

  test.each([
    ['?studio=x', 'Studio: “x” is not a whole number.'],
    ['?method=CHEQUE', 'Payment method: there is no “CHEQUE”.'],
    ['?status=LOST', 'Status: there is no “LOST”.'],
    ['?customer=-1', 'Customer number: “-1” is not a whole number.'],
    ['?from=2026-02-30', 'From: “2026-02-30” is not a day such as 2026-11-22.'],
    ['?from=0000-01-01', 'From: “0000-01-01” is not a day such as 2026-11-22.'],
    ['?to=9999-12-31', 'Until: “9999-12-31” is not a day such as 2026-11-22.'],
    ['?from=2026-11-02&to=2026-11-01', 'The period ends on 2026-11-01, before it begins'],
    ['?before=1', 'There is no such page of the list.'],
  ])('%s is told, and nothing is listed as if it were the answer', async (query, problem) => {
    const { status, body, found } = await list(query);
    expect([status, found]).toEqual([400, []]);
    expect(body).toContain(problem);
  });

  test('keeps the filter in its form, and what was typed is text', async () => {
    const { body } = await list('?q="><b>&studio=1002&method=TWINT&from=2026-11-13');
    expect(body).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(body).toMatch(/value="1002"\s+selected/);
    expect(body).toMatch(/value="TWINT"\s+selected/);
    expect(body).toContain('value="2026-11-13"');
  });

  test('a search that finds nothing says what can be searched for', async () => {
    const { body } = await list('?q=nobody');
    expect(body).toContain('Nothing was found for “nobody”.');
    expect(body).toContain('You can search for: Name, e-mail, or the id of');
  });

  test('a customer is found, but nothing about them', async () => {
    const { body } = await list('?q=okafor');
    expect((await list('?q=okafor&studio=1001&method=TWINT')).body).toContain('Jonas Okafor');
    expect(body).not.toContain('Nothing was found');
    const nobody = await list('?q=gwen');
    expect(nobody.body).toContain('There is nothing here about this customer.');
    expect(nobody.body).not.toContain('Nothing was found');
  });

  test.each(['/studio', '/studio/contracts', '/studio/integrations', '/studio/staff'])(
    'a name or an e-mail that is searched for is in no address: %s',
    async (path) => {
      for (const q of ['Lindner', 'mara.lindner@example.com']) {
        const { statusCode, headers } = await submit({ q, studio: '1001', method: '' }, undefined, path);
        const location = String(headers.location);
        expect([statusCode, new URL(location, 'http://localhost').pathname]).toEqual([303, path]);
        const { body } = await open(location);
        expect(body).toContain(`value="${q}"`);
        const addresses = [
          location,
          ...[...body.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, each]) => each),
        ];
        expect(addresses.filter((each) => /lindner|mara/i.test(decodeURIComponent(each ?? '')))).toEqual([]);
      }
    },
  );

  test('a search is found again at its address, after a reload, in the other language and on other tabs', async () => {
    const { headers } = await submit({ q: 'lindner', studio: '1001', status: 'FAILED' });
    const address = String(headers.location).replace('/studio', '');
    const { body, found } = await list(address);
    expect(found).toEqual(['Berlin paid', 'Berlin declined']);
    expect((await list(address)).found).toEqual(found);
    const [, language = ''] = /href="\/studio([^"]*lang=de)"/.exec(body) ?? [];
    expect((await list(language.replaceAll('&amp;', '&'))).found).toEqual(found);
    const [, contracts = ''] = /href="(\/studio\/contracts[^"]*)"/.exec(body) ?? [];
    expect((await open(contracts.replaceAll('&amp;', '&'))).body).toContain('value="lindner"');
  });

  test('an id that is searched for stays readable; a search from another site is refused', async () => {
    const of = async (fields: Record<string, string>, origin?: string) => {
      const { statusCode, headers } = await submit(fields, origin);
      return [statusCode, headers.location];
    };
    expect(await of({ q: ' 0abc1234 ', method: 'SEPA', from: '' })).toEqual([
      303,
      '/studio?q=0abc1234&method=SEPA',
    ]);
    expect(await of({ q: '' })).toEqual([303, '/studio']);
    expect(await of({ q: 'Lindner' }, 'https://evil.example')).toEqual([404, undefined]);
  });

  test('an encrypted search that was changed is refused, and lists nothing', async () => {
    const { headers } = await submit({ q: 'lindner' });
    const { status, found, body } = await list(String(headers.location).replace('/studio', '').slice(0, -8));
    expect([status, found.length]).toEqual([400, 0]);
    expect(body).toContain('The search in this address can no longer be read.');
  });

  test('an IBAN is encrypted like a name; a search without text and a form without a body list everything', async () => {
    const iban = await submit({ q: 'DE89370400440532013000' });
    expect(String(iban.headers.location)).not.toContain('DE89');
    const empty = await submit({});
    expect([empty.statusCode, empty.headers.location]).toEqual([303, '/studio']);
  });

  test('leads to the demo’s pages', async () => {
    const links = [...(await list('')).body.matchAll(/href="(http:\/\/localhost:5173[^"]*)"/g)].map(
      ([, href]) => href,
    );
    expect(links).toEqual(['/signup', '/', '/styling'].map((path) => `http://localhost:5173${path}`));
  });

  test('continues to older ones, each once, with the filter', async () => {
    for (let index = 0; index < 65; index += 1) {
      const at = new Date(Date.UTC(2026, 9, 1, 0, Math.floor(index / 2))).toISOString();
      await make({ text: `October ${index}`, at, attempts: [['TWINT', 'FAILED']] });
    }
    const seen: string[] = [];
    let query = '?status=FAILED&method=TWINT';
    for (let page = 0; page < 4; page += 1) {
      const { found, body } = await list(query);
      seen.push(...found);
      query = /href="\/studio(\?[^"]+)" rel="next"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    expect(query).toBe('');
    expect([seen.length, new Set(seen).size]).toEqual([65, 65]);
  });
});
