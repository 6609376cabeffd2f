import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareBooks } from '../../src/admin/operations/compare-books.js';
import { performStaffAction } from '../../src/admin/staff-actions.js';
import type { App } from '../../src/app.js';
import { addTerm } from '../../src/core/calendar.js';
import { accountTransactions } from '../../src/modules/payments/account/account.tables.js';
import { bankBatches, bankDebits } from '../../src/modules/payments/providers/bank/bank.tables.js';
import { endToEndIdOf } from '../../src/modules/payments/providers/bank/debits.js';
import { readFileOfBank } from '../../src/modules/payments/providers/bank/bank-files.js';
import { usages } from '../../src/modules/payments/usages/usages.tables.js';
import { accountReport, statusReport } from '../support/bank-reports.js';
import { runQueue } from '../support/batches.js';
import { NINA, tokenFor } from '../support/buyer.js';
import { startTestService, type TestService } from '../support/service.js';

const DAY = 24 * 3_600_000;
const IBAN = 'DE02120300000000202051';
const ROUNDS = 5;

let service: TestService;
let apps: readonly App[];

const db = () => service.database.db;
const everywhere = <T>(job: (app: App, at: number) => Promise<T>) => Promise.all(apps.map(job));

/** Performs a staff action. @returns its result, or the message of its refusal */
const staff = ({ context }: App, name: string, input: Record<string, unknown>) =>
  performStaffAction(context, {
    name,
    studioId: 1001,
    actor: 'test',
    traceId: crypto.randomUUID(),
    input,
  }).then(
    ({ entity, changed }) => ({ entity, changed }),
    (error: Error) => error.message,
  );

describe('several services on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    service = await startTestService();
    apps = [service.app, await service.another(), await service.another(), await service.another()];
    const bank = { methods: ['SEPA'], iban: IBAN, cutOff: '10:00' };
    expect(await staff(service.app, 'studio.set', { bank })).toMatchObject({ entity: 'studio 1001' });
  });
  afterAll(async () => {
    await Promise.all(apps.slice(1).map((app) => app.close()));
    await service.close();
  });

  /** Makes a member who has paid by debit, which waits for the next file. */
  const memberWithDebit = async (amount = 30) => {
    service.clock.advance(1000);
    const { token } = await tokenFor(service, {});
    const made = await service
      .api()
      .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
    const { customerId } = made.body;
    const paid = await tokenFor(service, { customerId, scope: 'ECOM', amount });
    await service.api().post(`/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken: paid.token,
      amount: { amount, currency: 'EUR' },
    });
    await runQueue(service.app.context, 'BANK_NOTICES', 0);
    return customerId;
  };
  const debitOf = async (customerId: number) => {
    const [found] = await db()
      .select({ debit: bankDebits })
      .from(bankDebits)
      .innerJoin(usages, eq(usages.id, bankDebits.id))
      .where(and(eq(usages.customerId, customerId), inArray(usages.kind, ['ACCOUNT_PAYMENT'])));
    if (!found) throw new Error('There is no debit.');
    return found.debit;
  };
  const until = () => addTerm(service.clock.now().toISOString().slice(0, 10), { value: 14, unit: 'DAY' });
  const exportAt = (app: App) => staff(app, 'bank.export', { until: until() });
  const importAt = (app: App, content: Buffer) =>
    staff(app, 'bank.import', { content: content.toString('base64') });
  const refund = (app: App, customerId: number) => staff(app, 'credit.refund', { customerId });
  const queue = (name: string) => everywhere(({ context }) => runQueue(context, name, 0));
  const booked = async (customerId: number) => {
    const rows = await db()
      .select()
      .from(accountTransactions)
      .where(eq(accountTransactions.customerId, customerId));
    return rows.map(({ amount }) => amount).sort((a, b) => a - b);
  };
  /** Returns how many of the files written so far contain a debit. */
  const filesWith = async (endToEndId: string) => {
    const batches = await db().select().from(bankBatches);
    const messages = new Set(batches.map(({ id }) => id.replace(/-\d+$/, '')));
    const contents = await Promise.all(
      [...messages].map((id) => readFileOfBank(service.app.context, 1001, id)),
    );
    return contents.filter(({ content }) => content.includes(endToEndId)).length;
  };
  const expectBooks = async () => expect((await compareBooks(service.app.context, 90)).findings).toEqual([]);

  test('a debit is in one file, however many export at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const customers = [await memberWithDebit(), await memberWithDebit(31)];
      const results = await everywhere(exportAt);
      expect(results.filter((result) => typeof result !== 'string')).toHaveLength(1);
      for (const customerId of customers) {
        const debit = await debitOf(customerId);
        expect([debit.status, await filesWith(endToEndIdOf(debit))]).toEqual(['SENT', 1]);
      }
    }
  });

  test('a debit is cancelled or sent, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const customerId = await memberWithDebit();
      await refund(service.app, customerId);
      const [, second = service.app, third = service.app] = apps;
      const [exported] = await Promise.all([
        exportAt(second),
        runQueue(service.app.context, 'REFUNDS', 0),
        runQueue(third.context, 'REFUNDS', 0),
      ]);
      const debit = await debitOf(customerId);
      const isSent = typeof exported !== 'string';
      expect([debit.status, await filesWith(endToEndIdOf(debit))]).toEqual(
        isSent ? ['SENT', 1] : ['CANCELLED', 0],
      );
      expect(await booked(customerId)).toEqual(isSent ? [3000] : [-3000, 3000]);
      await expectBooks();
    }
  });

  test('a batch is freed once, whoever refuses, withdraws or exports at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const customerId = await memberWithDebit();
      await exportAt(service.app);
      const { batchId } = await debitOf(customerId);
      const file = (batchId ?? '').replace(/-\d+$/, '');
      const refusal = statusReport({ file, status: 'RJCT', reason: 'AM10' });
      await everywhere((app, at) =>
        at % 2 === 0
          ? importAt(app, refusal)
          : staff(app, 'bank-batch.withdraw', { batchId, because: 'CANCELLED_AT_BANK' }),
      );
      expect(await debitOf(customerId)).toMatchObject({ status: 'WAITING', attempt: 2 });
      await everywhere(exportAt);
      const debit = await debitOf(customerId);
      expect(debit).toMatchObject({ status: 'SENT', attempt: 2 });
      expect(await filesWith(endToEndIdOf(debit))).toBe(1);
    }
  });

  test('a statement is booked once, and a return reopens once, whichever files report it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const customerId = await memberWithDebit();
      await exportAt(service.app);
      const debit = await debitOf(customerId);
      const [batch] = await db()
        .select()
        .from(bankBatches)
        .where(eq(bankBatches.id, debit.batchId ?? ''));
      const credit = { batch: batch?.id ?? '', amount: batch?.total ?? 0, count: batch?.count ?? 0 };
      const statement = accountReport(IBAN, [credit]);
      const imports = await everywhere((app) => importAt(app, statement));
      expect(imports.filter((result) => typeof result !== 'string')).toHaveLength(1);
      const returned = { returned: endToEndIdOf(debit), amount: 3000, reason: 'MD06' };
      await everywhere((app, at) =>
        importAt(app, accountReport(IBAN, [returned], { type: at % 2 === 0 ? 'camt.054' : 'camt.053' })),
      );
      await queue('RETURNS');
      expect(await booked(customerId)).toEqual([-3000, 3000]);
      expect((await debitOf(customerId)).status).toBe('RETURNED');
      await expectBooks();
    }
  });

  test('a return and a refund at the same moment leave one of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const customerId = await memberWithDebit();
      await exportAt(service.app);
      const debit = await debitOf(customerId);
      await refund(service.app, customerId);
      const returned = { returned: endToEndIdOf(debit), amount: 3000, reason: 'AM04' };
      const [, second = service.app] = apps;
      await Promise.all([importAt(second, accountReport(IBAN, [returned])), queue('REFUNDS')]);
      await Promise.all([queue('RETURNS'), queue('REFUNDS')]);
      await Promise.all([queue('RETURNS'), queue('REFUNDS')]);
      expect(await booked(customerId)).toEqual([-3000, 3000]);
      await expectBooks();
    }
    service.clock.advance(DAY);
  });
});
