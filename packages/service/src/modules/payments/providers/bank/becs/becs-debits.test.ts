import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQueue } from '../../../../../../test/support/batches.js';
import { NINA } from '../../../../../../test/support/buyer.js';
import { directEntryReport } from '../../../../../../test/support/direct-entry-reports.js';
import { requestToken } from '../../../../../../test/support/clients.js';
import { makePaymentRun } from '../../../../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../../../../test/support/service.js';
import { staff } from '../../../../../../test/support/staff.js';
import { debtClaims } from '../../../account/account.tables.js';
import { readFileOfBank } from '../bank-files.js';
import { bankDebits, bankMandates } from '../bank.tables.js';
import { shortEndToEndId } from '../end-to-end-id.js';

/* BECS debits of a studio in Sydney, from the signed request to the return. */

const SYDNEY = 1007;
const KEY = 'test-key-bayside-sydney-aud';
const BECS = {
  ...{ bsb: '062000', accountNumber: '12345678', userId: '301500' },
  ...{ userName: 'BAYSIDE FITNESS', bankAbbreviation: 'CBA', cutOff: '16:00' },
};
const DAY = 24 * 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await staff(service, 'studio.set', { bank: { BECS } }, SYDNEY);
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } }, SYDNEY);
});
afterAll(() => service.close());

const db = () => service.database.db;

/** Makes a member who has signed a Direct Debit Request on the page. @returns the member's id */
async function signedUp(): Promise<number> {
  service.clock.advance(1000);
  const made = await service.api(KEY).post<{ token: string }>('/v1/payments/user-session', {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    referenceText: 'Signup',
  });
  const gateway = service.gateway(made.body.token);
  const { body } = await gateway.create({
    paymentMethod: 'BECS',
    returnUrl: 'http://localhost:5173/',
  });
  const { body: waiting } = await gateway.authenticate(body.id);
  if (waiting.nextAction?.type !== 'REDIRECT') throw new Error('The payment leads nowhere.');
  const { url } = waiting.nextAction;
  const page = await service.app.app.inject({ url });
  const fields = {
    ...{ accountHolder: 'Ruby Campbell', bankLocationId: '123-456', accountNumber: '000123456' },
    ...{ email: 'ruby@example.com', accepted: 'yes' },
    read: /name="read" value="(\w+)"/.exec(page.body)?.[1] ?? '',
  };
  const signed = await service.app.app.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(signed.statusCode).toBe(303);
  const { body: payment } = await gateway.get(body.id);
  const { body: member } = await service.api(KEY).post<{ customerId: number }>('/v1/customers/create', {
    ...NINA,
    paymentRequestToken: requestToken(payment),
  });
  return member.customerId;
}

const owe = async (customerId: number, amount: number) => {
  const dueDate = service.clock.now().toISOString().slice(0, 10);
  await db().insert(debtClaims).values({ customerId, description: 'Fee', amount, dueDate });
  await makePaymentRun(service.app.context);
  await runQueue(service.app.context, 'BANK_NOTICES', 0);
};
const newest = async () => {
  const [found] = await db().select().from(bankDebits).orderBy(desc(bankDebits.createdAt)).limit(1);
  if (!found) throw new Error('There is no debit.');
  return found;
};
const exported = async () => {
  const until = new Date(service.clock.now().getTime() + 14 * DAY).toISOString().slice(0, 10);
  const { entity, changed } = await staff(service, 'bank.export', { until }, SYDNEY);
  const messageId = entity.replace('bank-file ', '');
  const { content } = await readFileOfBank(service.app.context, SYDNEY, messageId);
  return { messageId, changed, text: content.toString() };
};
/** Imports a file with one return. */
const returned = async (debit: typeof bankDebits.$inferSelect, code: number) => {
  const report = { endToEndId: shortEndToEndId(debit), amount: debit.amount, code };
  const content = directEntryReport(BECS.userId, [report]).toString('base64');
  return (await staff(service, 'bank.import', { content }, SYDNEY)).changed;
};

test('debits of two days are in two files, count as collected when confirmed, and can be returned', async () => {
  const customerId = await signedUp();
  await owe(customerId, 3000);
  const first = await newest();
  service.clock.advance(2 * DAY);
  await owe(customerId, 3100);
  const second = await newest();
  service.clock.advance(10 * DAY);
  const one = await exported();
  expect(one.text).toContain(shortEndToEndId(first));
  expect(one.text).not.toContain(shortEndToEndId(second));
  expect(one.changed).toMatchObject({ debits: 1, forAnotherFile: 1 });
  const two = await exported();
  expect(two.text).toContain(shortEndToEndId(second));
  await staff(service, 'bank-file.confirm', { messageId: one.messageId }, SYDNEY);
  service.clock.advance(14 * DAY);
  await runQueue(service.app.context, 'BANK_COLLECTIONS', 0);
  const statuses = async () =>
    Promise.all(
      [first, second].map(
        async ({ id }) => (await db().select().from(bankDebits).where(eq(bankDebits.id, id)))[0]?.status,
      ),
    );
  expect(await statuses()).toEqual(['COLLECTED', 'SENT']);
  // 6: refer to customer.
  expect(await returned(first, 6)).toMatchObject({ debitsReturned: 1 });
  await runQueue(service.app.context, 'RETURNS', 0);
  const open = await db()
    .select()
    .from(debtClaims)
    .where(and(eq(debtClaims.customerId, customerId), eq(debtClaims.isSettled, false)));
  expect(open.map(({ amount }) => amount)).toEqual([3000]);
  // 3: account closed.
  expect(await returned(second, 3)).toMatchObject({ debitsReturned: 1 });
  const [mandate] = await db().select().from(bankMandates).where(eq(bankMandates.id, second.mandateId));
  expect(mandate).toMatchObject({ status: 'ENDED', endReason: 'BECS3' });
  await expect(returned(second, 3)).rejects.toThrow('imported before');
});
