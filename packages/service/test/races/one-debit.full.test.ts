import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareBooks } from '../../src/admin/operations/compare-books.js';
import { performStaffAction } from '../../src/admin/staff-actions.js';
import type { App } from '../../src/app.js';
import { addTerm } from '../../src/core/calendar.js';
import { accountTransactions, debtClaims } from '../../src/modules/payments/account/account.tables.js';
import {
  bankBatches,
  bankDebits,
  bankMandates,
} from '../../src/modules/payments/providers/bank/bank.tables.js';
import { longEndToEndId, shortEndToEndId } from '../../src/modules/payments/providers/bank/end-to-end-id.js';
import { readFileOfBank } from '../../src/modules/payments/providers/bank/bank-files.js';
import { usages } from '../../src/modules/payments/usages/usages.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { accountReport, statusReport } from '../support/bank-reports.js';
import { runQueue } from '../support/batches.js';
import { NINA, tokenFor } from '../support/buyer.js';
import { requestToken } from '../support/clients.js';
import { nachaReport } from '../support/nacha-reports.js';
import { makePaymentRun } from '../support/payment-run.js';
import { startTestService, type TestService } from '../support/service.js';

const DAY = 24 * 3_600_000;
const IBAN = 'DE02120300000000202051';
const ROUNDS = 5;

const BERLIN = 1001;
/** The studio that collects ACH. */
const CHICAGO = 1004;
const CHICAGO_KEY = 'test-key-lakeshore-chicago-usd';
const COMPANY = '1234567890';
const ACH = {
  ...{ routingNumber: '091000019', bankName: 'EXAMPLE BANK' },
  ...{ originId: COMPANY, companyId: COMPANY, cutOff: '16:00' },
};

let service: TestService;
let apps: readonly App[];

const db = () => service.database.db;
const everywhere = <T>(job: (app: App, at: number) => Promise<T>) => Promise.all(apps.map(job));

/** Performs a staff action. @returns its result, or the message of its refusal */
const staff = ({ context }: App, name: string, input: Record<string, unknown>, studioId = BERLIN) =>
  performStaffAction(context, {
    name,
    studioId,
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
    const bank = { SEPA: { iban: IBAN, cutOff: '10:00' } };
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
  const exportFrom = (studioId: number) => (app: App) =>
    staff(app, 'bank.export', { until: until() }, studioId);
  const importInto = (studioId: number) => (app: App, content: Buffer) =>
    staff(app, 'bank.import', { content: content.toString('base64') }, studioId);
  const [exportAt, importAt] = [exportFrom(BERLIN), importInto(BERLIN)];
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
  const filesWith = async (endToEndId: string, studioId = BERLIN) => {
    const batches = await db().select().from(bankBatches).where(eq(bankBatches.studioId, studioId));
    const messages = new Set(batches.map(({ id }) => id.replace(/-\d+$/, '')));
    const contents = await Promise.all(
      [...messages].map((id) => readFileOfBank(service.app.context, studioId, id)),
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
        expect([debit.status, await filesWith(longEndToEndId(debit))]).toEqual(['SENT', 1]);
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
      expect([debit.status, await filesWith(longEndToEndId(debit))]).toEqual(
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
      expect(await filesWith(longEndToEndId(debit))).toBe(1);
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
      const returned = { returned: longEndToEndId(debit), amount: 3000, reason: 'MD06' };
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
      const returned = { returned: longEndToEndId(debit), amount: 3000, reason: 'AM04' };
      const [, second = service.app] = apps;
      await Promise.all([importAt(second, accountReport(IBAN, [returned])), queue('REFUNDS')]);
      await Promise.all([queue('RETURNS'), queue('REFUNDS')]);
      await Promise.all([queue('RETURNS'), queue('REFUNDS')]);
      expect(await booked(customerId)).toEqual([-3000, 3000]);
      await expectBooks();
    }
    service.clock.advance(DAY);
  });

  describe('a studio that collects ACH', () => {
    beforeAll(async () => {
      const [studio] = await db().select().from(studios).where(eq(studios.id, CHICAGO));
      const creditor = { ...studio?.creditor, preNotificationDays: 2 };
      const set = await staff(service.app, 'studio.set', { bank: { ACH }, creditor }, CHICAGO);
      expect(set).toMatchObject({ entity: `studio ${CHICAGO}` });
    });

    const [exportAch, importAch] = [exportFrom(CHICAGO), importInto(CHICAGO)];

    /** Makes a member who pays by ACH from an account of their own. @returns the ids of the member and the mandate */
    const member = async () => {
      service.clock.advance(1000);
      const accountNumber = String(service.clock.now().getTime());
      const api = service.api(CHICAGO_KEY);
      const session = { amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Signup' };
      const { body } = await api.post<{ token: string }>('/v1/payments/user-session', session);
      const gateway = service.gateway(body.token);
      const details = {
        ...{ accountHolder: 'Dale Whitman', bankLocationId: '110000000', accountNumber },
        ...({ accountType: 'CHECKING', holderType: 'PERSONAL' } as const),
      };
      const payment = await gateway.pay(await gateway.debitRequest('ACH', details));
      const made = await api.post<{ customerId: number }>('/v1/customers/create', {
        ...NINA,
        paymentRequestToken: requestToken(payment),
      });
      const [mandate] = await db().select().from(bankMandates).orderBy(desc(bankMandates.createdAt)).limit(1);
      return { customerId: made.body.customerId, mandateId: mandate?.id ?? '' };
    };
    type Member = Awaited<ReturnType<typeof member>>;
    /** Lets a member owe an amount, which is debited. */
    const owe = async ({ customerId }: Member, amount = 3000) => {
      const dueDate = service.clock.now().toISOString().slice(0, 10);
      await db().insert(debtClaims).values({ customerId, description: 'Fee', amount, dueDate });
      expect(await staff(service.app, 'payment-run.start', {}, CHICAGO)).not.toBeTypeOf('string');
      await makePaymentRun(service.app.context);
      await runQueue(service.app.context, 'BANK_NOTICES', 0);
    };
    const preNotes = ({ mandateId }: Member) =>
      db()
        .select()
        .from(bankDebits)
        .where(and(eq(bankDebits.mandateId, mandateId), eq(bankDebits.amount, 0)));
    const debit = async ({ mandateId }: Member) => {
      const [found] = await db()
        .select()
        .from(bankDebits)
        .where(and(eq(bankDebits.mandateId, mandateId), gt(bankDebits.amount, 0)));
      if (!found) throw new Error('There is no debit.');
      return found;
    };
    const confirm = (app: App, messageId: string) => staff(app, 'bank-file.confirm', { messageId }, CHICAGO);
    /** Exports what is due. @returns the message id */
    const sendFile = async () => {
      const result = await exportAch(service.app);
      return typeof result === 'string' ? expect.fail(result) : result.entity.replace('bank-file ', '');
    };
    /** Lets a file with the member's pre-note be confirmed, and days pass in which it would be returned. */
    const checkAccount = async () => {
      await confirm(service.app, await sendFile());
      service.clock.advance(12 * DAY);
    };
    const statusOfBatch = async (id: string | null) => {
      const [batch] = await db()
        .select()
        .from(bankBatches)
        .where(eq(bankBatches.id, id ?? ''));
      return batch?.status;
    };

    test('a mandate has one pre-note, however many export at once', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const members = [await member(), await member()];
        const results = await everywhere(exportAch);
        expect(results.filter((result) => typeof result !== 'string')).toHaveLength(1);
        for (const each of members) {
          const [preNote, ...others] = await preNotes(each);
          expect([preNote?.status, others]).toEqual(['SENT', []]);
          expect(await filesWith(shortEndToEndId(preNote!), CHICAGO)).toBe(1);
        }
      }
    });

    test('when a pre-note comes back, its debit is in a file or refused, never both', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const payer = await member();
        await checkAccount();
        await owe(payer);
        const [preNote] = await preNotes(payer);
        const returned = { endToEndId: shortEndToEndId(preNote!), amount: 0, code: 'R02' };
        const [first = service.app, second = first, third = first, fourth = first] = apps;
        await Promise.all([
          importAch(first, nachaReport(COMPANY, [returned])),
          runQueue(second.context, 'BANK_COLLECTIONS', 0),
          exportAch(third),
          exportAch(fourth),
        ]);
        expect((await preNotes(payer)).map(({ status }) => status)).toEqual(['RETURNED']);
        await queue('RETURNS');
        const { status, ...sent } = await debit(payer);
        const isSent = status === 'SENT';
        expect([status, await filesWith(shortEndToEndId(sent), CHICAGO)]).toEqual(
          isSent ? ['SENT', 1] : ['REFUSED', 0],
        );
        expect(await booked(payer.customerId)).toEqual(isSent ? [3000] : [-3000, 3000]);
      }
    });

    test('a file that is withdrawn while its debits begin to count as collected waits again, once', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const payer = await member();
        await checkAccount();
        await queue('BANK_COLLECTIONS');
        await owe(payer);
        await confirm(service.app, await sendFile());
        service.clock.advance(12 * DAY);
        const { batchId } = await debit(payer);
        const withdrawal = { batchId, because: 'CANCELLED_AT_BANK' };
        const [first = service.app, second = first, third = first, fourth = first] = apps;
        await Promise.all([
          runQueue(first.context, 'BANK_COLLECTIONS', 0),
          runQueue(second.context, 'BANK_COLLECTIONS', 0),
          staff(third, 'bank-batch.withdraw', withdrawal, CHICAGO),
          staff(fourth, 'bank-batch.withdraw', withdrawal, CHICAGO),
        ]);
        const { status, attempt } = await debit(payer);
        expect([status, attempt, await statusOfBatch(batchId)]).toEqual(['WAITING', 2, 'WITHDRAWN']);
        expect(await booked(payer.customerId)).toEqual([3000]);
      }
    });

    test('a debit that counts as collected when its return is imported is returned once', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const payer = await member();
        await checkAccount();
        await queue('BANK_COLLECTIONS');
        await owe(payer);
        await confirm(service.app, await sendFile());
        service.clock.advance(12 * DAY);
        const sent = await debit(payer);
        const returned = { endToEndId: shortEndToEndId(sent), amount: 3000, code: 'R01' };
        const [first = service.app, second = first, third = first, fourth = first] = apps;
        await Promise.all([
          runQueue(first.context, 'BANK_COLLECTIONS', 0),
          importAch(second, nachaReport(COMPANY, [returned])),
          runQueue(third.context, 'BANK_COLLECTIONS', 0),
          importAch(fourth, nachaReport(COMPANY, [returned])),
        ]);
        await queue('RETURNS');
        expect((await debit(payer)).status).toBe('RETURNED');
        expect(await statusOfBatch(sent.batchId)).toBe('BOOKED');
        expect(await booked(payer.customerId)).toEqual([-3000, 3000]);
        await expectBooks();
      }
    });
  });
});
