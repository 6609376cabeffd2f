import { and, desc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runQueue } from '../../../../../../test/support/batches.js';
import { NINA } from '../../../../../../test/support/buyer.js';
import { requestToken } from '../../../../../../test/support/clients.js';
import { nachaReport } from '../../../../../../test/support/nacha-reports.js';
import { makePaymentRun } from '../../../../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../../../../test/support/service.js';
import { staff } from '../../../../../../test/support/staff.js';
import { studios } from '../../../../studios/studios.tables.js';
import { debtClaims } from '../../../account/account.tables.js';
import { readFileOfBank } from '../bank-files.js';
import { BankProvider } from '../bank-provider.js';
import { bankBatches, bankDebits, bankEntries, bankFiles, bankMandates } from '../bank.tables.js';
import { shortEndToEndId } from '../end-to-end-id.js';

/*
 * ACH debits of a studio in Chicago, from the mandate to the return. Each test has its own member; the studio's notice is
 * two days. Amounts of claims are in cents.
 */

const CHICAGO = 1004;
const KEY = 'test-key-lakeshore-chicago-usd';
const COMPANY = '1234567890';
const ACH = {
  ...{ routingNumber: '091000019', bankName: 'EXAMPLE BANK' },
  ...{ originId: COMPANY, companyId: COMPANY, cutOff: '16:00' },
};
const DAY = 24 * 3_600_000;

let service: TestService;
let customerId: number;
beforeAll(async () => {
  service = await startTestService();
  await staff(service, 'studio.set', { bank: { ACH } }, CHICAGO);
  await staff(
    service,
    'studio.set',
    { creditor: { ...(await creditor()), preNotificationDays: 2 } },
    CHICAGO,
  );
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } }, CHICAGO);
});
afterAll(() => service.close());

const db = () => service.database.db;
const creditor = async () => {
  const [studio] = await db().select().from(studios).where(eq(studios.id, CHICAGO));
  return studio?.creditor ?? {};
};

/** Makes a member who pays by ACH, with an account of their own. */
const member = async (accountNumber = String(service.clock.now().getTime())) => {
  service.clock.advance(1000);
  const made = await service.api(KEY).post<{ token: string }>('/v1/payments/user-session', {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    referenceText: 'Signup',
  });
  const gateway = service.gateway(made.body.token);
  const details = {
    ...{ accountHolder: 'Dale Whitman', bankLocationId: '110000000', accountNumber },
    ...({ accountType: 'CHECKING', holderType: 'PERSONAL' } as const),
  };
  const payment = await gateway.pay(await gateway.debitRequest('ACH', details));
  const signedUp = await service.api(KEY).post<{ customerId: number }>('/v1/customers/create', {
    ...NINA,
    paymentRequestToken: requestToken(payment),
  });
  expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(200);
  ({ customerId } = signedUp.body);
};
beforeEach(async () => {
  await member();
});

/** Lets a claim fall due and be debited. */
const owe = async (amount: number) => {
  service.clock.advance(1000);
  const dueDate = service.clock.now().toISOString().slice(0, 10);
  await db().insert(debtClaims).values({ customerId, description: 'Fee', amount, dueDate });
  await makePaymentRun(service.app.context);
  await runQueue(service.app.context, 'BANK_NOTICES', 0);
};
/** Returns what is open on the account. */
const open = async () => {
  await runQueue(service.app.context, 'RETURNS', 0);
  const rows = await db()
    .select()
    .from(debtClaims)
    .where(and(eq(debtClaims.customerId, customerId), eq(debtClaims.isSettled, false)));
  return rows.reduce((sum, { amount }) => sum + amount, 0);
};
/** Returns the newest mandate, which is the member's. */
const mandate = async () => {
  const [found] = await db().select().from(bankMandates).orderBy(desc(bankMandates.createdAt)).limit(1);
  if (!found) throw new Error('There is no mandate.');
  return found;
};
const debits = async () =>
  db()
    .select()
    .from(bankDebits)
    .where(eq(bankDebits.mandateId, (await mandate()).id))
    .orderBy(bankDebits.createdAt);
const preNote = async () => {
  const found = (await debits()).find(({ amount }) => amount === 0);
  if (!found) throw new Error('There is no pre-note.');
  return found;
};
const debit = async () => {
  const found = (await debits()).findLast(({ amount }) => amount > 0);
  if (!found) throw new Error('There is no debit.');
  return found;
};

/** Exports what is due in two weeks. @returns the text of the file */
const exported = async () => {
  const until = new Date(service.clock.now().getTime() + 14 * DAY).toISOString().slice(0, 10);
  const { entity } = await staff(service, 'bank.export', { until }, CHICAGO);
  const messageId = entity.replace('bank-file ', '');
  const { content } = await readFileOfBank(service.app.context, CHICAGO, messageId);
  return { messageId, text: content.toString() };
};
const confirm = (messageId: string) => staff(service, 'bank-file.confirm', { messageId }, CHICAGO);
const imported = async (content: Buffer) =>
  (await staff(service, 'bank.import', { content: content.toString('base64') }, CHICAGO)).changed;
/** Lets days pass, after which the bank would have returned what it cannot debit. */
const waitForReturns = async () => {
  service.clock.advance(12 * DAY);
  await runQueue(service.app.context, 'BANK_COLLECTIONS', 0);
};
/** Confirms the newest file, and lets its debits count as collected. */
const checkOutcome = async () => {
  const [file] = await db().select().from(bankFiles).orderBy(desc(bankFiles.createdAt)).limit(1);
  await confirm(file?.messageId ?? '');
  await waitForReturns();
};
/** Brings the member's account so far that it may be debited. */
const checkAccount = async () => {
  await exported();
  await checkOutcome();
};

describe('a pre-note', () => {
  test('is sent without any debit; debits wait until it counts as collected', async () => {
    const first = await exported();
    const checked = await preNote();
    expect(first.text).toContain(`0000000000${shortEndToEndId(checked)}`);
    await owe(3000);
    await expect(exported()).rejects.toThrow('No debit of studio 1004');
    // Nobody has said that the bank has the file. It may be handed in late.
    await waitForReturns();
    expect(await preNote()).toMatchObject({ status: 'SENT' });
    await confirm(first.messageId);
    await runQueue(service.app.context, 'BANK_COLLECTIONS', 0);
    expect(await preNote()).toMatchObject({ status: 'SENT' });
    await waitForReturns();
    expect(await preNote()).toMatchObject({ status: 'COLLECTED' });
    const { text } = await exported();
    expect(text).toContain(`0000003000${shortEndToEndId(await debit())}`);
    expect(text).not.toContain(shortEndToEndId(checked));
  });

  test('that comes back ends the mandate, and reverses the debits that waited for it', async () => {
    await exported();
    await owe(3100);
    const { id, attempt } = await preNote();
    const report = { endToEndId: shortEndToEndId({ id, attempt }), amount: 0, code: 'R03' };
    expect(await imported(nachaReport(COMPANY, [report]))).toMatchObject({ debitsReturned: 1 });
    expect(await mandate()).toMatchObject({ status: 'ENDED', endReason: 'R03' });
    expect(await debit()).toMatchObject({ status: 'REFUSED', reason: 'R03' });
    expect(await open()).toBe(3100);
  });

  test('comes back together with the return of a debit, while nothing waits', async () => {
    await exported();
    const report = { endToEndId: shortEndToEndId(await preNote()), amount: 0, code: 'R03' };
    expect(await imported(nachaReport(COMPANY, [report]))).toMatchObject({ debitsReturned: 1 });
    expect(await mandate()).toMatchObject({ status: 'ENDED', endReason: 'R03' });
  });

  test('cannot be cancelled alone, and is not sent once its mandate has ended', async () => {
    await exported();
    const { id, batchId, mandateId } = await preNote();
    await staff(service, 'bank-batch.withdraw', { batchId, because: 'NOT_HANDED_IN' }, CHICAGO);
    await expect(staff(service, 'bank-debit.cancel', { endToEndId: id }, CHICAGO)).rejects.toThrow(
      'pre-note',
    );
    await new BankProvider(service.app.context, { id: CHICAGO }).detachInstrument(mandateId);
    expect(await preNote()).toMatchObject({ status: 'CANCELLED' });
    expect(await mandate()).toMatchObject({ status: 'ENDED', payerEncrypted: null });
  });

  test('holds back the debits of another mandate on the same account', async () => {
    const account = '000123456789';
    await member(account);
    await checkAccount();
    await owe(3600);
    service.clock.advance(3 * DAY);
    const held = await debit();
    await member(account);
    const { text } = await exported();
    expect(text).toContain(shortEndToEndId(await preNote()));
    expect(text).not.toContain(shortEndToEndId(held));
    await expect(exported()).rejects.toThrow('No debit of studio 1004');
    await checkOutcome();
    expect((await exported()).text).toContain(shortEndToEndId(held));
  });

  test('of a file that was never handed in is sent again', async () => {
    await exported();
    const sent = await preNote();
    await staff(service, 'bank-batch.withdraw', { batchId: sent.batchId, because: 'NOT_HANDED_IN' }, CHICAGO);
    const { text } = await exported();
    expect(text).toContain(shortEndToEndId({ ...sent, attempt: 2 }));
    expect(
      await db().$count(bankDebits, and(eq(bankDebits.mandateId, sent.mandateId), eq(bankDebits.amount, 0))),
    ).toBe(1);
  });
});

describe('a debit', () => {
  test('of a confirmed file counts as collected; a later return reopens its claim', async () => {
    await checkAccount();
    await owe(3200);
    service.clock.advance(3 * DAY);
    const { messageId } = await exported();
    await expect(confirm('UPC-20260101-000000000000')).rejects.toThrow('has written no file');
    await confirm(messageId);
    await expect(confirm(messageId)).rejects.toThrow('no batch that waits');
    await runQueue(service.app.context, 'BANK_COLLECTIONS', 0);
    expect(await debit()).toMatchObject({ status: 'SENT' });
    await waitForReturns();
    expect(await debit()).toMatchObject({ status: 'COLLECTED' });
    const report = { endToEndId: shortEndToEndId(await debit()), amount: 3200, code: 'R10' };
    expect(await imported(nachaReport(COMPANY, [report]))).toMatchObject({ debitsReturned: 1 });
    expect(await imported(nachaReport(COMPANY, [report]))).toMatchObject({ known: 1 });
    expect(await open()).toBe(3200);
    expect(await mandate()).toMatchObject({ status: 'ENDED' });
  });

  test('of a file that was confirmed by mistake waits again', async () => {
    await checkAccount();
    await owe(3250);
    service.clock.advance(3 * DAY);
    const { messageId } = await exported();
    await confirm(messageId);
    await waitForReturns();
    const { batchId, id } = await debit();
    await staff(service, 'bank-batch.withdraw', { batchId, because: 'CANCELLED_AT_BANK' }, CHICAGO);
    expect(await debit()).toMatchObject({ id, status: 'WAITING', attempt: 2 });
    const { text } = await exported();
    expect(text).toContain(shortEndToEndId({ id, attempt: 2 }));
  });

  test('that lacks cover reopens its claim and leaves the mandate', async () => {
    await checkAccount();
    await owe(3300);
    service.clock.advance(3 * DAY);
    await exported();
    const sent = await debit();
    const report = { endToEndId: shortEndToEndId(sent), amount: 3300, code: 'R01' };
    // A return says that the bank has the file.
    expect(await imported(nachaReport(COMPANY, [report]))).toMatchObject({ debitsReturned: 1 });
    const [batch] = await db()
      .select()
      .from(bankBatches)
      .where(eq(bankBatches.id, sent.batchId ?? ''));
    expect(batch?.status).not.toBe('SENT');
    expect(await mandate()).toMatchObject({ status: 'ACTIVE' });
    expect(await open()).toBe(3300);
  });

  test('whose account has changed is debited from the new one; what cannot be used is listed', async () => {
    await checkAccount();
    const named = shortEndToEndId(await preNote());
    const change = { endToEndId: named, amount: 0, code: 'C03', correctedData: '021000021   998877665' };
    expect(await imported(nachaReport(COMPANY, [change]))).toMatchObject({ mandatesChanged: 1 });
    expect(await imported(nachaReport(COMPANY, [change]))).toMatchObject({ known: 1 });
    const name = { endToEndId: named, amount: 0, code: 'C04', correctedData: 'DALE W WHITMAN' };
    expect(await imported(nachaReport(COMPANY, [name]))).toMatchObject({ toDecide: 1 });
    // Of two changes of one debit, it is not clear which one is newer.
    const another = { ...change, correctedData: '021000021   111222333' };
    expect(await imported(nachaReport(COMPANY, [another]))).toMatchObject({ toDecide: 1 });
    const entries = await db().select().from(bankEntries).orderBy(desc(bankEntries.createdAt)).limit(2);
    expect(entries.map(({ problem, reason }) => [problem, reason]).toSorted()).toEqual([
      ['CHANGE', 'C03'],
      ['CHANGE', 'C04'],
    ]);
    await owe(3400);
    service.clock.advance(3 * DAY);
    const { text } = await exported();
    expect(text).toMatch(new RegExp(`27021000021998877665 +0000003400${shortEndToEndId(await debit())}`));
  });

  test('in a file that is missing after a restore is not sent again', async () => {
    await checkAccount();
    await owe(3500);
    service.clock.advance(3 * DAY);
    const { text, messageId } = await exported();
    const { batchId } = await debit();
    // As in a backup from before the export.
    await db()
      .update(bankDebits)
      .set({ status: 'WAITING', batchId: null, sentAt: null })
      .where(and(eq(bankDebits.batchId, batchId ?? ''), gt(bankDebits.amount, 0)));
    await db()
      .delete(bankBatches)
      .where(eq(bankBatches.id, batchId ?? ''));
    await db().delete(bankFiles).where(eq(bankFiles.messageId, messageId));
    expect(await imported(Buffer.from(text))).toMatchObject({ debitsSent: 1 });
    expect(await debit()).toMatchObject({ status: 'SENT', batchId });
  });
});

test('a file about companies of several studios is booked by each, one about none of them is refused', async () => {
  const report = {
    endToEndId: shortEndToEndId({ id: crypto.randomUUID(), attempt: 1 }),
    amount: 1,
    code: 'R01',
  };
  await expect(imported(nachaReport('9999999999', [report]))).rejects.toThrow(
    /…9999 is not that of studio 1004/,
  );
  expect(await imported(nachaReport(COMPANY, [report]))).toMatchObject({ toDecide: 1 });
  expect(await imported(nachaReport(COMPANY, [report], '9999999999'))).toMatchObject({ toDecide: 1 });
});
