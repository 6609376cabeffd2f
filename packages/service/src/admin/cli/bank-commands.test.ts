import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberWith, memberWithBecs, owe } from '../../../test/support/bank-member.js';
import { accountReport, statusReport } from '../../../test/support/bank-reports.js';
import { runQueue } from '../../../test/support/batches.js';
import { tokenFor } from '../../../test/support/buyer.js';
import { giveCommand } from '../../../test/support/command.js';
import { directEntryReport } from '../../../test/support/direct-entry-reports.js';
import { nachaReport } from '../../../test/support/nacha-reports.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { addTerm } from '../../core/calendar.js';
import { addBankDays } from '../../modules/payments/providers/bank/bank-days.js';
import { bankDebits, bankFiles } from '../../modules/payments/providers/bank/bank.tables.js';
import { shortEndToEndId } from '../../modules/payments/providers/bank/end-to-end-id.js';
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
  staff(service, 'studio.set', { bank: { SEPA: { iban: IBAN, cutOff: '10:00' } } }, studioId);

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
    expect(out).toContain('Last file imported: never\nEntries to decide: 0\n');
    expect(out).toMatch(
      /Method +A file now is executed from +Cut-off\n[- ]+\nSEPA +\d{4}-\d\d-\d\d +10:00\n/,
    );
    expect(out).toMatch(
      /Method +Waiting, due on +Debits +Total\n[- ]+\nSEPA +\d{4}-\d\d-\d\d +2 +37\.50 EUR\n/,
    );
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
    expect(out).toMatch(/Batch +Execution day +Type +Debits +Total\n/);
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

const SWISS = {
  accountHolder: 'Reto Meier',
  iban: 'CH9300762011623852957',
  address: { line1: 'Seestrasse 4', postalCode: '8002', city: 'Zürich', country: 'CH' },
};

test('a bank that collects several methods gets a file for each with due debits', async () => {
  const zurich = ['--studio', '1002'];
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } }, 1002);
  const LSV = { iban: 'CH9300762011623852957', cutOff: '12:00' };
  const CH_DD = { iban: 'CH8309000000100012345', cutOff: '10:00' };
  await staff(service, 'studio.set', { bank: { LSV, CH_DD } }, 1002);
  await owe(service, await memberWith(service, 'test-key-seeblick-zuerich-chf', 'LSV', SWISS), 8900);
  expect((await bank('status', ...zurich)).out).toMatch(
    /\nCH_DD +\S+ +10:00\nLSV +\S+ +12:00\n.*\n.*\nLSV +\S+ +1 +89\.00 CHF\n/,
  );

  const until = later(21);
  const nothing = (method: string) => `${method}: No debit of studio 1002 is due until ${until}.\n`;
  const exportTo = (to: string, ...more: string[]) =>
    bank('export', ...zurich, '--until', until, '--to', to, ...more);
  expect((await exportTo(inFolder('one.xml'))).err).toContain('--to must be a folder that exists');
  expect((await exportTo(folder, '--method', 'SEPA')).err).toContain('collects CH_DD and LSV, not SEPA');
  expect((await exportTo(folder, '--method', 'TWINT')).err).toContain('Allowed choices are SEPA, CH_DD');
  const { code, out, err } = await exportTo(folder);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/-1 +\d{4}-\d\d-\d\d +- +1 +89\.00 CHF\n/);
  expect(out).toContain(nothing('CH_DD'));
  expect(out).not.toContain('Confirm it');
  expect(await readFile(inFolder(`${messageIdIn(out)}.xml`), 'utf8')).toContain('pain.008.001.02.ch.03');
  expect((await exportTo(folder)).err).toBe(`upc-service: ${nothing('CH_DD')}${nothing('LSV')}`);
  await staff(service, 'studio.set', { bank: { CH_DD } }, 1002);
});

test('a file of ACH is confirmed by hand, and debits wait for their pre-notes', async () => {
  const chicago = ['--studio', '1004'];
  const key = 'test-key-lakeshore-chicago-usd';
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } }, 1004);
  const ACH = {
    ...{ routingNumber: '091000019', bankName: 'EXAMPLE BANK', cutOff: '16:00' },
    ...{ originId: '091000019', companyId: '1234567890' },
  };
  await staff(service, 'studio.set', { bank: { ACH } }, 1004);
  const member = await memberWith(service, key, 'ACH', {
    ...{ accountHolder: 'Dale Whitman', bankLocationId: '110000000', accountNumber: '000123456789' },
    ...{ accountType: 'CHECKING', holderType: 'PERSONAL' },
  });
  await owe(service, member, 4900);
  expect((await bank('status', ...chicago)).out).toMatch(
    /\nACH +\S+ +1 +49\.00 USD +1 waiting for the outcome of a pre-note\n/,
  );
  const { out } = await bank('export', ...chicago, '--until', later(14), '--to', folder);
  const messageId = messageIdIn(out);
  expect(out).toMatch(/-1 +\d{4}-\d\d-\d\d +WEB +1 +0\.00 USD\n/);
  expect(out).toContain(
    `Confirm it once the bank has taken it: upc-service staff bank-file.confirm --studio 1004 --messageId ${messageId}\n`,
  );
  const file = await readFile(inFolder(`${messageId}.ach`), 'latin1');
  const [{ id } = { id: '' }] = await db().select().from(bankDebits).where(eq(bankDebits.amount, 0));
  expect(file).toContain(shortEndToEndId({ id, attempt: 1 }));

  const confirmed = ['staff', 'bank-file.confirm', ...chicago, '--messageId', messageId];
  expect(await giveCommand(service, confirmed)).toMatchObject({ code: 0, err: '' });
  service.clock.advance(8 * DAY);
  await runQueue(service.app.context, 'BANK_COLLECTIONS', 0);
  expect((await bank('status', ...chicago)).out).toMatch(/\nACH +\S+ +1 +49\.00 USD\n/);

  const returned = { endToEndId: shortEndToEndId({ id, attempt: 1 }), amount: 0, code: 'R02' };
  const report = await write('returns.ach', nachaReport(ACH.companyId, [returned]));
  const imported = await bank('import', report);
  expect(imported).toMatchObject({ code: 0, err: '' });
  expect(imported.out).toMatch(/^bank\.import: studio 1004, .*"debitsReturned":1\}/);
  const stored = /bank-file (\S+)/.exec(imported.out)?.[1] ?? '';
  expect(await bank('file', stored, ...chicago, '--to', folder)).toMatchObject({ code: 0 });
  expect(await readFile(inFolder(`${stored}.ach`))).toEqual(await readFile(report));
  await staff(service, 'studio.set', { bank: null }, 1004);
});

test('BECS gets a file for each day, which is confirmed by hand; the bank reports only returns', async () => {
  const sydney = ['--studio', '1007'];
  const USER = '301500';
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } }, 1007);
  const BECS = {
    ...{ bsb: '062000', accountNumber: '12345678', userId: USER, cutOff: '16:00' },
    ...{ userName: 'BAYSIDE FITNESS', bankAbbreviation: 'CBA' },
  };
  await staff(service, 'studio.set', { bank: { BECS } }, 1007);
  const member = await memberWithBecs(service, 'test-key-bayside-sydney-aud');
  for (const [at, amount] of [4700, 1200, 1300].entries()) {
    await owe(service, member, amount);
    await db()
      .update(bankDebits)
      .set({ dueOn: addBankDays('BECS', later(0), 4 + at) })
      .where(eq(bankDebits.amount, amount));
  }
  const exportTo = (to: string) => bank('export', ...sydney, '--until', later(13), '--to', to);

  const first = await exportTo(inFolder('first.aba'));
  expect([first.code, first.err]).toEqual([0, '']);
  expect(first.out).toMatch(/-1 +\d{4}-\d\d-\d\d +- +1 +47\.00 AUD\n/);
  expect(first.out).toMatch(/Debits for another file: 2\. Export again\.\n$/);
  const { code, out, err } = await exportTo(folder);
  expect([code, err]).toEqual([0, '']);
  const messageIds = [...out.matchAll(/^bank\.export: bank-file (\S+)/gm)].map(([, id]) => id ?? '');
  expect(messageIds).toHaveLength(2);
  for (const [at, total] of ['0000001200', '0000001300'].entries()) {
    const messageId = messageIds[at] ?? '';
    expect(await readFile(inFolder(`${messageId}.aba`), 'latin1')).toContain(total);
    expect(out).toContain(`upc-service staff bank-file.confirm --studio 1007 --messageId ${messageId}\n`);
  }
  expect(out).not.toContain('Export again');
  expect((await exportTo(folder)).err).toContain('No debit of studio 1007 is due until');

  const [messageId = ''] = messageIds;
  const confirmed = await giveCommand(service, [
    ...['staff', 'bank-file.confirm'],
    ...[...sydney, '--messageId', messageId],
  ]);
  expect(confirmed).toMatchObject({ code: 0, err: '' });
  expect((await bank('status', ...sydney)).out).toMatch(
    new RegExp(`${messageId}-1 +\\S+ +1 +12\\.00 AUD +RECEIVED`),
  );
  const [sent] = await db().select().from(bankDebits).where(eq(bankDebits.amount, 4700));
  const returned = { endToEndId: shortEndToEndId(sent ?? { id: '', attempt: 1 }), amount: 4700, code: 6 };
  const imported = await bank('import', await write('returns.aba', directEntryReport(USER, [returned])));
  expect(imported).toMatchObject({ code: 0, err: '' });
  expect(imported.out).toMatch(/^bank\.import: studio 1007, .*"messageType":"ABA","debitsReturned":1\}/);
  await staff(service, 'studio.set', { bank: null }, 1007);
});
