import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountReport } from '../../../test/support/bank-reports.js';
import { runBatches } from '../../../test/support/batches.js';
import { tokenFor } from '../../../test/support/buyer.js';
import { requestToken } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { BankProvider } from '../../modules/payments/providers/bank/bank-provider.js';
import { readFileOfBank } from '../../modules/payments/providers/bank/bank-files.js';
import {
  bankDebits,
  bankEntries,
  bankFiles,
  bankMandates,
  type DebitStatus,
} from '../../modules/payments/providers/bank/bank.tables.js';
import { readRetention } from './retention-periods.js';
import { applyRetention } from './retention.js';

const IBAN = 'DE02120300000000202051';
const DAY = 24 * 3600_000;

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
  await staff(service, 'studio.set', { bank: { SEPA: { iban: IBAN, cutOff: '10:00' } } });
});
afterEach(() => service.close());

const throwIt = (fault: unknown) => {
  throw fault;
};
const db = () => service.database.db;
const later = async (days: number) => {
  service.clock.advance(days * DAY);
  await applyRetention(service.app.context, readRetention({}), throwIt);
};
const pay = async () => {
  const token = await service.api().session({ customerId: 2002, scope: 'ECOM', amount: 5 });
  const gateway = service.gateway(token);
  return { gateway, payment: await gateway.paySepa() };
};
const mandate = async () => (await db().select().from(bankMandates))[0];
/** Ends the mandate as the provider does when an instrument is removed. */
const end = async () =>
  new BankProvider(service.app.context, { id: 1001 }).detachInstrument((await mandate())?.id ?? '');

const GIVEN = { payerEncrypted: expect.any(String) as string, reference: expect.any(String) as string };
const CLEARED = { status: 'ENDED', payerEncrypted: null, reference: null };

describe("a payer's account", () => {
  /** Debits the member under a new mandate. */
  const debited = async (status: DebitStatus) => {
    const { payment } = await pay();
    const body = { paymentRequestToken: requestToken(payment), amount: { amount: 5, currency: 'EUR' } };
    const paid = await service.api().post('/v1/customers/2002/account/payment', body);
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    await db().update(bankDebits).set({ status });
  };

  test('is deleted with a mandate under which nothing was debited', async () => {
    await tokenFor(service, { customerId: 2002 });
    expect(await mandate()).toMatchObject({ ...GIVEN, status: 'ACTIVE' });
    await end();
    expect(await mandate()).toMatchObject(CLEARED);
    const provider = new BankProvider(service.app.context, { id: 1001 });
    expect(await provider.retrieveIntent((await mandate())?.id ?? '')).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('is deleted at the latest with the signed mandate of an unsuccessful attempt', async () => {
    const { gateway, payment } = await pay();
    await gateway.cancel(payment.id);
    await runBatches(service.app.context, 0, throwIt);
    await later(31);
    expect(await db().$count(mandates)).toBe(0);
    expect(await mandate()).toMatchObject(CLEARED);
  });

  test('is kept for 14 months after the last debit', async () => {
    await debited('COLLECTED');
    await later(30);
    await end();
    expect(await mandate()).toMatchObject({ ...GIVEN, status: 'ENDED' });
    await later(13 * 30);
    expect(await mandate()).toMatchObject(GIVEN);
    await later(60);
    expect(await mandate()).toMatchObject(CLEARED);
  });

  test.each(['WAITING', 'SENT'] as const)('is kept while a debit is %s', async (status) => {
    await debited(status);
    await end();
    await later(600);
    expect(await mandate()).toMatchObject(GIVEN);
  });

  test('of a mandate that is still in use is kept', async () => {
    await debited('COLLECTED');
    await later(13 * 30);
    expect(await mandate()).toMatchObject({ ...GIVEN, status: 'ACTIVE' });
  });
});

test('files lose their content after 400 days and are still not imported again, entries go when decided', async () => {
  const unknown = () => ({ returned: `${randomUUID().replaceAll('-', '')}-1`, amount: 100, reason: 'MD06' });
  const content = accountReport(IBAN, [unknown(), unknown()], { messageId: 'STATEMENT' }).toString('base64');
  await staff(service, 'bank.import', { content });
  const [first, second] = await db().select().from(bankEntries);
  await staff(service, 'bank-entry.decide', { entryId: first?.id, decision: 'DISMISS' });
  await later(399);
  expect(await db().$count(bankEntries)).toBe(2);
  await later(2);
  expect(await db().select({ id: bankEntries.id }).from(bankEntries)).toEqual([{ id: second?.id }]);
  const [file] = await db().select().from(bankFiles).where(eq(bankFiles.messageId, 'STATEMENT'));
  expect(file?.contentEncrypted).toBeNull();
  await expect(readFileOfBank(service.app.context, 1001, 'STATEMENT')).rejects.toThrow('was deleted');
  await expect(staff(service, 'bank.import', { content })).rejects.toThrow('imported before');
});
