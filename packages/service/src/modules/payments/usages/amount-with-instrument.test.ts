import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NINA, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import { payByCard } from '../../../../test/support/cards.js';
import { type ErrorBody, requestToken } from '../../../../test/support/clients.js';
import { readBooks } from '../../../../test/support/reconciliation/books.js';
import { reconcile } from '../../../../test/support/reconciliation/reconcile.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { compareBooks } from '../../../admin/operations/compare-books.js';
import { runBatches } from '../../../../test/support/batches.js';
import { customers } from '../../customers/customers.tables.js';
import { contracts } from '../../memberships/contracts/contracts.tables.js';
import { accountTransactions } from '../account/account.tables.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { payments } from '../payments.tables.js';
import { paymentSessions } from '../sessions/sessions.tables.js';

/*
 * A session of scope MEMBER_ACCOUNT with an amount: the instrument is stored, and the authorised amount becomes credit.
 */

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.onStep = () => {};
  service.network.mend();
});

type Made = { customerId: number } & ErrorBody;

const REFUSED_IBAN = 'DE65370400440002222227';
const RETURNED_IBAN = 'DE35370400440532013002';
const DAY = 24 * 3600_000;
const inFull = { contractOfferTermId: TERMS.inFull, startDate: '2026-12-01' };

const batch = () =>
  runBatches(service.app.context, 0, (fault) => {
    throw fault;
  });
const create = (more: object = {}) => service.api().post<Made>('/v1/customers/create', { ...NINA, ...more });
const signUp = (instrument: string, initial: string) =>
  service.api().post<Made>('/v1/memberships/signup', {
    contract: { ...inFull, initialPaymentRequestToken: initial },
    customer: { ...NINA, paymentRequestToken: instrument },
  });
const replace = (customerId: number, paymentRequestToken: string) =>
  service.api().post(`/v1/customers/${customerId}/account/payment-instrument`, { paymentRequestToken });
const someone = async () => (await create()).body.customerId;

const balanceOf = async (customerId: number) => {
  const url = `/v1/customers/${customerId}/account/balances`;
  const { body } = await service.api().request<{ accountBalance: { amount: number } }>({ url });
  return body.accountBalance.amount;
};
const bookedFor = async (customerId: number) =>
  (
    await service.database.db
      .select()
      .from(accountTransactions)
      .where(eq(accountTransactions.customerId, customerId))
  ).map(({ amount }) => amount);
const instrumentOf = async (customerId: number) => {
  const [found] = await service.database.db
    .select({ status: paymentInstruments.status, method: customers.paymentMethod })
    .from(customers)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, customers.paymentInstrumentId))
    .where(eq(customers.id, customerId));
  return found;
};
/** Returns a card token from a MEMBER_ACCOUNT session, for a customer or for a new person. */
const cardToken = async (fields: object) => {
  const token = await service.api().session({ amount: 25, ...fields });
  return requestToken(await payByCard(service, service.gateway(token)));
};
/** Runs both comparisons of the books: the operator's and the tests'. */
const disagreements = async () => {
  const { db } = service.database;
  const { findings } = await compareBooks(service.app.context, 7);
  return [...findings, ...reconcile(await readBooks(db, service.simulator.ledger, service.clock.now()))];
};

describe.each([
  ['a card', (fields: object) => cardToken(fields), 'CREDIT_CARD'],
  ['a debit', async (fields: object) => (await tokenFor(service, { amount: 25, ...fields })).token, 'SEPA'],
] as const)('%s', (_, tokenOf, method) => {
  test('account/payment-instrument takes the amount once, as credit, and keeps the instrument', async () => {
    const customerId = await someone();
    const token = await tokenOf({ customerId });
    const answers = await Promise.all([replace(customerId, token), replace(customerId, token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await bookedFor(customerId)).toEqual([2500]);
    expect(await service.takenFrom(customerId)).toEqual([2500]);
    expect(await balanceOf(customerId)).toBe(25);
    expect(await instrumentOf(customerId)).toEqual({ status: 'ACTIVE', method });
  });

  test('customers/create makes the customer with the credit', async () => {
    const { status, body } = await create({ paymentRequestToken: await tokenOf({}) });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await bookedFor(body.customerId)).toEqual([2500]);
    expect(await service.takenFrom(body.customerId)).toEqual([2500]);
    expect(await instrumentOf(body.customerId)).toEqual({ status: 'ACTIVE', method });
  });

  test.each(['sale.reserved', 'sale.provider-answered', 'sale.committed'])(
    'a sign-up with two tokens that dies at %s is finished by the jobs: both amounts, once',
    async (step) => {
      const made = await service.api().post<{ token: string; paymentServiceCustomerId: string }>(
        '/v1/payments/user-session',
        { amount: 25, scope: 'MEMBER_ACCOUNT', referenceText: 'Both' },
      ); // prettier-ignore
      const person = made.body.paymentServiceCustomerId;
      const gateway = service.gateway(made.body.token);
      const paid = method === 'SEPA' ? await gateway.paySepa() : await payByCard(service, gateway);
      const fields = { scope: 'ECOM', amount: 399, paymentServiceCustomerId: person };
      const initial = (await tokenFor(service, fields)).token;
      service.onStep = (name) => {
        if (name === step) throw new Error('the service is gone');
      };
      expect((await signUp(requestToken(paid), initial)).status).toBe(500);
      service.onStep = () => {};
      await batch();
      const again = await signUp(requestToken(paid), initial);
      expect(again.status, JSON.stringify(again.body)).toBe(200);
      const { customerId } = again.body;
      expect((await bookedFor(customerId)).sort()).toEqual([2500, 39900]);
      expect((await service.takenFrom(customerId)).sort()).toEqual([2500, 39900]);
      expect(await balanceOf(customerId)).toBe(25);
      expect(await instrumentOf(customerId)).toEqual({ status: 'ACTIVE', method });
    },
  );
});

test('of a sign-up with two tokens of which the second is refused, nothing is left, and the first is given back', async () => {
  for (const [recurring, initialIban] of [
    ['DE89370400440532013000', REFUSED_IBAN],
    [REFUSED_IBAN, 'DE89370400440532013000'],
  ] as const) {
    const { token, person } = await tokenFor(service, { amount: 25 }, { iban: recurring });
    const fields = { scope: 'ECOM', amount: 399, paymentServiceCustomerId: person };
    const initial = (await tokenFor(service, fields, { iban: initialIban })).token;
    const before = await service.database.db.$count(contracts);
    const answer = await signUp(token, initial);
    const reference =
      recurring === REFUSED_IBAN ? 'customer.paymentRequestToken' : 'contract.initialPaymentRequestToken';
    expect([answer.status, answer.body.errorCode, answer.body.reference]).toEqual([400, 'PAYMENT_DECLINED', reference]); // prettier-ignore
    await batch();
    expect(await service.database.db.$count(contracts)).toBe(before);
    const kept = service.simulator
      .ledger()
      .filter(({ customer, mode }) => customer === person && mode === 'payment')
      .map(({ captured, pending, refunded }) => captured + pending - refunded);
    expect(kept.reduce((sum, amount) => sum + amount, 0)).toBe(0);
  }
});

test('what one token has paid is not asked for again, so a bank that returns it meanwhile does not hide what the other has paid', async () => {
  const { token, person } = await tokenFor(service, { amount: 25 });
  const initial = (await tokenFor(service, { scope: 'ECOM', amount: 399, paymentServiceCustomerId: person })).token;
  let answers = 0;
  service.onStep = (name) => {
    if (name === 'sale.provider-answered' && (answers += 1) === 2) throw new Error('the service is gone');
  };
  expect((await signUp(token, initial)).status).toBe(500);
  service.onStep = () => {};
  // Simulates Stripe's response for a returned debit after Stripe has forgotten the key.
  const { providers } = service.app.context;
  const named = providers.named.bind(providers);
  const spy = vi.spyOn(providers, 'named').mockImplementation((studio, name) => {
    const provider = named(studio, name);
    const charge = provider.chargeInstrument.bind(provider);
    return Object.assign(Object.create(provider) as typeof provider, {
      chargeInstrument: async (...args: Parameters<typeof charge>) => ({
        ...(await charge(...args)),
        ...(args[0].amount === 39900 && { status: 'DECLINED' as const }),
      }),
    });
  });
  await batch();
  spy.mockRestore();
  const { status, body } = await signUp(token, initial);
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await bookedFor(body.customerId)).sort()).toEqual([2500, 39900]);
  expect((await service.takenFrom(body.customerId)).sort()).toEqual([2500, 39900]);
}); // prettier-ignore

test('a sale whose token pays nothing, as credit pays all, is at its end at once', async () => {
  const customerId = await someone();
  await replace(customerId, (await tokenFor(service, { customerId, amount: 500 })).token);
  const { token } = await tokenFor(service, { scope: 'ECOM', amount: 0, customerId });
  service.onStep = (name) => {
    if (name === 'sale.reserved') throw new Error('the service is gone');
  };
  const order = { ...inFull, initialPaymentRequestToken: token };
  expect((await service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, order)).status).toBe(500);
  expect(await service.database.db.$count(contracts, eq(contracts.customerId, customerId))).toBe(1);
}); // prettier-ignore

test('credit pays at once what is due', async () => {
  const before = await balanceOf(2001);
  expect(before).toBeLessThan(0);
  expect((await replace(2001, await cardToken({ customerId: 2001 }))).status).toBe(200);
  expect(await balanceOf(2001)).toBe(before + 25);
});

test('a refused charge books nothing, and leaves the instrument as it was', async () => {
  const customerId = await someone();
  const { token } = await tokenFor(service, { customerId, amount: 25 }, { iban: REFUSED_IBAN });
  const answer = await replace(customerId, token);
  expect([answer.status, answer.body.errorCode]).toEqual([400, 'PAYMENT_DECLINED']);
  expect(await bookedFor(customerId)).toEqual([]);
  expect(await instrumentOf(customerId)).toBeUndefined();
});

test('when the provider does not answer: 503, and the jobs book it', async () => {
  const customerId = await someone();
  const token = await cardToken({ customerId });
  service.network.lose('answer-lost', /capture$/);
  expect((await replace(customerId, token)).status).toBe(503);
  service.network.mend();
  await batch();
  expect(await bookedFor(customerId)).toEqual([2500]);
  expect((await replace(customerId, token)).status).toBe(200);
  expect(await service.takenFrom(customerId)).toEqual([2500]);
});

test('unused, what was authorised is let go when the session expires', async () => {
  const customerId = await someone();
  const token = await cardToken({ customerId });
  service.clock.advance(30 * 60_000);
  await batch();
  expect((await replace(customerId, token)).status).toBe(400);
  expect(await service.takenFrom(customerId)).toEqual([]);
});

test('methods that nobody can authorise are not offered with an amount', async () => {
  const offered = async (amount: number) => {
    const { body } = await service.gateway(await service.api().session({ amount })).session();
    return body.paymentMethods.map(({ paymentMethod }) => paymentMethod);
  };
  expect(await offered(0)).toEqual(expect.arrayContaining(['CASH', 'BANK_TRANSFER', 'SEPA']));
  const withAmount = await offered(25);
  expect(withAmount).toEqual(expect.arrayContaining(['CREDIT_CARD', 'SEPA']));
  expect(withAmount).not.toContain('CASH');
  expect(withAmount).not.toContain('BANK_TRANSFER');
});

test('what a bank returns before it is given back is not due any more', async () => {
  const { token, person } = await tokenFor(service, { amount: 25 }, { iban: REFUSED_IBAN });
  const fields = { scope: 'ECOM', amount: 399, paymentServiceCustomerId: person };
  const initial = (await tokenFor(service, fields, { iban: RETURNED_IBAN })).token;
  expect((await signUp(token, initial)).status).toBe(400);
  service.clock.advance(30 * DAY);
  await batch();
  const released = await service.database.db
    .select({ status: payments.releaseStatus })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(and(eq(paymentSessions.paymentCustomerId, person), eq(paymentSessions.amount, 39900)));
  expect(released).toEqual([{ status: 'DONE' }]);
});

test('of all this, the books agree', async () => {
  await batch();
  expect(await disagreements()).toEqual([]);
});
