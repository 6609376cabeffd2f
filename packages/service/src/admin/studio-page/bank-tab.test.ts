import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberWith, memberWithBecs, owe } from '../../../test/support/bank-member.js';
import { accountReport, statusReport } from '../../../test/support/bank-reports.js';
import { runQueue } from '../../../test/support/batches.js';
import { NINA, tokenFor } from '../../../test/support/buyer.js';
import { directEntryReport } from '../../../test/support/direct-entry-reports.js';
import { nachaReport } from '../../../test/support/nacha-reports.js';
import { makePaymentRun } from '../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { addTerm, calendarDateIn } from '../../core/calendar.js';
import { debtClaims } from '../../modules/payments/account/account.tables.js';
import { addBankDays } from '../../modules/payments/providers/bank/bank-days.js';
import { readFileOfBank } from '../../modules/payments/providers/bank/bank-files.js';
import { bankBatches, bankDebits, bankFiles } from '../../modules/payments/providers/bank/bank.tables.js';
import { longEndToEndId, shortEndToEndId } from '../../modules/payments/providers/bank/end-to-end-id.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';

const IBAN = 'DE02120300000000202051';
const PAYER = 'DE89370400440532013000';
const ORIGIN = 'http://localhost:4010';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ studioPage: true });
  await service.database.db.update(studios).set({ bank: null });
});
afterAll(() => service.close());

const db = () => service.database.db;
const now = () => service.clock.now();
const later = (days: number) => addTerm(calendarDateIn(now(), 'Europe/Berlin'), { value: days, unit: 'DAY' });

const get = (url: string) => service.app.app.inject({ url, headers: { host: 'localhost:4010' } });
const shown = async (url = '/studio/bank?lang=en') => (await get(url)).body.replaceAll(/\s+/g, ' ');
const send = (action: string, fields: Record<string, string>) => {
  service.clock.advance(1000);
  return service.app.app.inject({
    method: 'POST',
    url: `/studio/actions/${action}`,
    headers: {
      ...{ host: 'localhost:4010', origin: ORIGIN },
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ studio: '1001', back: '/studio/bank', ...fields }).toString(),
  });
};
/** Sends the form of an import as a browser does. */
const upload = async (content: Buffer, language = 'en', headers: Record<string, string> = {}) => {
  service.clock.advance(1000);
  const form = new FormData();
  form.set('back', '/studio/bank?studio=1001');
  form.set('studio', '1001');
  form.set('content', new File([content], 'statement.xml', { type: 'text/xml' }));
  const request = new Request(ORIGIN, { method: 'POST', body: form });
  return service.app.app.inject({
    method: 'POST',
    url: '/studio/actions/bank.import',
    headers: {
      ...{ host: 'localhost:4010', origin: ORIGIN, 'accept-language': language },
      'content-type': request.headers.get('content-type') ?? '',
      ...headers,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
};

const debits = () => db().select().from(bankDebits).orderBy(bankDebits.createdAt);
const newestBatch = async () => {
  const [batch] = await db().select().from(bankBatches).orderBy(desc(bankBatches.updatedAt)).limit(1);
  if (!batch) throw new Error('There is no batch.');
  return batch;
};
const exportAll = async () => {
  const { headers } = await send('bank.export', { until: later(7) });
  return String(headers.location);
};

test('the tab is there only where a bank collects debits', async () => {
  const link = 'href="/studio/bank';
  expect(await shown('/studio?lang=en')).not.toContain(link);
  expect(await shown()).toContain('No studio collects through its own bank.');
  const bank = JSON.stringify({ SEPA: { iban: IBAN, cutOff: '10:00' } });
  expect((await send('studio.set', { bank })).statusCode).toBe(303);
  expect(await shown('/studio?lang=en')).toContain(`${link}" >Bank files`);
  expect(await shown('/studio?studio=1001&lang=en')).toContain(`${link}?studio=1001" >Bank files`);
  expect(await shown('/studio?studio=1002&lang=en')).not.toContain(link);
});

test('lists the debits that wait, by the day on which they are due', async () => {
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } });
  for (const amount of [2990, 510]) {
    const { token } = await tokenFor(service, {}, { iban: PAYER });
    const person = { ...NINA, email: `nina-${amount}@example.com`, paymentRequestToken: token };
    const made = await service.api().post<{ customerId: number }>('/v1/customers/create', person);
    const { customerId } = made.body;
    await db()
      .insert(debtClaims)
      .values({ customerId, description: 'Fee', amount, dueDate: later(0) });
    await makePaymentRun(service.app.context);
    service.clock.advance(1000);
  }
  expect(await shown()).toContain('· 2 not booked yet');
  await runQueue(service.app.context, 'BANK_NOTICES', 0);
  expect((await debits()).map(({ dueOn }) => dueOn)).toEqual(['2026-11-23', '2026-11-23']);
  const page = await shown();
  // It is Friday noon, after the cut-off time.
  for (const text of [
    'The bank still takes files for 24 Nov 2026 and later. Its cut-off time is 10:00.',
    'due 23 Nov 2026 · 2 debits · <strong>€35.00</strong>',
    'bank.export?until=2026-11-27&amp;method=SEPA&amp;studio=1001',
  ]) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain('not booked yet');
  expect(await shown('/studio/bank?lang=de')).toContain(
    'fällig 23.11.2026 · 2 Lastschriften · <strong>35,00 €</strong>',
  );
});

test('lists a file with its batches, and downloads its bytes without names or accounts on the page', async () => {
  const done = await shown(await exportAll());
  expect(done).toMatch(/Done: Write a file for the bank.*File UPC-[^<]*Batches: 1/);
  const page = await shown();
  const { id } = await newestBatch();
  expect(page).toContain('No debit waits.');
  expect(page).toContain(
    'execution 24 Nov 2026 · FRST (first debit) · 2 debits · €35.00 <span class="badge" data-status="BATCH_SENT">Written',
  );
  for (const secret of ['Brandt', PAYER, IBAN]) expect(page).not.toContain(secret);

  const [file] = await db().select().from(bankFiles);
  const messageId = file?.messageId ?? '';
  const link = `/studio/bank/files/${file?.id}`;
  expect(page).toContain(`href="${link}" download`);
  const { content } = await readFileOfBank(service.app.context, 1001, messageId);
  const { rawPayload, headers } = await get(link);
  expect(rawPayload.equals(content)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'application/xml',
    'content-disposition': `attachment; filename="${messageId}.xml"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const [record] = await db().select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1);
  expect(record).toMatchObject({ action: 'bank.file', entity: `bank-file ${messageId}`, studioId: 1001 });

  const [debit] = await debits();
  for (const search of [messageId, id, longEndToEndId(debit ?? { id: '', attempt: 1 })]) {
    expect(await shown(`/studio/bank?q=${search}&lang=en`)).toContain(link);
  }
  expect(await shown('/studio/bank?q=UPC-20260101-0&lang=en')).toContain('Nothing was found');
});

test.each([
  ['an unknown file', '/studio/bank/files/6f1f0f2e-0000-4000-8000-000000000000', {}],
  ['what is no id', '/studio/bank/files/x', {}],
  ['another machine', '/studio/bank/files/x', { remoteAddress: '192.0.2.7' }],
])('downloads nothing for %s', async (_, url, options) => {
  const headers = { host: 'localhost:4010' };
  expect((await service.app.app.inject({ url, headers, ...options })).statusCode).toBe(404);
});

test('a batch that staff withdraw is confirmed with its content, and its debits wait again', async () => {
  const { id: batchId } = await newestBatch();
  expect(await shown()).toContain(`bank-batch.withdraw?batchId=${batchId}&amp;studio=1001`);
  const fields = { batchId, because: 'NOT_HANDED_IN' };
  const asked = await send('bank-batch.withdraw', fields);
  expect(asked.body).toContain('Withdraw this batch?');
  expect(asked.body).toContain(`${batchId}, execution 24 Nov 2026 · FRST (first debit) · 2 debits · €35.00`);
  expect((await debits()).map(({ status }) => status)).toEqual(['SENT', 'SENT']);
  expect((await send('bank-batch.withdraw', { ...fields, confirmed: 'yes' })).statusCode).toBe(303);
  expect((await debits()).map(({ status }) => status)).toEqual(['WAITING', 'WAITING']);
  const page = await shown();
  expect(page).toMatch(/data-status="BATCH_WITHDRAWN">Withdrawn<\/span> <p>The file was never handed in/);
  expect(page).not.toContain('bank-batch.withdraw?');
  const again = await send('bank-batch.withdraw', { ...fields, confirmed: 'yes' });
  expect(again.body).toContain('is WITHDRAWN; only a batch without an outcome');
});

test('a faulty upload names the line beside the form, and changes nothing', async () => {
  await exportAll();
  const returned = longEndToEndId((await debits())[0] ?? { id: '', attempt: 1 });
  const good = accountReport(IBAN, [{ returned, amount: 2990, reason: 'AM04' }]);
  const before = await db().$count(bankFiles);
  const { statusCode, body } = await upload(good.subarray(0, -20), 'de');
  expect(statusCode).toBe(400);
  expect(body).toMatch(/<p id="refusal" lang="en">Line \d+: /);
  expect(body).toContain('enctype="multipart/form-data"');
  expect(body).toContain('<option value="1001" selected>');
  expect(body).toContain('name="back" value="/studio/bank?studio=1001"');
  expect((await upload(Buffer.alloc(0))).body).toContain('role="alert"');
  expect((await upload(good, 'en', { origin: 'https://evil.example' })).statusCode).toBe(404);
  expect(await db().$count(bankFiles)).toBe(before);
});

test('an upload may be large; one of more than 50 MB is refused', async () => {
  const large = await upload(Buffer.alloc(6_000_000, ' '));
  expect(large.statusCode).toBe(400);
  expect(large.body).toContain('id="refusal" lang="en"');
  const tooLarge = await upload(Buffer.alloc(50_000_000, ' '));
  expect(tooLarge.statusCode).toBe(413);
  expect(tooLarge.body).toMatch(/too large; at most 49999998 bytes/);
  expect(tooLarge.body).toContain('name="back" value="/studio/bank?studio=1001"');
});

test('an upload books what the bank reports, and lists what staff must decide', async () => {
  const unknown = `${'f'.repeat(32)}-1`;
  const { id, total, count } = await newestBatch();
  const report = accountReport(IBAN, [
    { returned: unknown, amount: 700, reason: 'AC04' },
    { batch: id, amount: total - 100, count },
  ]);
  const { headers } = await upload(report);
  expect(headers.location).toMatch(/^\/studio\/bank\?studio=1001&done=\d+$/);
  expect(await shown(String(headers.location))).toMatch(
    /Done: Import a file from the bank.*Entries to decide: 2/,
  );
  const page = await shown();
  expect(page).toMatch(/Account statement<\/h3> <p class="about"> .*· from the bank ·/);
  const { id: entryId, ofBatch } = entriesOf(page);
  for (const text of ['line 6 of', '€7.00 refused or taken back · account closed (AC04)', unknown]) {
    expect(page).toContain(text);
  }
  expect(page).toContain(`entryId=${entryId}&amp;decision=RETURN&amp;endToEndIds=${unknown}`);
  expect(page).toMatch(/Another amount than was sent.*Credit of €34\.00/);
  expect(await shown('/studio/bank?lang=de')).toContain(
    '7,00 € abgelehnt oder zurückgebucht · Konto aufgelöst',
  );
  const alerts = await shown('/studio?lang=en');
  expect(alerts).toContain(`Line 6: Debit or batch not known. Staff must decide about entry ${entryId}.`);

  const dismissed = { entryId, decision: 'DISMISS' };
  expect((await send('bank-entry.decide', dismissed)).body).toContain(
    `${entryId}, Debit or batch not known · €7.00 refused or taken back · account closed (AC04)`,
  );
  await send('bank-entry.decide', { ...dismissed, confirmed: 'yes' });
  await send('bank-entry.decide', { entryId: ofBatch, decision: 'BOOK', confirmed: 'yes' });
  expect((await debits()).map(({ status }) => status)).toEqual(['COLLECTED', 'COLLECTED']);
  const after = await shown();
  expect(after).not.toContain('Entries to decide</h2>');
  expect(after).toMatch(/Decided entries<\/h2>.*data-status="DISMISSED">Nothing to book/);
  expect(after).toContain('data-status="BATCH_BOOKED">Credited');
});

/** Returns the ids of the entries of a page: of a return, and of the credit of a batch. */
function entriesOf(page: string): { id: string; ofBatch: string } {
  const found = (decision: string) =>
    new RegExp(
      `name="entryId" value="([^"]*)" />\\s*<input type="hidden" name="decision" value="${decision}"`,
    ).exec(page)?.[1] ?? '';
  return { id: /entryId=([\w-]+)&amp;decision=RETURN/.exec(page)?.[1] ?? '', ofBatch: found('BOOK') };
}

test('a batch that the bank refuses is an alert, with the reason in words', async () => {
  await db().update(bankDebits).set({ status: 'WAITING', batchId: null, attempt: 3 });
  await exportAll();
  const { id } = await newestBatch();
  const [file] = await db()
    .select({ messageId: bankFiles.messageId })
    .from(bankFiles)
    .innerJoin(bankBatches, eq(bankBatches.fileId, bankFiles.id))
    .where(eq(bankBatches.id, id));
  await upload(statusReport({ file: file?.messageId ?? '', status: 'RJCT', reason: 'FF01' }));
  expect(await shown()).toMatch(/Refused by the bank<\/span> <p>file format not valid \(FF01\)<\/p>/);
  expect(await shown('/studio?lang=de')).toContain(
    `Sammler ${id}: Dateiformat ungültig (FF01). Seine Lastschriften (2) warten auf die nächste Datei.`,
  );
});

test('files are shown page by page, and keep their row when their content is deleted', async () => {
  await db().update(bankFiles).set({ contentEncrypted: null });
  const [file] = await db().select().from(bankFiles).orderBy(desc(bankFiles.createdAt), desc(bankFiles.id));
  const row = { studioId: 1001, direction: 'IN', messageType: 'camt.054.001.08', sha256: 'x' } as const;
  await db()
    .insert(bankFiles)
    .values(
      Array.from({ length: 22 }, (_, at) => ({
        ...{ ...row, id: crypto.randomUUID(), messageId: `NOTICE-${at}` },
        createdAt: now(),
      })),
    );
  const first = await shown('/studio/bank?list=files&lang=en');
  const titles = (page: string) => page.match(/<h3>/g)?.length;
  expect(titles(first)).toBe(20);
  expect(first).toContain('The content was deleted at the end of its retention period.');
  const [, next = ''] = /<a href="([^"]*)" rel="next"/.exec(first) ?? [];
  const second = await shown(next.replaceAll('&amp;', '&'));
  expect(titles(second)).toBe((await db().$count(bankFiles)) - 20);
  expect(first + second).toContain(file?.messageId ?? 'nothing');
  expect((await get(`/studio/bank/files/${file?.id}`)).statusCode).toBe(404);
});

describe('ACH', () => {
  const CHICAGO = '1004';
  const COMPANY = '1234567890';
  const chicago = (lang = 'en') => shown(`/studio/bank?studio=${CHICAGO}&lang=${lang}`);
  const perform = (action: string, fields: Record<string, string>) =>
    send(action, { ...fields, studio: CHICAGO, confirmed: 'yes' });
  const preNote = async () => {
    const [found] = await db().select().from(bankDebits).where(eq(bankDebits.amount, 0));
    return shortEndToEndId(found ?? { id: '', attempt: 1 });
  };

  test('a debit waits for its pre-note, in a file that staff confirm', async () => {
    const runs = { subject: 'paymentRuns', values: { automatic: true } };
    await staff(service, 'settings.set', runs, Number(CHICAGO));
    const ACH = {
      ...{ routingNumber: '091000019', bankName: 'EXAMPLE BANK', cutOff: '16:00' },
      ...{ originId: '091000019', companyId: COMPANY },
    };
    await staff(service, 'studio.set', { bank: { ACH } }, Number(CHICAGO));
    const member = await memberWith(service, 'test-key-lakeshore-chicago-usd', 'ACH', {
      ...{ accountHolder: 'Dale Whitman', bankLocationId: '110000000', accountNumber: '000123456789' },
      ...{ accountType: 'CHECKING', holderType: 'PERSONAL' },
    });
    await owe(service, member, 4900);
    expect(await chicago()).toMatch(
      /<h4>Bank account \(ACH\)<\/h4>.*Its cut-off time is 16:00\..*1 debit · <strong>US\$49\.00<\/strong> · 1 waits for its pre-note/,
    );
    expect(await chicago('de')).toContain('1 wartet auf die Vorabprüfung');

    await perform('bank.export', { until: later(7), method: 'ACH' });
    const page = await chicago();
    expect(page).toMatch(/execution [^<]* · WEB \(authorized online\) · 1 pre-note <span/);
    expect(page).toMatch(/to the bank · Lakeshore Athletics Chicago · Bank account \(ACH\) · NACHA <\/p>/);
    const [, link = ''] = /href="(\/studio\/bank\/files\/[^"]*)" download/.exec(page) ?? [];
    const { headers, body } = await get(link);
    expect(headers['content-type']).toMatch('text/plain');
    expect(headers['content-disposition']).toMatch(/filename="UPC-[^"]*\.ach"/);
    expect(body).toContain(await preNote());
    expect(await shown(`/studio/bank?q=${await preNote()}&lang=en`)).toContain(link);

    const [, messageId = ''] = /name="messageId" value="([^"]*)"/.exec(page) ?? [];
    const asked = await send('bank-file.confirm', { messageId, studio: CHICAGO });
    expect(asked.body).toContain('Has the bank taken this file?');
    expect(asked.body.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(`${messageId}, execution [^<]* · WEB \\(authorized online\\) · 1 pre-note<`),
    );
    await perform('bank-file.confirm', { messageId });
    const after = await chicago();
    expect(after).toContain('data-status="BATCH_RECEIVED"');
    expect(after).not.toContain('bank-file.confirm');
  });

  test('a change that cannot be entered is for staff, and a return has its reason in words', async () => {
    const named = { endToEndId: await preNote(), amount: 0 };
    const report = async (code: string) => {
      const content = nachaReport(COMPANY, [{ ...named, code, correctedData: '' }]).toString('base64');
      await staff(service, 'bank.import', { content }, Number(CHICAGO));
      return chicago();
    };
    const changed = await report('C04');
    expect(changed).toMatch(/<h3>Account of a member changed <\/h3>.*The change cannot be entered here/);
    expect(changed).toContain('<h3>Returns and changed accounts</h3>');
    expect(changed).toContain('name not correct (C04)');
    expect(changed).not.toMatch(/taken back|decision=RETURN|value="BOOK"/);
    const [, entryId = ''] = /name="entryId" value="([^"]*)"/.exec(changed) ?? [];
    await perform('bank-entry.decide', { entryId, decision: 'DISMISS' });
    expect(await chicago()).not.toContain('Entries to decide</h2>');

    await report('R03');
    expect((await debits()).filter(({ currency }) => currency === 'USD')).toMatchObject([
      { status: 'REFUSED', reason: 'R03' },
      { status: 'RETURNED', reason: 'R03' },
    ]);
    const unknown = nachaReport(COMPANY, [{ endToEndId: 'X', amount: 500, code: 'R03' }]);
    await staff(service, 'bank.import', { content: unknown.toString('base64') }, Number(CHICAGO));
    expect(await chicago()).toContain('US$5.00 refused or taken back · account not known (R03)');
    const change = { endToEndId: 'X', amount: 0, code: 'C01', correctedData: '998877665' };
    const ofUnknown = nachaReport(COMPANY, [change]).toString('base64');
    await staff(service, 'bank.import', { content: ofUnknown }, Number(CHICAGO));
    expect(await chicago()).toMatch(
      /<h3>Account of a member changed <\/h3>.*<p>account number not correct \(C01\)<\/p>/,
    );
  });

  test('a method that the bank no longer collects is shown while its debits wait', async () => {
    await db().update(bankDebits).set({ status: 'WAITING', batchId: null });
    await staff(service, 'studio.set', { bank: { SEPA: { iban: IBAN, cutOff: '10:00' } } });
    await db()
      .update(studios)
      .set({ bank: { SEPA: { iban: IBAN, cutOff: '10:00' } } })
      .where(eq(studios.id, Number(CHICAGO)));
    const page = await chicago();
    expect(page).toContain('The bank no longer collects this method.');
    expect(page).not.toContain('method=ACH');
  });
});

describe('BECS', () => {
  const SYDNEY = '1007';
  const USER = '301500';
  const sydney = (lang = 'en') => shown(`/studio/bank?studio=${SYDNEY}&lang=${lang}`);

  test('a file contains one day; the page tells how many debits are for another, and shows returns', async () => {
    const runs = { subject: 'paymentRuns', values: { automatic: true } };
    await staff(service, 'settings.set', runs, Number(SYDNEY));
    const BECS = {
      ...{ bsb: '062000', accountNumber: '12345678', userId: USER, cutOff: '16:00' },
      ...{ userName: 'BAYSIDE FITNESS', bankAbbreviation: 'CBA' },
    };
    await staff(service, 'studio.set', { bank: { BECS } }, Number(SYDNEY));
    const member = await memberWithBecs(service, 'test-key-bayside-sydney-aud');
    for (const [at, amount] of [4700, 1200].entries()) {
      await owe(service, member, amount);
      await db()
        .update(bankDebits)
        .set({ dueOn: addBankDays('BECS', later(0), 4 + at) })
        .where(eq(bankDebits.amount, amount));
    }
    const exported = await send('bank.export', { studio: SYDNEY, until: later(10), method: 'BECS' });
    const done = String(exported.headers.location);
    expect(await shown(done)).toContain('Debits for another file: 1');
    const page = await sydney();
    expect(page).toMatch(/execution [^<]* · 1 debit · A\$47\.00 <span/);
    const [, messageId = ''] = /name="messageId" value="([^"]*)"/.exec(page) ?? [];
    await send('bank-file.confirm', { messageId, studio: SYDNEY, confirmed: 'yes' });
    expect(await sydney()).toContain('data-status="BATCH_RECEIVED"');

    const [sent] = await db().select().from(bankDebits).where(eq(bankDebits.amount, 4700));
    const report = directEntryReport(USER, [
      { endToEndId: shortEndToEndId(sent ?? { id: '', attempt: 1 }), amount: 4700, code: 6 },
      { endToEndId: 'X', amount: 500, code: 3 },
    ]);
    await staff(service, 'bank.import', { content: report.toString('base64') }, Number(SYDNEY));
    expect((await debits()).find(({ id }) => id === sent?.id)).toMatchObject({
      status: 'RETURNED',
      reason: 'BECS6',
    });
    const after = await sydney();
    expect(after).toContain('<h3>Returns</h3>');
    expect(after).toContain('A$5.00 refused or taken back · account closed (BECS3)');
    expect(await sydney('de')).toContain('Konto aufgelöst (BECS3)');
  });
});
