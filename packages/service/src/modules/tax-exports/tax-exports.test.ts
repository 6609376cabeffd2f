import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQueue } from '../../../test/support/batches.js';
import { NINA } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { calendarDateIn } from '../../core/calendar.js';
import { COLLECTION_KEY, CollectionStudio } from '../debt-collection/collection-scene.fixture.js';
import { accountTransactions, debtClaims } from '../payments/account/account.tables.js';
import { refunds } from '../payments/refunds/refunds.tables.js';
import { subscribe } from '../webhooks/subscriptions.js';
import { webhookDeliveries } from '../webhooks/webhooks.tables.js';
import { csvField } from './tax-file.js';
import { taxExportParts } from './tax-exports.tables.js';

/*
 * The studio is in Berlin, and today is 20 November 2026. Customers 2001 and 2002 belong to it, customer 2101 to
 * another studio. The bookings of the seed are deleted.
 */

const NOVEMBER = { fromDate: '2026-11-01', toDate: '2026-11-19' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { keys } = service.app.context;
  await subscribe(db(), keys, {
    apiKey: COLLECTION_KEY,
    url: 'https://partner.example/events',
    webhookKey: 'outbound',
    types: null,
  });
  expect((await service.api(COLLECTION_KEY).post('/v1/studios/confirmActivation', {})).status).toBe(200);
  await db().execute(sql`truncate claim_payments, account_transactions, debt_claims cascade`);
  await db()
    .insert(debtClaims)
    .values([
      { id: 1, customerId: 2001, description: 'Standard', amount: 1990, dueDate: '2026-11-01' },
      { id: 2, customerId: 2002, description: 'Standard', amount: 3010, dueDate: '2026-11-01' },
      { id: 3, customerId: 2001, description: 'Standard', amount: 1990, dueDate: '2026-11-20' },
      { id: 4, customerId: await foreignCustomer(), description: 'x', amount: 777, dueDate: '2026-11-01' },
    ]);
  const booking = { customerId: 2001, currency: 'EUR' };
  await db()
    .insert(accountTransactions)
    .values([
      // Just before midnight, and just after it, in Berlin.
      { ...booking, id: 10, amount: 500, bookedAt: new Date('2026-10-31T22:59:59Z') },
      { ...booking, id: 11, amount: 500, bookedAt: new Date('2026-10-31T23:00:00Z') },
      { ...booking, id: 12, amount: -500, reversesId: 11, bookedAt: new Date('2026-11-03T10:00:00Z') },
    ]);
});
afterAll(() => service.close());

const db = () => service.database.db;
async function foreignCustomer(): Promise<number> {
  const { rows } = (await db().execute(
    sql`select id from customers where studio_id <> 1001 order by id limit 1`,
  )) as { rows: { id: string }[] };
  return Number(rows[0]?.id);
}

const create = (asked: object, key?: string, headers: Record<string, string> = {}) =>
  service
    .api(key)
    .post<{ exportId: number } & ErrorBody>(
      '/v1/taxadvisor/exports/create',
      { ...NOVEMBER, exportFormat: 'SINGLE', exportFileFormat: 'CSV', ...asked },
      headers,
    );
const read = (id: number, key?: string) =>
  service.api(key).request<{ downloadUrl: string; exportLocale: string } & ErrorBody>({
    url: `/v1/taxadvisor/exports/${id}`,
  });
const write = () => runQueue(service.app.context, 'TAX_EXPORTS', 0);
const fileOf = async (asked: object, key?: string) => {
  const { status, body } = await create(asked, key);
  expect(status, JSON.stringify(body)).toBe(200);
  await write();
  const ready = await read(body.exportId, key);
  expect(ready.status, JSON.stringify(ready.body)).toBe(200);
  const { pathname, search } = new URL(ready.body.downloadUrl);
  return service.app.app.inject({ url: pathname + search });
};

const LINES = [
  '2026-11-01,Claim,C1,2001,19.90,EUR',
  '2026-11-01,Claim,C2,2002,30.10,EUR',
  '2026-11-01,Credit,T11,2001,5.00,EUR',
  '2026-11-03,Reversal,T12,2001,-5.00,EUR',
];

describe('the file of an export', () => {
  test('lists the bookings of the period in the studio’s time zone as CSV', async () => {
    const file = await fileOf({ exportLocale: 'ENGLISH' });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tax-export-2026-11-01-2026-11-19.csv"',
    });
    expect(file.body.split('\r\n')).toEqual([
      '\uFEFFDate,Kind,Receipt number,Customer number,Amount,Currency',
      ...LINES,
      '',
    ]);
  });

  test('adds up each day and kind, in the form that German spreadsheet programs read', async () => {
    const file = await fileOf({ exportFormat: 'AGGREGATED', exportLocale: 'GERMAN' });
    expect(file.body.split('\r\n')).toEqual([
      '\uFEFFDatum;Art;Anzahl der Buchungen;Betrag;Währung',
      ...['2026-11-01;Forderung;2;50,00;EUR', '2026-11-01;Gutschrift;1;5,00;EUR'],
      ...['2026-11-03;Storno;1;-5,00;EUR', ''],
    ]);
  });

  test('is JSON with numbers', async () => {
    const file = await fileOf({ exportFileFormat: 'JSON' });
    const booking = { date: '2026-11-01', kind: 'CLAIM', receiptNumber: 'C1', customerNumber: '2001' };
    expect(file.json()).toHaveLength(LINES.length);
    expect(file.json()).toContainEqual({ ...booking, amount: 19.9, currency: 'EUR' });
    const none = { fromDate: '2026-09-01', toDate: '2026-09-02' };
    expect((await fileOf({ ...none, exportFileFormat: 'JSON' })).json()).toEqual([]);
  });

  test('is a workbook with days, numbers and texts', async () => {
    const file = await fileOf({ exportFileFormat: 'XLSX', exportLocale: 'GERMAN' });
    const parts = unzipSync(file.rawPayload);
    expect(Object.keys(parts).toSorted()).toEqual([
      ...['[Content_Types].xml', '_rels/.rels', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml'],
      ...['xl/workbook.xml', 'xl/worksheets/sheet1.xml'],
    ]);
    const text = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
    expect(text('xl/workbook.xml')).toContain('name="Buchungen"');
    const rows = text('xl/worksheets/sheet1.xml').match(/<row>.*?<\/row>/g) ?? [];
    expect(rows).toHaveLength(1 + LINES.length);
    const inline = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    expect(rows[1]).toBe(
      `<row><c s="1"><v>46327</v></c>${['Forderung', 'C1', '2001'].map(inline).join('')}<c><v>19.9</v></c>${inline('EUR')}</row>`,
    );
  });

  test('holds more bookings than are read or stored at a time', async () => {
    const many = 12_000;
    await db()
      .execute(sql`insert into debt_claims (id, customer_id, description, amount, due_date, is_settled)
      select 100000 + n, 2001, 'Standard', 100, '2026-08-15', false from generate_series(1, ${many}::int) n`);
    const august = { fromDate: '2026-08-15', toDate: '2026-08-15', exportFileFormat: 'JSON' };
    const before = await db().$count(taxExportParts);
    const single = (await fileOf(august)).json<{ receiptNumber: string }[]>();
    expect(new Set(single.map(({ receiptNumber }) => receiptNumber)).size).toBe(many);
    expect((await db().$count(taxExportParts)) - before).toBeGreaterThan(1);
    const sums = (await fileOf({ ...august, exportFormat: 'AGGREGATED' })).json<object[]>();
    expect(sums).toEqual([{ date: '2026-08-15', kind: 'CLAIM', amount: many, currency: 'EUR', count: many }]);
  });

  test('is written anew after a fault, without the parts that were written before', async () => {
    const august = { fromDate: '2026-08-15', toDate: '2026-08-16', exportFileFormat: 'JSON' };
    const unreadable = { id: 20, customerId: 2001, amount: 1, currency: 'E1R' };
    await db()
      .insert(accountTransactions)
      .values({ ...unreadable, bookedAt: new Date('2026-08-16T10:00:00Z') });
    const before = await db().$count(taxExportParts);
    await expect(fileOf(august)).rejects.toThrow('E1R');
    expect(await db().$count(taxExportParts)).toBe(before);
    await db().update(accountTransactions).set({ currency: 'EUR' }).where(eq(accountTransactions.id, 20));
    const lines = (await fileOf(august)).json<{ receiptNumber: string }[]>();
    expect(lines).toHaveLength(new Set(lines.map(({ receiptNumber }) => receiptNumber)).size);
    expect(lines.at(-1)?.receiptNumber).toBe('T20');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['a "b", c', '"a ""b"", c"'],
    ['+\n', '"\'+\n"'],
  ])('has %j as a text that no program runs', (text, field) => {
    expect(csvField(text)).toBe(field);
  });
});

describe('an export', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 'fromDate'],
    ['2026-11-01', '2026-11-20', 'toDate'],
    ['2026-11-02', '2026-11-01', 'toDate'],
    ['2026-08-21', '2026-11-19', 'toDate'],
  ])('from %s to %s is refused', async (fromDate, toDate, reference) => {
    const { status, body } = await create({ fromDate, toDate });
    expect([status, body.errorCode, body.reference]).toEqual([
      400,
      'errormessage.tax.export.period.invalid',
      reference,
    ]);
  });

  test('of ninety days that end yesterday is made, and reported once its file is ready', async () => {
    const { body } = await create({ fromDate: '2026-08-22' });
    const pending = await read(body.exportId);
    expect([pending.status, pending.body.errorCode]).toEqual([409, 'errormessage.tax.export.not.ready']);
    const reports = async () =>
      (await db().select().from(webhookDeliveries)).filter(
        ({ type, entityId }) => type === 'TAX_ADVISOR_EXPORT_CREATED' && entityId === body.exportId,
      );
    expect(await reports()).toEqual([]);
    await write();
    await write();
    expect((await read(body.exportId)).body.exportLocale).toBe('ENGLISH');
    expect(await reports()).toHaveLength(1);
  });

  test('is made once by a repeated request', async () => {
    const key = { 'idempotency-key': 'export-of-the-tests' };
    const [first, second, other] = [
      await create({}, undefined, key),
      await create({}, undefined, key),
      await create({ exportFileFormat: 'JSON' }, undefined, key),
    ];
    expect([second.body, other.status]).toEqual([first.body, 409]);
  });

  test('has a link that opens for fifteen minutes, and no other export', async () => {
    const { body } = await create({});
    await write();
    const { pathname, search } = new URL((await read(body.exportId)).body.downloadUrl);
    const open = async (path: string) => (await service.app.app.inject({ url: path + search })).statusCode;
    expect(await open(pathname)).toBe(200);
    expect(await open(`/tax-exports/${body.exportId - 1}`)).not.toBe(200);
    service.clock.advance(15 * 60_000 + 1000);
    expect(await open(pathname)).not.toBe(200);
  });
});

describe('a member who moves to another studio', () => {
  const MILANO = 1005;
  const MILANO_KEY = 'test-key-navigli-milano-eur';
  const DAY = 24 * 3600_000;

  test('leaves the bookings before the move with the studio, even once erased', async () => {
    const { body } = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
    const { customerId } = body;
    const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
    await db()
      .insert(debtClaims)
      .values(
        days.map((dueDate) => ({
          ...{ customerId, description: 'Standard', amount: 1990 },
          ...{ dueDate, isSettled: true },
        })),
      );
    const book = () =>
      db()
        .insert(accountTransactions)
        .values({ customerId, currency: 'EUR', amount: 500, bookedAt: service.clock.now() });
    const exported = async (key?: string) => {
      const file = await fileOf({ fromDate: days[0], toDate: '2026-11-23', exportFileFormat: 'JSON' }, key);
      return file
        .json<{ date: string; kind: string; customerNumber: string }[]>()
        .filter(({ customerNumber }) => customerNumber === String(customerId))
        .map(({ date, kind }) => `${date} ${kind}`);
    };
    // The member moves on 20 November and returns on 21 November.
    await book();
    service.clock.advance(1000);
    await staff(service, 'customer.move-home-studio', { customerId, targetStudioId: MILANO });
    service.clock.advance(1000);
    await book();
    service.clock.advance(DAY);
    await staff(service, 'customer.move-home-studio', { customerId, targetStudioId: 1001 }, MILANO);
    service.clock.advance(DAY);
    await book();
    service.clock.advance(2 * DAY);
    const here = ['2026-11-19 CLAIM', '2026-11-20 CLAIM', '2026-11-20 CREDIT', '2026-11-22 CLAIM'];
    const inBerlin = [...here, '2026-11-22 CREDIT'];
    const inMilano = ['2026-11-20 CREDIT', '2026-11-21 CLAIM'];
    expect([await exported(), await exported(MILANO_KEY)]).toEqual([inBerlin, inMilano]);
    const { code, err } = await giveCommand(service, [
      ...['erase', '--studio', '1001', '--customer', String(customerId)],
      ...['--credit-paid-out', '--yes'],
    ]);
    expect([code, err]).toEqual([0, '']);
    expect([await exported(), await exported(MILANO_KEY)]).toEqual([inBerlin, inMilano]);
  });
});

test('a refund is in the books of the day on which it was paid out', async () => {
  const { body } = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
  const { customerId } = body;
  const now = service.clock.now();
  const today = calendarDateIn(now, 'Europe/Berlin');
  const booking = { customerId, amount: 3000, currency: 'EUR' };
  const [paid] = await db()
    .insert(accountTransactions)
    .values({ ...booking, bookedAt: now })
    .returning();
  for (const [status, amount] of [
    ['DONE', 1000],
    ['RESERVED', 500],
  ] as const) {
    const [claim] = await db()
      .insert(debtClaims)
      .values({ customerId, amount, description: 'Refund', dueDate: today, isSettled: true })
      .returning();
    await db()
      .insert(refunds)
      .values({
        ...booking,
        ...{ id: crypto.randomUUID(), transactionId: paid?.id ?? 0, claimId: claim?.id ?? 0 },
        ...{ amount, status, createdAt: now, traceId: '' },
      });
  }
  service.clock.advance(24 * 3600_000);
  const file = await fileOf({ fromDate: today, toDate: today, exportFileFormat: 'JSON' });
  const found = file.json<{ kind: string; customerNumber: string; amount: number }[]>();
  const theirs = found.filter(({ customerNumber }) => customerNumber === String(customerId));
  expect(theirs.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['REFUND', -10],
    ['CREDIT', 30],
  ]);
});

test('what a collection partner reports is in the books of its day, and corrections in those of theirs', async () => {
  const studio = new CollectionStudio(service);
  await studio.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
  const scene = await studio.handOver(1000);
  const booked = async () => {
    const day = service.clock.now().toISOString().slice(0, 10);
    service.clock.advance(24 * 3600_000);
    const file = await fileOf({ fromDate: day, toDate: day, exportFileFormat: 'JSON' });
    return file
      .json<{ customerNumber: string; kind: string; amount: number }[]>()
      .filter(({ customerNumber, kind }) => customerNumber === scene.debtorId && kind !== 'CLAIM')
      .map(({ kind, amount }) => `${kind} ${amount}`);
  };
  await studio.update(scene, [{ original: 1000, paidAmount: 6, reducedAmount: 4 }]);
  expect(await booked()).toEqual(['PAYMENT 6', 'CREDIT 4']);
  await studio.update(scene, [{ original: 1000, paidAmount: 9, reducedAmount: 0 }]);
  expect(await booked()).toEqual(['REVERSAL -6', 'PAYMENT 9', 'REVERSAL -4']);
  await studio.update(scene, [{ original: 1000, paidAmount: 9, reducedAmount: 0 }]);
  expect(await booked()).toEqual([]);
  expect(await studio.open(scene.customerId)).toEqual([100]);
});
