import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pressAtBank } from '../../../../test/support/bank-page.js';
import { NINA, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import { requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import type { Database } from '../../../core/database/database.js';
import { runQueue } from '../../../../test/support/batches.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { accountTransactions, claimPayments, debtClaims } from '../account/account.tables.js';
import { settleCredit } from '../account/credit.job.js';
import { customersToSettle } from '../account/credit.js';

/*
 * Credit is money paid or credited beyond the claims. It settles claims as they fall due, and immediately pays what is
 * due on signing, but never more than exists. Amounts are in cents and were worked out by hand.
 */

const DAY = 24 * 3600_000;
const HALF_HOUR = 30 * 60_000;
/** An account whose bank returns the debits. */
const RETURNED = 'DE35370400440532013002';

let service: TestService;
let customerId: number;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const newCustomers = async (count: number): Promise<number[]> => {
  const { db } = service.database;
  const persons = Array.from({ length: count }, () => crypto.randomUUID());
  await db
    .insert(paymentCustomers)
    .values(persons.map((id) => ({ id, studioId: 1001, createdAt: service.clock.now() })));
  const made = await db
    .insert(customers)
    .values(
      persons.map((paymentCustomerId) => ({
        studioId: 1001,
        paymentCustomerId,
        firstName: 'Test',
        lastName: 'Person',
      })),
    )
    .returning();
  return made.map(({ id }) => id);
};

beforeEach(async () => {
  [customerId = 0] = await newCustomers(1);
});

interface Entry {
  readonly id: number;
  readonly dueDate: string;
  readonly description: string;
  readonly amount: { readonly amount: number };
  readonly openAmount: { readonly amount: number };
}

const listed = async (query = 'sliceSize=50') => {
  const url = `/v1/customers/${customerId}/account/transactions?${query}`;
  return (await service.api().request<{ result: Entry[]; offset: string; hasNext: boolean }>({ url })).body;
};

// The list must always agree with the balance, whatever has happened to the account.
afterEach(async () => {
  const result: Entry[] = [];
  for (let offset = '0', more = true; more;) {
    const slice = await listed(`sliceSize=50&offset=${offset}`);
    result.push(...slice.result);
    ({ offset, hasNext: more } = slice);
  }
  const url = `/v1/customers/${customerId}/account/balances`;
  const { body } = await service.api().request<{ accountBalance: { amount: number } }>({ url });
  const open = result.map(({ openAmount }) => Math.round(openAmount.amount * 100));
  expect(open.reduce((sum, each) => sum + each, Math.round(body.accountBalance.amount * 100))).toBe(0);
});

const inDays = (days: number) =>
  new Date(service.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
const credit = (amount: number, to: readonly number[] = [customerId]) =>
  service.database.db.insert(accountTransactions).values(
    to.map((id) => ({
      customerId: id,
      usageId: null,
      amount,
      currency: 'EUR' as const,
      bookedAt: service.clock.now(),
    })),
  );
const claim = async (amount: number, dueInDays: number) => {
  const [made] = await service.database.db
    .insert(debtClaims)
    .values({ customerId, description: 'Fee', amount, dueDate: inDays(dueInDays) })
    .returning();
  return made?.id ?? 0;
};
const token = async (amount: number, iban?: string) =>
  (await tokenFor(service, { customerId, scope: 'ECOM', amount: amount / 100 }, iban ? { iban } : {})).token;
const pay = async (amount: number, debtClaimIds?: number[], iban?: string) =>
  service.api().post(`/v1/customers/${customerId}/account/payment`, {
    paymentRequestToken: await token(amount, iban),
    amount: { amount: amount / 100, currency: 'EUR' },
    ...(debtClaimIds && { debtClaimIds }),
  });
const buy = async (paid: number, startInDays: number, contractOfferTermId = TERMS.inFull) =>
  service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, {
    contractOfferTermId,
    startDate: inDays(startInDays),
    ...(paid > 0 && { initialPaymentRequestToken: await token(paid) }),
  });
const rethrow = (fault: unknown) => {
  throw fault;
};
const settle = () => settleCredit(service.app.context, rethrow);

const queue = (name: string) => runQueue(service.app.context, name, 0);

/** Returns the remaining credit, and the open amount of each claim by due date, in cents. */
const account = async () => {
  const { db } = service.database;
  const transactions = await db
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.customerId, customerId));
  const paid = await db
    .select({ id: claimPayments.claimId, amount: claimPayments.amount })
    .from(claimPayments)
    .innerJoin(debtClaims, eq(debtClaims.id, claimPayments.claimId))
    .where(eq(debtClaims.customerId, customerId));
  const claims = await db.select().from(debtClaims).where(eq(debtClaims.customerId, customerId));
  const total = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
  const open = claims
    .sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id)
    .map(({ id, amount }) => amount - total(paid.filter((part) => part.id === id)));
  return { credit: total(transactions) - total(paid), open };
};

describe('claims are settled by credit as they fall due', () => {
  interface Case {
    readonly credit: number;
    /** Amount, and days until the claim is due. */
    readonly claims: readonly (readonly [number, number])[];
    /** Number of days after which the account is checked. */
    readonly after: number;
    readonly expected: { readonly credit: number; readonly open: readonly number[] };
  }
  test.each<Case>([
    { credit: 5000, claims: [[1990, 1]], after: 0, expected: { credit: 5000, open: [1990] } },
    { credit: 5000, claims: [[1990, 1]], after: 1, expected: { credit: 3010, open: [0] } },
    { credit: 5000, claims: [[1990, 1], [1990, 31]], after: 1, expected: { credit: 3010, open: [0, 1990] } },
    { credit: 5000, claims: [[1990, 1], [1990, 31], [1990, 32]], after: 32, expected: { credit: 0, open: [0, 0, 970] } },
    { credit: 1000, claims: [[1990, 1]], after: 1, expected: { credit: 0, open: [990] } },
    { credit: 1990, claims: [[1990, -3], [1990, -1]], after: 0, expected: { credit: 0, open: [0, 1990] } },
    { credit: 5000, claims: [[1990, 1]], after: 40, expected: { credit: 3010, open: [0] } },
    { credit: 3000, claims: [[1990, -1], [1990, -400], [1990, -40]], after: 0, expected: { credit: 0, open: [0, 980, 1990] } },
  ])('$credit of credit, claims $claims, after $after days', async ({ credit: amount, claims, after, expected }) => {
    await credit(amount);
    for (const [owed, days] of claims) await claim(owed, days);
    service.clock.advance(after * DAY);
    await settle();
    expect(await account()).toEqual(expected);
    await settle();
    expect(await account()).toEqual(expected);
  }); // prettier-ignore

  test('however many claims are settled, looking for those that are due reads no more', async () => {
    const { db } = service.database;
    const rowsRead = async (tx: Database) => {
      const [read] = await tx
        .select({ rows: sql<number>`seq_tup_read + coalesce(idx_tup_fetch, 0)`.mapWith(Number) })
        .from(sql`pg_stat_xact_user_tables`)
        .where(sql`relname = 'debt_claims'`);
      return read?.rows ?? 0;
    };
    const read = async () => {
      await db.execute(sql`vacuum analyze`);
      return db.transaction(async (tx) => {
        const before = await rowsRead(tx);
        await customersToSettle(tx, service.clock.now(), rethrow);
        return (await rowsRead(tx)) - before;
      });
    };
    const finished = async () => {
      // Several customers own the claims, because the list of one customer is reread from its beginning for each slice.
      const owners = [customerId, ...(await newCustomers(39))];
      const one = { description: 'Fee', amount: 1, dueDate: inDays(-50) };
      // There are enough rows that an index is cheaper than reading all of them, even with the demo data's open claims.
      const claims = Array.from({ length: 100 }, () => owners.map((id) => ({ ...one, customerId: id })));
      await db.insert(debtClaims).values(claims.flat());
      await credit(101, owners);
      await settle();
    };
    // A small table would be read in full, so two rounds come first.
    await finished();
    await finished();
    const before = await read();
    await finished();
    // The planner itself may read a few of the latest due dates, because vacuum skips a page that the server is just
    // writing.
    expect(await read()).toBeLessThan(before + 20);
    expect(before).toBeLessThan(100);
  });

  test('what credit has settled cannot be paid again', async () => {
    await pay(5000);
    expect(await account()).toEqual({ credit: 5000, open: [] });
    const id = await claim(1990, 0);
    const again = await pay(1990, [id]);
    expect([again.status, again.body.errorCode]).toEqual([400, 'errormessage.payment.claims.invalid']);
    await settle();
    expect(await account()).toEqual({ credit: 3010, open: [0] });
  });

  test('what a payment has brought beyond the named claims settles what else is due', async () => {
    const later = await claim(1000, -1);
    await claim(500, -2);
    await credit(300);
    expect((await pay(1000, [later])).status).toBe(200);
    expect(await account()).toEqual({ credit: 0, open: [200, 0] });
  });
});

describe('what is due on signing, 39900, is paid by the token and by credit', () => {
  test.each([
    // Columns: credit, paid, status, credit afterwards.
    [0, 0, 400, 0],
    [0, 39900, 200, 0],
    [39900, 0, 200, 0],
    [40000, 0, 200, 100],
    [39899, 0, 400, 39899],
    [10000, 29900, 200, 0],
    [10000, 39900, 200, 10000],
    [10000, 29899, 400, 10000],
    [10000, 35000, 200, 5100],
    [10000, 39901, 400, 10000],
  ])('%d of credit, %d paid: %d, %d of credit are left', async (had, paid, status, left) => {
    if (had > 0) await credit(had);
    expect((await buy(paid, 180)).status).toBe(status);
    expect(await account()).toEqual({ credit: left, open: status === 200 ? [0] : [] });
  });

  test('credit is used once, however far away the start is', async () => {
    await credit(39900);
    const answers = [await buy(0, 180), await buy(0, 180), await buy(0, 180), await buy(0, 180)];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400]);
    expect(await account()).toEqual({ credit: 0, open: [0] });
  });

  test('what is due already comes first', async () => {
    await credit(39900);
    await claim(100, -1);
    const answer = await buy(0, 30);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'errormessage.membership.payment.required']);
    expect((await buy(100, 30)).status).toBe(200);
    expect(await account()).toEqual({ credit: 0, open: [0, 0] });
  });

  test('a refused sale gives its credit back', async () => {
    await credit(30000);
    const { token: refused } = await tokenFor(
      service,
      { customerId, scope: 'ECOM', amount: 99 },
      { iban: 'DE65370400440002222227' },
    );
    const sale = await service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, {
      contractOfferTermId: TERMS.inFull,
      startDate: inDays(30),
      initialPaymentRequestToken: refused,
    });
    expect(sale.body.errorCode).toBe('PAYMENT_DECLINED');
    expect(await account()).toEqual({ credit: 30000, open: [] });
    expect((await buy(9900, 30)).status).toBe(200);
    expect(await account()).toEqual({ credit: 0, open: [0] });
  });

  test.each([
    ['account/payment', 'ECOM'],
    ['account/payment-instrument', 'MEMBER_ACCOUNT'],
  ])(
    'once its debit has come back, the token of %s is not answered as paid any more',
    async (operation, scope) => {
      const fields = { customerId, scope, amount: 25 };
      const { token: paymentRequestToken } = await tokenFor(service, fields, { iban: RETURNED });
      const amount = { amount: 25, currency: 'EUR' };
      const body = { paymentRequestToken, ...(scope === 'ECOM' && { amount }) };
      const use = () => service.api().post(`/v1/customers/${customerId}/${operation}`, body);
      expect([(await use()).status, (await use()).status]).toEqual([200, 200]);
      expect(await account()).toEqual({ credit: 2500, open: [] });
      service.clock.advance(HALF_HOUR);
      await queue('RETURNS');
      expect(await account()).toEqual({ credit: 0, open: [] });
      const again = await use();
      expect([again.status, again.body.errorCode]).toEqual([409, 'errormessage.payment.token.used']);
    },
  );

  test.each([
    // Columns: credit that is returned, credit that stays, amount open afterwards.
    [10000, 0, 10000],
    [6000, 4000, 6000],
  ])(
    'a sale under way goes through when %d of its credit has come back, and %d has not: %d are open',
    async (returned, stays, open) => {
      await pay(returned, undefined, RETURNED);
      if (stays > 0) await credit(stays);
      const initialPaymentRequestToken = await token(29900);
      const sale = () =>
        service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, {
          contractOfferTermId: TERMS.inFull,
          startDate: inDays(180),
          initialPaymentRequestToken,
        });
      service.network.lose('answer-lost', /intents$/, 1);
      expect((await sale()).status).toBe(503);
      service.clock.advance(HALF_HOUR);
      await queue('RETURNS');
      expect(await account()).toEqual({ credit: stays, open: [] });
      expect((await sale()).status).toBe(200);
      expect(await account()).toEqual({ credit: 0, open: [open] });
    },
  );
});

test('the upfront payment may use any method of its session, whatever the offer allows for the instrument', async () => {
  const gateway = service.gateway(await service.api().session({ scope: 'ECOM', amount: 399 }));
  const returnUrl = 'http://localhost:5173/join';
  const made = await gateway.create({ paymentMethod: 'IDEAL', returnUrl });
  const { body } = await gateway.authenticate(made.body.id);
  await pressAtBank(body.nextAction && 'url' in body.nextAction ? body.nextAction.url : '', 'approve');
  const paid = (await gateway.get(made.body.id)).body;
  const answer = await service.api().post<{ customerId: number }>('/v1/memberships/signup', {
    contract: {
      contractOfferTermId: TERMS.inFull,
      startDate: inDays(1),
      initialPaymentRequestToken: requestToken(paid),
    },
    customer: NINA,
  });
  expect([answer.status, answer.body]).toEqual([200, { customerId: expect.any(Number) as number }]);
});

describe('the transactions of the account', () => {
  test('list a payment without claims, until claims have used it up', async () => {
    expect((await pay(500)).status).toBe(200);
    await credit(300);
    const today = inDays(0);
    expect((await listed()).result).toMatchObject([
      { dueDate: today, description: 'Payment', amount: { amount: -5 }, openAmount: { amount: -5 } },
      { dueDate: today, description: 'Credit', amount: { amount: -3 }, openAmount: { amount: -3 } },
    ]);
    const claimId = await claim(600, 0);
    await settle();
    expect((await listed()).result).toMatchObject([
      { id: claimId, description: 'Fee', amount: { amount: 6 }, openAmount: { amount: 0 } },
      { description: 'Credit', amount: { amount: -3 }, openAmount: { amount: -2 } },
    ]);
  });

  test('have ids that never meet, and none of credit can be paid', async () => {
    const { db } = service.database;
    const id = 1_000_000 + customerId;
    await db
      .insert(debtClaims)
      .values({ id, customerId, description: 'Fee', amount: 100, dueDate: inDays(0) });
    await db
      .insert(accountTransactions)
      .values({ id, customerId, amount: 500, currency: 'EUR', bookedAt: service.clock.now() });
    expect((await listed()).result.map((entry) => entry.id)).toEqual([id, 10 ** 15 + id]);
    expect(await pay(100, [10 ** 15 + id])).toMatchObject({
      status: 400,
      body: { errorCode: 'errormessage.payment.claims.invalid' },
    });
  });

  test('come in slices, claims and credit by their day', async () => {
    const claims = [await claim(100, -2), await claim(100, -1), await claim(100, 0)];
    await credit(50);
    const first = await listed('sliceSize=2');
    const second = await listed(`sliceSize=2&offset=${first.offset}`);
    expect([first.hasNext, second.hasNext]).toEqual([true, false]);
    const all = [...first.result, ...second.result];
    expect(all.slice(0, 3).map(({ id }) => id)).toEqual(claims);
    expect(all[3]).toMatchObject({ openAmount: { amount: -0.5 } });
  });
});
