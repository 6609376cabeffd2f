import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { accountTransactions, debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { booksOf, expectBooks } from '../support/books.js';
import { type Person, TwoServices } from '../support/two-services.js';

let services: TwoServices;

const times = <T>(count: number, once: () => Promise<T>) => Promise.all(Array.from({ length: count }, once));

describe('two processes on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  const claimOf = async ({ customerId }: Person, amount: number) => {
    const dueDate = services.day(-10);
    const [claim] = await services.database.db
      .insert(debtClaims)
      .values({ customerId, description: 'Fee', amount, dueDate })
      .returning();
    return claim?.id ?? 0;
  };
  const credit = async ({ customerId }: Person, amount: number) =>
    services.database.db
      .insert(accountTransactions)
      .values({ customerId, usageId: null, amount, currency: 'EUR', bookedAt: services.now() });
  const tokenOf = async ({ customerId }: Person, amount: number) => {
    const payment = await services.paySepa(await services.session({ customerId, amount }));
    return payment.paymentRequestToken ?? '';
  };
  const buy = ({ customerId }: Person, startDate: string, more: object = {}) =>
    services.api(`memberships/customers/${customerId}/add-membership`, {
      contractOfferTermId: 4104,
      startDate,
      ...more,
    });
  const contractsOf = ({ customerId }: Person) =>
    services.database.db.$count(contracts, eq(contracts.customerId, customerId));
  const balanceOf = async ({ customerId }: Person) => {
    const { body } = await services.api<{ accountBalance: { amount: number } }>(
      `customers/${customerId}/account/balances`,
    );
    return body.accountBalance.amount;
  };

  test('of six tokens that pay one claim at the same time, one succeeds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await services.person();
      const claim = await claimOf(person, 3000);
      const tokens = await times(6, () => tokenOf(person, 30));
      const answers = await Promise.all(
        tokens.map((token) => services.payAccount(person, token, 30, { debtClaimIds: [claim] })),
      );
      await services.settled();
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.errorCode);
      for (const code of refusals) expect(code).toMatch(/^errormessage\.payment\.claims\.(invalid|pending)$/);
      expectBooks(await booksOf(services, person)).toMatchObject({ booked: 3000, kept: 3000 });
    }
  });

  test('of three simultaneous payments of half a claim, two succeed', async () => {
    const person = await services.person();
    const claim = await claimOf(person, 3000);
    const tokens = await times(3, () => tokenOf(person, 15));
    const answers = await Promise.all(
      tokens.map((token) => services.payAccount(person, token, 15, { debtClaimIds: [claim] })),
    );
    await services.settled();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expectBooks(await booksOf(services, person)).toMatchObject({ booked: 3000, kept: 3000 });
    expect(await balanceOf(person)).toBe(0);
  });

  test('simultaneous payments of one claim add up to the open amount', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await services.person();
      await claimOf(person, 3000);
      const [first = '', second = '', third = ''] = await times(3, () => tokenOf(person, 25));
      const alone = (paymentRequestToken: string, at: 0 | 1) =>
        services.api(`customers/${person.customerId}/account/payment`, { paymentRequestToken }, at);
      const answers = await Promise.all([
        alone(first, 0),
        alone(second, 1),
        services.payAccount(person, third, 10),
      ]);
      await services.settled();
      const codes = answers.map(({ status, body }) => (status === 200 ? 200 : body.errorCode));
      for (const code of codes.filter((each) => each !== 200)) {
        expect(code).toMatch(/^errormessage\.payment\.claims\.(invalid|pending)$/);
      }
      // The payment with an amount succeeds in any case: it becomes credit if the others have paid the claim already.
      expect(codes[2]).toBe(200);
      const books = await booksOf(services, person);
      expectBooks(books).toMatchObject({ kept: books.booked, orphaned: 0, usedTwice: 0 });
      expect([3000, 3500, 4000]).toContain(books.booked);
      expect(await balanceOf(person)).toBe((books.booked - 3000) / 100);
    }
  });

  test('credit for one contract allows one of eight simultaneous sales', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await services.person();
      await credit(person, 39900);
      const answers = await times(8, () => buy(person, services.day(1)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await contractsOf(person)).toBe(1);
      expect(await balanceOf(person)).toBe(0);
    }
  });

  test('credit that an unfinished sale has reserved is not used for another', async () => {
    const person = await services.person();
    await credit(person, 30000);
    const tokens = await times(4, () => tokenOf(person, 99));
    const answers = await Promise.all(
      tokens.map((initialPaymentRequestToken) =>
        buy(person, services.day(1), { initialPaymentRequestToken }),
      ),
    );
    await services.settled();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expectBooks(await booksOf(services, person)).toMatchObject({ booked: 9900, kept: 9900 });
    expect(await balanceOf(person)).toBe(0);
  });
});
