import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountReport, statusReport } from '../../../../../../test/support/bank-reports.js';
import { runQueue } from '../../../../../../test/support/batches.js';
import { NINA } from '../../../../../../test/support/buyer.js';
import { requestToken } from '../../../../../../test/support/clients.js';
import { makePaymentRun } from '../../../../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../../../../test/support/service.js';
import { staff } from '../../../../../../test/support/staff.js';
import { debtClaims } from '../../../account/account.tables.js';
import { readFileOfBank } from '../bank-files.js';
import { bankDebits, bankEntries, bankMandates } from '../bank.tables.js';
import { longEndToEndId } from '../end-to-end-id.js';

/* Debits of a studio in Zürich that collects LSV+ and CH-DD at two banks, from the mandate to the return. */

const ZURICH = 1002;
const KEY = 'test-key-seeblick-zuerich-chf';
const LSV = { iban: 'CH9300762011623852957', cutOff: '10:00' };
const CH_DD = { iban: 'CH8309000000100012345', cutOff: '12:00' };
const DAY = 24 * 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await staff(service, 'studio.set', { bank: { LSV, CH_DD } }, ZURICH);
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } }, ZURICH);
});
afterAll(() => service.close());

const db = () => service.database.db;

/** Makes a member who owes an amount, which is debited. @returns the member's id */
async function owing(method: 'LSV' | 'CH_DD', iban: string, amount: number): Promise<number> {
  service.clock.advance(1000);
  const made = await service.api(KEY).post<{ token: string }>('/v1/payments/user-session', {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    referenceText: 'Signup',
  });
  const gateway = service.gateway(made.body.token);
  const address = { line1: 'Bahnhofstrasse 1', city: 'Zürich', postalCode: '8001', country: 'CH' };
  const request = await gateway.debitRequest(method, { accountHolder: 'Urs Näf', iban, address });
  const payment = await gateway.pay(request);
  const { body } = await service.api(KEY).post<{ customerId: number }>('/v1/customers/create', {
    ...NINA,
    paymentRequestToken: requestToken(payment),
  });
  const { customerId } = body;
  const dueDate = service.clock.now().toISOString().slice(0, 10);
  await db().insert(debtClaims).values({ customerId, description: 'Beitrag', amount, dueDate });
  await makePaymentRun(service.app.context);
  await runQueue(service.app.context, 'BANK_NOTICES', 0);
  return customerId;
}

const openOf = async (customerId: number) => {
  await runQueue(service.app.context, 'RETURNS', 0);
  const rows = await db().select().from(debtClaims).where(eq(debtClaims.customerId, customerId));
  return rows.filter(({ isSettled }) => !isSettled).reduce((sum, { amount }) => sum + amount, 0);
};
const newest = async () => {
  const [found] = await db().select().from(bankDebits).orderBy(desc(bankDebits.createdAt)).limit(1);
  if (!found) throw new Error('There is no debit.');
  return found;
};
const until = () => new Date(service.clock.now().getTime() + 30 * DAY).toISOString().slice(0, 10);
const exported = async (method: 'LSV' | 'CH_DD') => {
  const { entity } = await staff(service, 'bank.export', { until: until(), method }, ZURICH);
  const messageId = entity.replace('bank-file ', '');
  const { content } = await readFileOfBank(service.app.context, ZURICH, messageId);
  return { messageId, xml: content.toString() };
};
const imported = async (content: Buffer) =>
  (await staff(service, 'bank.import', { content: content.toString('base64') }, ZURICH)).changed;

test('each bank gets a file with the debits of its method', async () => {
  await owing('LSV', 'LI2608810000012345678', 4000);
  const lsv = await newest();
  await owing('CH_DD', 'CH8309000000100012345', 4100);
  const chDd = await newest();
  await expect(staff(service, 'bank.export', { until: until() }, ZURICH)).rejects.toThrow(
    'collects CH_DD and LSV',
  );
  const first = await exported('LSV');
  expect(first.xml).toContain(longEndToEndId(lsv));
  expect(first.xml).toContain(LSV.iban);
  expect(first.xml).not.toContain(longEndToEndId(chDd));
  const second = await exported('CH_DD');
  expect(second.xml).toContain(longEndToEndId(chDd));
  expect(await imported(statusReport({ file: second.messageId, status: 'ACCP' }))).toMatchObject({
    batchesConfirmed: 1,
  });
});

test('an objection reopens the claim and leaves the mandate', async () => {
  const customerId = await owing('CH_DD', 'CH8309000000100012345', 4200);
  await exported('CH_DD');
  const { id, attempt, batchId, mandateId } = await newest();
  const credit = { batch: batchId ?? '', amount: 4200, count: 1 };
  const chf = { currency: 'CHF' };
  expect(await imported(accountReport(CH_DD.iban, [credit], chf))).toMatchObject({ debitsCollected: 1 });
  const returned = { returned: longEndToEndId({ id, attempt }), amount: 4200, reason: 'MD06' };
  // Euros on that account are none of its debits.
  expect(await imported(accountReport(CH_DD.iban, [returned]))).toMatchObject({ toDecide: 1 });
  expect(await db().$count(bankEntries)).toBe(1);
  expect(await imported(accountReport(CH_DD.iban, [returned], { ...chf, type: 'camt.054' }))).toMatchObject({
    debitsReturned: 1,
  });
  expect(await openOf(customerId)).toBe(4200);
  const [mandate] = await db().select().from(bankMandates).where(eq(bankMandates.id, mandateId));
  expect(mandate).toMatchObject({ status: 'ACTIVE' });
});

test('a closed account ends the mandate', async () => {
  await owing('LSV', 'CH9300762011623852957', 4400);
  const { messageId } = await exported('LSV');
  const debit = await newest();
  const refused = [{ endToEndId: longEndToEndId(debit), reason: 'AC04' }];
  const batches = [{ id: debit.batchId ?? '', status: 'PART', refused }];
  expect(await imported(statusReport({ file: messageId, batches }))).toMatchObject({ debitsRefused: 1 });
  const [mandate] = await db().select().from(bankMandates).where(eq(bankMandates.id, debit.mandateId));
  expect(mandate).toMatchObject({ status: 'ENDED', endReason: 'AC04' });
});

test('a file that is missing after a restore is told apart by its service level', async () => {
  await owing('LSV', 'CH9300762011623852957', 4300);
  const { xml } = await exported('LSV');
  await expect(imported(Buffer.from(xml))).rejects.toThrow('imported before');
  const foreign = xml.replaceAll('CHTA', 'CHDD');
  await expect(imported(Buffer.from(foreign))).rejects.toThrow();
});
