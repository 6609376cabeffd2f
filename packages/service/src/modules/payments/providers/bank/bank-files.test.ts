import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountReport, type StatusFields, statusReport } from '../../../../../test/support/bank-reports.js';
import { runQueue } from '../../../../../test/support/batches.js';
import { NINA, tokenFor } from '../../../../../test/support/buyer.js';
import { requestToken } from '../../../../../test/support/clients.js';
import { makePaymentRun } from '../../../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../../../test/support/service.js';
import { staff } from '../../../../../test/support/staff.js';
import { compareBooks } from '../../../../admin/operations/compare-books.js';
import { addTerm } from '../../../../core/calendar.js';
import { webhookDeliveries } from '../../../webhooks/webhooks.tables.js';
import { subscribeToEvents } from '../../../../../test/support/subscribe-to-events.js';
import { studios } from '../../../studios/studios.tables.js';
import { auditRecords } from '../../../studios/staff/staff.tables.js';
import { debtClaims } from '../../account/account.tables.js';
import { charges } from '../../charges/charges.tables.js';
import { usages } from '../../usages/usages.tables.js';
import { bankBatches, bankDebits, bankEntries, bankFiles, bankMandates } from './bank.tables.js';
import { readFileOfBank } from './bank-files.js';
import { longEndToEndId } from './end-to-end-id.js';

/*
 * A studio's debits from the token to the statement of its bank. Each test has its own member; the studio's notice is
 * two days. Amounts of the API are in euros, all others in cents.
 */

const IBAN = 'DE02120300000000202051';
const BANK = { SEPA: { iban: IBAN, cutOff: '10:00' } };
const DAY = 24 * 3_600_000;
const BERLIN = 1001;
const MILANO = 1005;

let service: TestService;
let customerId: number;
beforeAll(async () => {
  service = await startTestService();
  await subscribeToEvents(service);
  await staff(service, 'studio.set', { bank: BANK });
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } });
});
afterAll(() => service.close());
beforeEach(async () => {
  const { token } = await tokenFor(service, {});
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
  ({ customerId } = made.body);
});
afterEach(async () => {
  expect((await compareBooks(service.app.context, 90)).findings).toEqual([]);
});

const db = () => service.database.db;
const today = () => service.clock.now().toISOString().slice(0, 10);
const later = (days: number) => addTerm(today(), { value: days, unit: 'DAY' });

const payByToken = async (amount: number, more: Record<string, unknown> = {}) => {
  service.clock.advance(1000);
  const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount, ...more });
  const body = { paymentRequestToken: token, amount: { amount, currency: 'EUR' } };
  const paid = await service.api().post(`/v1/customers/${customerId}/account/payment`, body);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
};
const owe = async (amount: number) => {
  service.clock.advance(1000);
  await db().insert(debtClaims).values({ customerId, description: 'Fee', amount, dueDate: today() });
  await makePaymentRun(service.app.context);
};
/** Returns what is open on the account, in cents. */
const open = async () => {
  const rows = await db()
    .select()
    .from(debtClaims)
    .where(and(eq(debtClaims.customerId, customerId), eq(debtClaims.isSettled, false)));
  return rows.reduce((sum, { amount }) => sum + amount, 0);
};
const balance = async () => {
  const url = `/v1/customers/${customerId}/account/balances`;
  const { body } = await service.api().request<{ accountBalance: { amount: number } }>({ url });
  return Math.round(body.accountBalance.amount * 100);
};
/** Returns the member's newest debit. */
const newest = async () => {
  const [found] = await db()
    .select({ debit: bankDebits })
    .from(bankDebits)
    .leftJoin(usages, eq(usages.id, bankDebits.id))
    .leftJoin(charges, eq(charges.id, bankDebits.id))
    .where(or(eq(usages.customerId, customerId), eq(charges.customerId, customerId)))
    .orderBy(desc(bankDebits.createdAt))
    .limit(1);
  if (!found) throw new Error('The member has no debit.');
  return found.debit;
};
/** Returns the credit of the batch of the member's newest debit, with which other members' debits were sent. */
const credit = async () => {
  const batch = (await newest()).batchId ?? '';
  const sent = await db().select().from(bankDebits).where(eq(bankDebits.batchId, batch));
  return { batch, amount: sent.reduce((sum, { amount }) => sum + amount, 0), count: sent.length };
};
/** Returns the newest entry for staff. */
const entry = async () => {
  const [found] = await db()
    .select()
    .from(bankEntries)
    .where(eq(bankEntries.status, 'OPEN'))
    .orderBy(desc(bankEntries.createdAt))
    .limit(1);
  return found;
};
const announce = () => runQueue(service.app.context, 'BANK_NOTICES', 0);
const reverse = () => runQueue(service.app.context, 'RETURNS', 0);

/** Exports everything that is due in two weeks, and returns the file. */
async function exported(): Promise<{ messageId: string; xml: string; batches: number }> {
  await announce();
  service.clock.advance(5 * DAY);
  const { entity } = await staff(service, 'bank.export', { until: later(14) });
  const messageId = entity.replace('bank-file ', '');
  const { file, content } = await readFileOfBank(service.app.context, BERLIN, messageId);
  const batches = await db().$count(bankBatches, eq(bankBatches.fileId, file.id));
  return { messageId, xml: content.toString(), batches };
}

const imported = async (content: Buffer, studioId = BERLIN) =>
  (await staff(service, 'bank.import', { content: content.toString('base64') }, studioId)).changed;
const status = (fields: StatusFields) => imported(statusReport(fields));
const counts = async () =>
  Promise.all([bankFiles, bankBatches, bankEntries].map((table) => db().$count(table)));

describe('a debit', () => {
  test('is announced, sent once and credited', async () => {
    await payByToken(25);
    expect(await newest()).toMatchObject({ status: 'WAITING', amount: 2500, announcedAt: null });
    await announce();
    const { dueOn, id } = await newest();
    const [event] = await db()
      .select()
      .from(webhookDeliveries)
      .where(
        and(eq(webhookDeliveries.type, 'PAYMENT_ANNOUNCED'), eq(webhookDeliveries.entityId, customerId)),
      );
    expect(event).toBeDefined();
    expect(dueOn >= later(2)).toBe(true);
    const { xml, messageId, batches } = await exported();
    expect(xml).toContain(longEndToEndId({ id, attempt: 1 }));
    expect(xml).toContain('<SeqTp>FRST</SeqTp>');
    await expect(staff(service, 'bank.export', { until: later(14) })).rejects.toThrow(
      'No debit of studio 1001',
    );
    expect(await status({ file: messageId, status: 'ACCP' })).toMatchObject({
      batchesConfirmed: batches,
    });
    const whole = await credit();
    expect(await imported(accountReport(IBAN, [whole, { other: true, amount: 100 }]))).toEqual({
      messageType: 'camt.053.001.08',
      batchesBooked: 1,
      debitsCollected: whole.count,
      others: 1,
    });
    expect(await newest()).toMatchObject({ status: 'COLLECTED' });
    expect(await imported(accountReport(IBAN, [whole], { type: 'camt.054' }))).toMatchObject({ known: 1 });
  });

  test('that the bank refuses reopens its claim and ends the mandate', async () => {
    await owe(3000);
    expect(await open()).toBe(0);
    const { messageId } = await exported();
    const debit = await newest();
    // Another debit of the mandate waits meanwhile.
    await owe(200);
    await announce();
    const refused = [{ endToEndId: longEndToEndId(debit), reason: 'AC04' }];
    const id = debit.batchId ?? '';
    expect(
      await status({ file: messageId, status: 'PART', batches: [{ id, status: 'PART', refused }] }),
    ).toMatchObject({ debitsRefused: 1 });
    await reverse();
    expect(await open()).toBe(3200);
    expect(await newest()).toMatchObject({ status: 'REFUSED', reason: 'AC04', amount: 200 });
    const [ended] = await db().select().from(bankMandates).where(eq(bankMandates.id, debit.mandateId));
    expect(ended).toMatchObject({ status: 'ENDED', endReason: 'AC04' });
  });

  test('that is returned reopens its claim once, whichever files report it', async () => {
    await owe(3000);
    await exported();
    const debit = await newest();
    const returned = { returned: longEndToEndId(debit), amount: 3000, reason: 'AM04' };
    await imported(accountReport(IBAN, [await credit()]));
    expect(await imported(accountReport(IBAN, [returned], { type: 'camt.054' }))).toMatchObject({
      debitsReturned: 1,
    });
    await reverse();
    expect(await open()).toBe(3000);
    expect(await imported(accountReport(IBAN, [returned]))).toMatchObject({ known: 1 });
    await reverse();
    expect(await open()).toBe(3000);
  });

  test('that waits is cancelled by a refund in full; one that was collected must be transferred', async () => {
    await payByToken(40);
    await announce();
    await staff(service, 'credit.refund', { customerId });
    await runQueue(service.app.context, 'REFUNDS', 0);
    expect([(await newest()).status, await balance()]).toEqual(['CANCELLED', 0]);
    await payByToken(41);
    await exported();
    await staff(service, 'credit.refund', { customerId });
    await runQueue(service.app.context, 'REFUNDS', 0);
    expect([(await newest()).status, await balance()]).toEqual(['SENT', 0]);
    await imported(accountReport(IBAN, [await credit()]));
    await runQueue(service.app.context, 'REFUNDS', 0);
    expect([(await newest()).status, await balance()]).toEqual(['COLLECTED', 4100]);
  });
});

describe('a batch', () => {
  test.each([
    ['refused with its file', (file: string) => status({ file, status: 'RJCT', reason: 'FF01' }), 'REFUSED'],
    [
      'withdrawn by staff',
      async () => {
        const { batchId } = await newest();
        await staff(service, 'bank-batch.withdraw', { batchId, because: 'NOT_HANDED_IN' });
      },
      'WITHDRAWN',
    ],
  ])('that is %s frees its debits once', async (_, free, expected) => {
    await payByToken(26);
    const first = await exported();
    const sent = await newest();
    await free(first.messageId);
    expect(await newest()).toMatchObject({ id: sent.id, status: 'WAITING', attempt: 2, batchId: null });
    const [batch] = await db()
      .select()
      .from(bankBatches)
      .where(eq(bankBatches.id, sent.batchId ?? ''));
    expect(batch?.status).toBe(expected);
    await status({ file: first.messageId, status: 'RJCT', reason: 'FF01' });
    expect(await newest()).toMatchObject({ status: 'WAITING', attempt: 2 });
    const second = await exported();
    expect(second.xml).toContain(longEndToEndId({ ...sent, attempt: 2 }));
    expect(second.xml).toContain('<SeqTp>FRST</SeqTp>');
    // A report about the first file says nothing about the second.
    const late = { returned: longEndToEndId(sent), amount: 2600, reason: 'MD06' };
    expect(await imported(accountReport(IBAN, [late]))).toMatchObject({ toDecide: 1 });
    expect(await newest()).toMatchObject({ status: 'SENT' });
    await expect(
      staff(service, 'bank-batch.withdraw', { batchId: sent.batchId, because: 'CANCELLED_AT_BANK' }),
    ).rejects.toThrow(expected);
  });
});

describe('a contradiction', () => {
  test('a batch that is refused for one payer refuses that debit, and frees the others', async () => {
    await payByToken(34);
    const { messageId } = await exported();
    const debit = await newest();
    const refused = [{ endToEndId: longEndToEndId(debit), reason: 'AC04' }];
    await status({ file: messageId, batches: [{ id: debit.batchId ?? '', status: 'RJCT', refused }] });
    expect(await newest()).toMatchObject({ status: 'REFUSED', reason: 'AC04' });
    await reverse();
  });

  test('a debit that is credited although it was refused is booked by staff, and its payment again', async () => {
    await owe(3500);
    const { messageId } = await exported();
    const debit = await newest();
    const endToEndId = longEndToEndId(debit);
    await status({
      file: messageId,
      batches: [{ id: debit.batchId ?? '', status: 'PART', refused: [{ endToEndId, reason: 'AM04' }] }],
    });
    await reverse();
    expect(await open()).toBe(3500);
    expect(await imported(accountReport(IBAN, [{ credited: endToEndId, amount: 3500 }]))).toMatchObject({
      toDecide: 1,
    });
    const of = { entryId: (await entry())?.id, decision: 'BOOK', endToEndIds: endToEndId };
    await staff(service, 'bank-entry.decide', of);
    await reverse();
    expect([(await newest()).status, await open()]).toEqual(['COLLECTED', 0]);
  });

  test('a batch that is credited although it was withdrawn is not sent again', async () => {
    await payByToken(36);
    await exported();
    const whole = await credit();
    await staff(service, 'bank-batch.withdraw', { batchId: whole.batch, because: 'NOT_HANDED_IN' });
    expect(await imported(accountReport(IBAN, [whole]))).toMatchObject({ toDecide: 1 });
    await staff(service, 'bank-entry.decide', { entryId: (await entry())?.id, decision: 'BOOK' });
    expect(await newest()).toMatchObject({ status: 'COLLECTED', batchId: whole.batch });
  });

  test('a return under the id of an earlier file cannot be booked for the next', async () => {
    await payByToken(37);
    await exported();
    const sent = await newest();
    await staff(service, 'bank-batch.withdraw', { batchId: sent.batchId, because: 'NOT_HANDED_IN' });
    await exported();
    const returned = { returned: longEndToEndId(sent), amount: 3700, reason: 'MD06' };
    await imported(accountReport(IBAN, [returned]));
    const of = { entryId: (await entry())?.id, endToEndIds: longEndToEndId(sent) };
    await expect(staff(service, 'bank-entry.decide', { ...of, decision: 'RETURN' })).rejects.toThrow(
      'under the id',
    );
    await expect(staff(service, 'bank-entry.decide', { ...of, decision: 'BOOK' })).rejects.toThrow(
      'withdraw',
    );
    expect((await newest()).status).toBe('SENT');
  });

  test('a batch that is credited late is not booked once its debits went elsewhere; the return of one is', async () => {
    await payByToken(46);
    await exported();
    const whole = await credit();
    const sent = await newest();
    await staff(service, 'bank-batch.withdraw', { batchId: whole.batch, because: 'NOT_HANDED_IN' });
    await exported();
    const { batchId: second } = await newest();
    await staff(service, 'bank-batch.withdraw', { batchId: second, because: 'NOT_HANDED_IN' });
    await imported(accountReport(IBAN, [whole]));
    const entryId = (await entry())?.id;
    await expect(staff(service, 'bank-entry.decide', { entryId, decision: 'BOOK' })).rejects.toThrow(
      'Not all debits',
    );
    await staff(service, 'bank-entry.decide', {
      entryId,
      decision: 'BOOK',
      endToEndIds: longEndToEndId(sent),
    });
    expect(await newest()).toMatchObject({ status: 'COLLECTED', attempt: 1 });
    const returned = { returned: longEndToEndId(sent), amount: 4600, reason: 'MD06' };
    expect(await imported(accountReport(IBAN, [returned]))).toMatchObject({ debitsReturned: 1 });
    await reverse();
  });

  test('a cancelled debit that the bank has collected is booked again', async () => {
    await payByToken(47);
    await exported();
    const sent = await newest();
    await staff(service, 'bank-batch.withdraw', { batchId: sent.batchId, because: 'NOT_HANDED_IN' });
    await staff(service, 'bank-debit.cancel', { endToEndId: sent.id });
    await reverse();
    expect(await balance()).toBe(0);
    await imported(accountReport(IBAN, [{ credited: longEndToEndId(sent), amount: 4700 }]));
    const of = { entryId: (await entry())?.id, decision: 'BOOK', endToEndIds: longEndToEndId(sent) };
    await staff(service, 'bank-entry.decide', of);
    await reverse();
    expect([(await newest()).status, await balance()]).toEqual(['COLLECTED', 4700]);
  });

  test('a batch that is refused because of its creditor reverses no payment', async () => {
    await payByToken(48);
    const { messageId } = await exported();
    const debit = await newest();
    const refused = [{ endToEndId: longEndToEndId(debit), reason: 'CNOR' }];
    await status({ file: messageId, batches: [{ id: debit.batchId ?? '', status: 'RJCT', refused }] });
    expect(await newest()).toMatchObject({ status: 'WAITING', attempt: 2 });
  });

  test('a batch is not freed if only its debits are said to be duplicates', async () => {
    await payByToken(49);
    const { messageId } = await exported();
    const debit = await newest();
    const refused = [{ endToEndId: longEndToEndId(debit), reason: 'AM05' }];
    await status({ file: messageId, batches: [{ id: debit.batchId ?? '', status: 'RJCT', refused }] });
    expect(await newest()).toEqual(debit);
    expect(await entry()).toMatchObject({ problem: 'DUPLICATE' });
  });

  test('a batch whose debits all have an outcome is closed', async () => {
    await payByToken(38);
    await exported();
    const { batchId } = await newest();
    const sent = await db()
      .select()
      .from(bankDebits)
      .where(eq(bankDebits.batchId, batchId ?? ''));
    const credits = sent.map((debit) => ({ credited: longEndToEndId(debit), amount: debit.amount }));
    expect(await imported(accountReport(IBAN, credits))).toMatchObject({ debitsCollected: sent.length });
    const [batch] = await db()
      .select()
      .from(bankBatches)
      .where(eq(bankBatches.id, batchId ?? ''));
    expect(batch?.status).toBe('BOOKED');
  });
});

test('staff cancel a debit that is in no file, and its claim is open again', async () => {
  await owe(3900);
  const endToEndId = longEndToEndId(await newest());
  await staff(service, 'bank-debit.cancel', { endToEndId });
  await reverse();
  expect([(await newest()).status, await open()]).toEqual(['CANCELLED', 3900]);
  await expect(staff(service, 'bank-debit.cancel', { endToEndId })).rejects.toThrow('is CANCELLED');
});

test('a statement of an earlier account is still booked, also without a bank', async () => {
  await payByToken(39);
  await exported();
  const whole = await credit();
  await staff(service, 'studio.set', { bank: null });
  expect(await imported(accountReport(IBAN, [whole]))).toMatchObject({ batchesBooked: 1 });
  await expect(staff(service, 'bank.export', { until: later(7) })).rejects.toThrow('does not collect');
  await staff(service, 'studio.set', { bank: BANK });
});

test('a notice that goes out late moves the day of the debit', async () => {
  await payByToken(41);
  const { dueOn } = await newest();
  service.clock.advance(20 * DAY);
  await announce();
  expect((await newest()).dueOn > dueOn).toBe(true);
  expect((await newest()).dueOn >= later(2)).toBe(true);
});

test('a creditor identifier stays while its bank collects mandates under it', async () => {
  const [studio] = await db().select().from(studios).where(eq(studios.id, BERLIN));
  const creditor = { ...studio?.creditor, creditorIdentifier: 'DE09ZZZ00000000001' };
  await expect(staff(service, 'studio.set', { creditor })).rejects.toThrow(
    /creditorIdentifier: studio 1001 has \d+ mandates/,
  );
});

test('a file that is handed in twice frees nothing when the bank refuses the second', async () => {
  await payByToken(33);
  const { messageId } = await exported();
  const sent = await newest();
  // The report may repeat the batch without the reason.
  const second = { file: messageId, reason: 'AM05', batches: [{ id: sent.batchId ?? '', status: 'RJCT' }] };
  expect(await status({ ...second, status: 'RJCT' })).toEqual({
    messageType: 'pain.002.001.10',
    toDecide: 1,
  });
  expect(await newest()).toEqual(sent);
  await status({ file: messageId, status: 'ACCP' });
  await status({ ...second, status: 'RJCT' });
  expect(await newest()).toEqual(sent);
  await imported(accountReport(IBAN, [await credit()]));
  expect(await newest()).toMatchObject({ status: 'COLLECTED' });
  expect(await status({ ...second, status: 'RJCT' })).not.toHaveProperty('toDecide');
});

describe('a faulty file is rejected whole', () => {
  test.each<[string, (sent: { messageId: string; endToEndId: string; batchId: string }) => Buffer, RegExp]>([
    [
      'truncated',
      ({ endToEndId }) =>
        accountReport(IBAN, [{ returned: endToEndId, amount: 2700, reason: 'AM04' }]).subarray(0, -20),
      /^Line \d+: /,
    ],
    [
      'for another account',
      ({ endToEndId }) =>
        accountReport('DE89370400440532013000', [{ returned: endToEndId, amount: 2700, reason: 'AM04' }]),
      /^Line 5: The account …3000 is not that of studio 1001\./,
    ],
    [
      'with another number of debits',
      ({ messageId }) => statusReport({ file: messageId, status: 'RJCT', count: 700 }),
      /^Line 5: The file .* had \d+ debits, not 700/,
    ],
    [
      'with another total',
      ({ messageId }) => statusReport({ file: messageId, status: 'RJCT', total: 1 }),
      /^Line 5: The file .* had a total of \d+ minor units, not 1/,
    ],
    [
      'about a file that was never written',
      () => statusReport({ file: 'UPC-20260101-000000000000', status: 'RJCT' }),
      /^Line 5: No file UPC-20260101-000000000000/,
    ],
    [
      'about a batch of another file',
      ({ messageId }) => statusReport({ file: messageId, batches: [{ id: 'NOBODY', status: 'RJCT' }] }),
      /^Line 6: The file .* has no batch NOBODY/,
    ],
  ])('%s', async (_, write, message) => {
    await payByToken(27);
    const { messageId } = await exported();
    const debit = await newest();
    const before = await counts();
    const content = write({ messageId, endToEndId: longEndToEndId(debit), batchId: debit.batchId ?? '' });
    await expect(imported(content)).rejects.toThrow(message);
    expect(await newest()).toEqual(debit);
    expect(await counts()).toEqual(before);
  });

  test('imported twice, also under another name', async () => {
    const content = accountReport(IBAN, [{ other: true, amount: 1 }], { messageId: 'STATEMENT-1' });
    await imported(content);
    await expect(imported(content)).rejects.toThrow('This file was imported before');
    await expect(
      imported(accountReport(IBAN, [{ other: true, amount: 2 }], { messageId: 'STATEMENT-1' })),
    ).rejects.toThrow('The message STATEMENT-1 was imported before.');
  });

  test('of another studio', async () => {
    await payByToken(28);
    const { messageId } = await exported();
    const bank = { SEPA: { iban: 'IT60X0542811101000000123456', cutOff: '10:00' } };
    await staff(service, 'studio.set', { bank }, MILANO);
    await expect(imported(statusReport({ file: messageId, status: 'RJCT' }), MILANO)).rejects.toThrow(
      /belongs to another studio than 1005/,
    );
    const returned = { returned: longEndToEndId(await newest()), amount: 2800, reason: 'AM04' };
    await expect(imported(accountReport(bank.SEPA.iban, [returned]), MILANO)).rejects.toThrow(
      /studio 1001, which has another account/,
    );
  });
});

describe('an entry that cannot be assigned', () => {
  test.each([
    ['an unknown debit', 'f'.repeat(32), 100, 'UNKNOWN'],
    ['another amount', null, 2901, 'AMOUNT'],
  ] as const)('%s is listed for staff', async (_, unknown, amount, problem) => {
    await payByToken(29);
    await exported();
    const debit = await newest();
    const returned = unknown === null ? longEndToEndId(debit) : `${unknown}-1`;
    expect(await imported(accountReport(IBAN, [{ returned, amount, reason: 'AM04' }]))).toMatchObject({
      toDecide: 1,
    });
    expect((await newest()).status).toBe('SENT');
    const listed = await entry();
    expect(listed).toMatchObject({ problem, amount });
    const of = { entryId: listed?.id, decision: 'RETURN', endToEndIds: longEndToEndId(debit) };
    await staff(service, 'bank-entry.decide', of);
    await reverse();
    expect((await newest()).status).toBe('RETURNED');
    await expect(staff(service, 'bank-entry.decide', of)).rejects.toThrow('already ASSIGNED');
  });

  test('a credit of another amount books its batch only when staff say so', async () => {
    await payByToken(31);
    await exported();
    const { amount, ...of } = await credit();
    await imported(accountReport(IBAN, [{ ...of, amount: amount - 100 }]));
    expect((await newest()).status).toBe('SENT');
    expect(await entry()).toMatchObject({ problem: 'AMOUNT' });
    await staff(service, 'bank-entry.decide', { entryId: (await entry())?.id, decision: 'BOOK' });
    expect((await newest()).status).toBe('COLLECTED');
  });
});

describe('a mandate', () => {
  test('goes on with the account that the bank reports, and tells the bank', async () => {
    await owe(3200);
    const { messageId } = await exported();
    const debit = await newest();
    const refused = [
      { endToEndId: longEndToEndId(debit), reason: 'AC04', newIban: 'FR1420041010050500013M02606' },
    ];
    expect(
      await status({
        file: messageId,
        status: 'PART',
        batches: [{ id: debit.batchId ?? '', status: 'PART', refused }],
      }),
    ).toMatchObject({ debitsRefused: 1, mandatesChanged: 1 });
    await reverse();
    await owe(3200);
    const { xml } = await exported();
    expect(xml).toContain('FR1420041010050500013M02606');
    expect(xml).toContain('SMNDA');
    await owe(100);
    expect((await exported()).xml).not.toContain('SMNDA');
  });

  test('has a first, a following and a last collection; one for a single debit has just that', async () => {
    await owe(1000);
    expect((await exported()).xml).toContain('<SeqTp>FRST</SeqTp>');
    await owe(1100);
    expect((await exported()).xml).toContain('<SeqTp>RCUR</SeqTp>');
    await owe(1200);
    const { mandateId } = await newest();
    await service.app.context.providers
      .named({ id: BERLIN, publicKey: '', stripeAccount: null, bank: null }, 'BANK')
      .detachInstrument(mandateId, 'key');
    expect((await exported()).xml).toContain('<SeqTp>FNAL</SeqTp>');
  });

  test('for a single debit has just that one', async () => {
    service.clock.advance(1000);
    const fields = { customerId, scope: 'ECOM', amount: 13, savePaymentInstrument: false };
    const gateway = service.gateway(await service.api().session(fields));
    const token = requestToken(await gateway.paySepa(undefined, { savePaymentInstrument: false }));
    const body = { paymentRequestToken: token, amount: { amount: 13, currency: 'EUR' } };
    const paid = await service.api().post(`/v1/customers/${customerId}/account/payment`, body);
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    expect((await exported()).xml).toContain('<SeqTp>OOFF</SeqTp>');
  });

  test('that was not used for 36 months is not debited any more', async () => {
    service.clock.advance(37 * 31 * DAY);
    await owe(1400);
    expect(await open()).toBe(1400);
    expect(await newest()).toMatchObject({ status: 'REFUSED', reason: 'MD01' });
  });
});

describe('an export', () => {
  test.each([
    [() => later(-1), /^until is .*; allowed are/],
    [() => later(15), /^until is .*; allowed are/],
  ])('is refused for a day that the bank does not take', async (day, message) => {
    await expect(staff(service, 'bank.export', { until: day() })).rejects.toThrow(message);
  });

  test('that is missing after a restore is imported, so that its debits are not sent again', async () => {
    await payByToken(45);
    const { xml } = await exported();
    const { batchId } = await newest();
    const [batch] = await db()
      .select()
      .from(bankBatches)
      .where(eq(bankBatches.id, batchId ?? ''));
    // As in a backup from before the export.
    await db()
      .update(bankDebits)
      .set({ status: 'WAITING', batchId: null, sentAt: null })
      .where(
        inArray(
          bankDebits.batchId,
          db()
            .select({ id: bankBatches.id })
            .from(bankBatches)
            .where(eq(bankBatches.fileId, batch?.fileId ?? '')),
        ),
      );
    await db()
      .delete(bankBatches)
      .where(eq(bankBatches.fileId, batch?.fileId ?? ''));
    await db()
      .delete(bankFiles)
      .where(eq(bankFiles.id, batch?.fileId ?? ''));
    expect((await newest()).status).toBe('WAITING');
    expect(await imported(Buffer.from(xml))).not.toHaveProperty('toDecide');
    expect(await newest()).toMatchObject({ status: 'SENT', batchId });
    await expect(staff(service, 'bank.export', { until: later(14) })).rejects.toThrow(
      'No debit of studio 1001',
    );
    await expect(imported(Buffer.from(xml))).rejects.toThrow('imported before');
  });

  test('is refused for a studio whose bank collects nothing, and while payments are held', async () => {
    await expect(staff(service, 'bank.export', { until: later(7) }, 1002)).rejects.toThrow(
      'does not collect',
    );
    const record = { studioId: null, actor: 'test', entity: 'installation', changed: {}, traceId: 'test' };
    const createdAt = service.clock.now();
    await db()
      .insert(auditRecords)
      .values({ ...record, action: 'database.restore', createdAt });
    await expect(staff(service, 'bank.export', { until: later(7) })).rejects.toThrow('on hold');
    await db()
      .insert(auditRecords)
      .values({ ...record, action: 'payments.resume', createdAt });
  });
});
