import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountReport, statusReport } from '../../../test/support/bank-reports.js';
import { runQueue } from '../../../test/support/batches.js';
import { tokenFor } from '../../../test/support/buyer.js';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { addTerm } from '../../core/calendar.js';
import { bankFiles } from '../../modules/payments/providers/bank/bank.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { findStuck } from '../operations/stuck.js';

const IBAN = 'DE02120300000000202051';
const DAY = 24 * 3600_000;
const BERLIN = '1001';
const MILANO = 1005;

let service: TestService;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([startTestService(), mkdtemp(path.join(os.tmpdir(), 'upc-bank-'))]);
  await db().update(studios).set({ bank: null });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.close();
});

const db = () => service.database.db;
const bank = (...args: string[]) => giveCommand(service, ['bank', ...args]);
const inFolder = (name: string) => path.join(folder, name);
const later = (days: number) =>
  addTerm(service.clock.now().toISOString().slice(0, 10), { value: days, unit: 'DAY' });
const chooseBank = (studioId = Number(BERLIN)) =>
  staff(service, 'studio.set', { bank: { methods: ['SEPA'], iban: IBAN, cutOff: '10:00' } }, studioId);

/** Pays to a member's account by a debit, of which partners are told. */
async function debited(amount: number): Promise<void> {
  const { token } = await tokenFor(service, { customerId: 2001, scope: 'ECOM', amount });
  const body = { paymentRequestToken: token, amount: { amount, currency: 'EUR' } };
  const paid = await service.api().post('/v1/customers/2001/account/payment', body);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  await runQueue(service.app.context, 'BANK_NOTICES', 0);
}

const exported = (...more: string[]) => bank('export', '--studio', BERLIN, '--until', later(14), ...more);
const messageIdIn = (out: string) => /bank-file (\S+)/.exec(out)?.[1] ?? '';
const records = async (action: string) =>
  db().select().from(auditRecords).where(eq(auditRecords.action, action)).orderBy(desc(auditRecords.id));
const stuck = async () => (await findStuck(service.app.context)).map(({ what }) => what.replace(/:.*/, ''));
const write = async (name: string, content: Buffer) => {
  await writeFile(inFolder(name), content);
  return inFolder(name);
};

test('without a bank there is no status and no file', async () => {
  // The demo's studio in Valencia has one.
  await staff(service, 'studio.set', { bank: null }, 1006);
  expect((await bank('status')).err).toBe('upc-service: No studio collects through its own bank.\n');
  expect((await bank('status', '--studio', '9999')).err).toBe('upc-service: There is no studio 9999.\n');
  const { code, err } = await exported();
  expect([code, err]).toEqual([1, expect.stringContaining('studio set --bank chooses that')]);
});

describe('a file for the bank', () => {
  let messageId: string;
  beforeAll(async () => {
    await chooseBank();
    await debited(25);
    await debited(12.5);
  });

  test('is announced by the status, with the first day for which the bank takes it', async () => {
    const { code, out } = await bank('status', '--studio', BERLIN);
    expect(code).toBe(0);
    expect(out).toContain('Studio 1001, Northside Gym Berlin\n');
    expect(out).toMatch(/First day for which the bank takes a file now: \d{4}-\d\d-\d\d\n/);
    expect(out).toContain('Last file imported: never\nEntries to decide: 0\n');
    expect(out).toMatch(/Waiting, due on +Debits +Total\n[- ]+\n\d{4}-\d\d-\d\d +2 +37\.50 EUR\n/);
    expect(out).toContain('No batch is without an outcome.\n');
  });

  test('is written into a folder, for its owner only', async () => {
    service.clock.advance(5 * DAY);
    const { code, out, err } = await exported('--to', folder, '--as', 'anna');
    expect([code, err]).toEqual([0, '']);
    messageId = messageIdIn(out);
    const file = inFolder(`${messageId}.xml`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(`<MsgId>${messageId}</MsgId>`);
    expect(out).toMatch(/Batch +Execution day +Sequence +Debits +Total\n/);
    expect(out).toContain(`Hand ${file} in at the bank, once.\n`);
    expect((await records('bank.export'))[0]).toMatchObject({
      actor: 'command: anna',
      entity: `bank-file ${messageId}`,
      changed: { debits: 2 },
    });
    expect((await bank('status')).out).toMatch(
      new RegExp(`${messageId}-1 +\\d{4}-\\d\\d-\\d\\d +\\d +\\S+ EUR +SENT`),
    );
    expect((await exported('--to', folder)).err).toContain('No debit of studio 1001 is due until');
  });

  test('is written again with the same bytes, never over another file, and recorded', async () => {
    const again = () =>
      bank('file', messageId, '--studio', BERLIN, '--to', inFolder('again.xml'), '--as', 'ben');
    expect(await again()).toMatchObject({ code: 0, err: '' });
    expect(await readFile(inFolder('again.xml'))).toEqual(await readFile(inFolder(`${messageId}.xml`)));
    const found = await records('bank.file');
    expect(found).toMatchObject([{ actor: 'command: ben', entity: `bank-file ${messageId}` }]);
    expect(await again()).toMatchObject({
      code: 1,
      err: `upc-service: ${inFolder('again.xml')} already exists.\n`,
    });
    const unknown = await bank('file', 'UPC-1', '--studio', BERLIN, '--to', inFolder('unknown.xml'));
    expect(unknown.err).toBe('upc-service: Studio 1001 has no file UPC-1.\n');
  });

  test('that cannot be written is not lost', async () => {
    await debited(30);
    service.clock.advance(5 * DAY);
    const before = await db().$count(bankFiles);
    const taken = await exported('--to', inFolder('again.xml'));
    expect(taken.err).toBe(`upc-service: ${inFolder('again.xml')} already exists.\n`);
    expect(await db().$count(bankFiles)).toBe(before);
    const { code, err } = await exported('--to', inFolder('missing/file.xml'));
    expect(code).toBe(1);
    expect(err).toContain(`${inFolder('missing/file.xml')} cannot be written (ENOENT). Nothing is lost`);
    const [, stored = ''] = /bank file (\S+) --studio 1001 --to/.exec(err) ?? [];
    expect(await bank('file', stored, '--studio', BERLIN, '--to', folder)).toMatchObject({ code: 0 });
    expect(await readFile(inFolder(`${stored}.xml`), 'utf8')).toContain('30.00');
  });
});

describe('a file from the bank', () => {
  test('is booked for the studio that it belongs to', async () => {
    await debited(31);
    service.clock.advance(5 * DAY);
    const messageId = messageIdIn((await exported('--to', folder)).out);
    const file = await write('status.xml', statusReport({ file: messageId, status: 'ACCP' }));
    const { code, out, err } = await bank('import', file, '--as', 'anna');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^bank\.import: studio 1001, bank-file \S+ \{.*"batchesConfirmed":1\}\n$/);
    expect((await records('bank.import'))[0]).toMatchObject({ actor: 'command: anna', studioId: 1001 });
    expect((await bank('status')).out).toContain('Last file imported: today\n');

    const refused = await write(
      'refused.xml',
      statusReport({ file: messageId, status: 'RJCT', reason: 'FF01' }),
    );
    expect((await bank('import', refused)).out).toContain('"batchesRefused":1}\nCorrect the reason');
    expect((await bank('status')).out).toMatch(/Waiting, due on[^]* 1 +31\.00 EUR/);
  });

  test('that is faulty is named with its line, and changes nothing', async () => {
    const faulty = await write('faulty.xml', statusReport({ file: 'UPC-1', status: 'ACCP' }));
    const before = await db().$count(bankFiles);
    expect(await bank('import', faulty)).toEqual({
      code: 1,
      out: '',
      err: `upc-service: ${faulty}: Line 5: No file UPC-1 was written here.\n`,
    });
    expect((await bank('import', faulty, '--studio', BERLIN)).err).toContain(`${faulty}: Line 5: `);
    const truncated = await write('truncated.xml', accountReport(IBAN, []).subarray(0, -20));
    expect((await bank('import', truncated)).err).toMatch(/truncated\.xml: Line \d+: /);
    expect((await bank('import', inFolder('nothing.xml'))).err).toContain('cannot be read (ENOENT)');
    expect(await db().$count(bankFiles)).toBe(before);
  });

  test('about an account of two studios is booked for both, and a repetition only where it is missing', async () => {
    await chooseBank(MILANO);
    const content = accountReport(IBAN, [{ returned: `${'f'.repeat(32)}-1`, amount: 100, reason: 'MD06' }]);
    const file = await write('statement.xml', content);
    expect((await bank('import', file, '--studio', BERLIN)).out).toContain('Decide about each entry');
    const { code, out, err } = await bank('import', file);
    expect([code, out]).toEqual([1, expect.stringContaining('bank.import: studio 1005, ')]);
    expect(err).toMatch(/statement\.xml \(studio 1001\): This file was imported before/);
    expect((await bank('status', '--studio', '1005')).out).toContain('Entries to decide: 1\n');
    // A file that was written here belongs to the studio of its debits only.
    expect((await bank('import', inFolder('again.xml'))).err).toMatch(
      /again\.xml: This file was imported before/,
    );
  });
});

test('the daily check lists what staff have to do, and nothing before its time', async () => {
  const overdue = (count: number) =>
    `${count} debits whose due day has passed and that are in no file for the studio's bank`;
  const unreported = (count: number) =>
    `${count} bank batches without an outcome 5 bank days after their execution`;
  const undecided = '2 entries of bank files that cannot be assigned';
  await debited(32);
  service.clock.advance(2 * 3600_000);
  // The debit of the batch that was refused, and the first batch.
  expect(await stuck()).toEqual(expect.arrayContaining([overdue(1), unreported(1), undecided]));
  service.clock.advance(30 * DAY);
  expect(await stuck()).toEqual(expect.arrayContaining([overdue(2), unreported(2), undecided]));
  expect((await bank('status')).out).toContain('its day has passed');
  await db().update(studios).set({ bank: null });
  expect(await stuck()).not.toContain(overdue(2));
  expect(await stuck()).toContain(
    '2 debits that wait for a file of a studio that no longer collects through its own bank',
  );
  expect((await bank('status')).out).toContain('It no longer collects through its own bank.\n');
});
