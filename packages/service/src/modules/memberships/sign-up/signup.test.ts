import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bothTokens, NINA, SIGNATURE, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { runBatches } from '../../../../test/support/batches.js';
import { customers } from '../../customers/customers.tables.js';
import { readIdentity } from '../../customers/identity.js';
import { accountTransactions, debtClaims } from '../../payments/account/account.tables.js';
import { paymentSessions } from '../../payments/sessions/sessions.tables.js';
import { usages } from '../../payments/usages/usages.tables.js';
import { contracts } from '../contracts/contracts.tables.js';
import { sales } from '../sales/sales.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.onStep = () => {};
  service.network.mend();
});

const URL = '/v1/memberships/signup';
/** The provider refuses this IBAN only when it is charged. */
const REFUSED_IBAN = 'DE65370400440002222227';
const standard = {
  contractOfferTermId: TERMS.standard,
  startDate: '2026-12-01',
  contractSignature: { base64SvgSignature: SIGNATURE },
};
const inFull = { contractOfferTermId: TERMS.inFull, startDate: '2026-12-01' };

const signUp = (contract: object, customer: object = {}, key?: string) =>
  service
    .api(key)
    .post<{ customerId: number } & ErrorBody>(URL, { contract, customer: { ...NINA, ...customer } });

/** Counts everything that a sale creates. */
async function traces() {
  const { db } = service.app.context;
  const count = async (
    table: typeof customers | typeof contracts | typeof debtClaims | typeof accountTransactions,
  ) => (await db.select().from(table)).length;
  return {
    customers: await count(customers),
    contracts: await count(contracts),
    claims: await count(debtClaims),
    transactions: await count(accountTransactions),
    taken: service.simulator
      .ledger()
      .filter(({ mode }) => mode === 'payment')
      .reduce((sum, { captured, pending }) => sum + captured + pending, 0),
  };
}

const claimsOf = async (customerId: number) =>
  service.app.context.db.select().from(debtClaims).where(eq(debtClaims.customerId, customerId));

describe('a signup', () => {
  test('with both tokens makes the customer, the contract, its claims, and takes what is due', async () => {
    const { instrument, initial, person } = await bothTokens(service, 68.9);
    const before = await traces();
    const answer = await signUp(
      { ...standard, initialPaymentRequestToken: initial },
      { paymentRequestToken: instrument },
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { customerId } = answer.body;
    const after = await traces();
    expect(after).toEqual({
      customers: before.customers + 1,
      contracts: before.contracts + 1,
      claims: before.claims + 15,
      transactions: before.transactions + 1,
      taken: before.taken + 6890,
    });
    const { db } = service.app.context;
    const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
    const { dateOfBirth, ...inClear } = NINA;
    expect(customer).toMatchObject({ firstName: 'Nina', paymentCustomerId: person, profile: inClear });
    expect(JSON.stringify(customer)).not.toContain(dateOfBirth);
    expect(customer && readIdentity(service.app.context.keys, customer)).toEqual({ dateOfBirth });
    expect(customer?.paymentInstrumentId).toMatch(/^[0-9a-f-]{36}$/);
    const [sale] = await db.select().from(sales).where(eq(sales.customerId, customerId));
    // The plan is deleted once the sale is finished.
    expect(sale).toMatchObject({ status: 'DONE', planEncrypted: null });
  });

  test('keeps the signatures as it draws them itself', async () => {
    const { initial } = await bothTokens(service, 68.9);
    const textBlockSignatures = [{ textBlockId: 8003, base64SvgSignature: SIGNATURE }];
    const answer = await signUp({ ...standard, initialPaymentRequestToken: initial, textBlockSignatures });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { db } = service.app.context;
    const [contract] = await db
      .select()
      .from(contracts)
      .where(eq(contracts.customerId, answer.body.customerId));
    const { contractSignature, textBlockSignatures: kept } = contract?.details ?? {};
    for (const svg of [contractSignature, kept?.[0]?.svg]) {
      expect(svg).toContain('M 10,50 C 40,10 65,10 95,50');
      expect(svg).not.toMatch(/script|alert|onload/);
    }
  });

  test('without tokens, where nothing is due, is paid in CASH', async () => {
    const answer = await signUp(
      { contractOfferTermId: TERMS.monthDay, startDate: '2026-12-01' },
      { paymentRequestToken: '' },
    );
    expect(answer.status).toBe(200);
    const { customerId } = answer.body;
    const [customer] = await service.app.context.db
      .select()
      .from(customers)
      .where(eq(customers.id, customerId));
    expect(customer?.paymentInstrumentId).toBeNull();
    const claims = await claimsOf(customerId);
    expect(claims.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
      ['2027-01-15', 14900],
      ['2027-07-15', 12900],
    ]);
  });

  test('a voucher of type CREDIT goes to the account, DISCOUNT lowers what is due', async () => {
    const credited = await signUp({
      contractOfferTermId: TERMS.free,
      startDate: service.clock.now().toISOString().slice(0, 10),
      voucherCode: 'CREDIT25',
    });
    const balances = `/v1/customers/${credited.body.customerId}/account/balances`;
    const { body } = await service.api().request({ url: balances });
    expect(body).toMatchObject({ accountBalance: { amount: 25, currency: 'EUR' } });
    const { token } = await tokenFor(service, { scope: 'ECOM', amount: 394 });
    const discounted = await signUp({ ...inFull, voucherCode: 'FIVE', initialPaymentRequestToken: token });
    expect(discounted.status, JSON.stringify(discounted.body)).toBe(200);
  });

  test('a voucher that can be used once is used once, by whoever comes first', async () => {
    const free = { contractOfferTermId: TERMS.free, startDate: '2026-12-01', voucherCode: 'ONCE' };
    const answers = await Promise.all([signUp(free), signUp(free), signUp(free)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await signUp(free)).body.reference).toBe('contract.voucherCode');
  });
});

describe('tokens of a signup', () => {
  test.each<[string, () => Promise<object>, number, string, string]>([
    ['none, but something is due', async () => ({}), 400, 'errormessage.membership.payment.required', 'contract.initialPaymentRequestToken'],
    ['an unknown one', async () => ({ initial: 'x'.repeat(54) }), 400, 'errormessage.payment.token.invalid', 'contract.initialPaymentRequestToken'],
    ['too little', async () => ({ initial: (await tokenFor(service, { scope: 'ECOM', amount: 398.99 })).token }), 400, 'errormessage.payment.token.amount', 'contract.initialPaymentRequestToken'],
    ['too much', async () => ({ initial: (await tokenFor(service, { scope: 'ECOM', amount: 400 })).token }), 400, 'errormessage.payment.token.amount', 'contract.initialPaymentRequestToken'],
    ['of the wrong scope', async () => ({ initial: (await tokenFor(service, {})).token }), 400, 'errormessage.payment.token.scope', 'contract.initialPaymentRequestToken'],
    ['an instrument of the wrong scope', async () => {
      const { token, person } = await tokenFor(service, { scope: 'ECOM', amount: 399 });
      return { initial: token, instrument: (await tokenFor(service, { scope: 'ECOM', amount: 1, paymentServiceCustomerId: person })).token };
    }, 400, 'errormessage.payment.token.scope', 'customer.paymentRequestToken'],
    ['of two persons', async () => ({
      instrument: (await tokenFor(service, {})).token,
      initial: (await tokenFor(service, { scope: 'ECOM', amount: 399 })).token,
    }), 400, 'errormessage.payment.token.invalid', 'contract.initialPaymentRequestToken'],
    ['of somebody who is a customer', async () => ({ initial: (await tokenFor(service, { scope: 'ECOM', amount: 399, customerId: 2001 })).token }), 400, 'errormessage.payment.token.invalid', 'contract.initialPaymentRequestToken'],
    ['of another studio', async () => ({
      initial: (await tokenFor(service, { scope: 'ECOM', amount: 399 }, { key: 'test-key-turia-valencia-eur' })).token,
    }), 400, 'errormessage.payment.token.invalid', 'contract.initialPaymentRequestToken'],
    ['expired', async () => {
      const { token } = await tokenFor(service, { scope: 'ECOM', amount: 399 });
      service.clock.advance(31 * 60_000);
      return { initial: token };
    }, 400, 'errormessage.payment.token.expired', 'contract.initialPaymentRequestToken'],
  ])('%s: refused, and nothing is left behind', async (_, tokens, status, errorCode, reference) => {
    const { initial, instrument } = (await tokens()) as { initial?: string; instrument?: string };
    const before = await traces();
    const answer = await signUp(
      { ...inFull, initialPaymentRequestToken: initial },
      { paymentRequestToken: instrument },
    );
    expect([answer.status, answer.body.errorCode, answer.body.reference]).toEqual([status, errorCode, reference]);
    expect(await traces()).toEqual(before);
  }); // prettier-ignore

  test('a token where nothing is due', async () => {
    const { token } = await tokenFor(service, { scope: 'ECOM', amount: 0 });
    const free = { contractOfferTermId: TERMS.free, startDate: '2026-12-01' };
    const answer = await signUp({ ...free, initialPaymentRequestToken: token });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'errormessage.payment.token.amount']);
  });

  test('a token is used once', async () => {
    const { token } = await tokenFor(service, { scope: 'ECOM', amount: 399 });
    const contract = { ...inFull, initialPaymentRequestToken: token };
    const names = ['First', 'Second', 'Third'];
    const answers = await Promise.all(names.map((firstName) => signUp(contract, { firstName })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
    const another = await signUp(contract, { firstName: 'Fourth' });
    expect(another.body).toMatchObject({
      errorCode: 'errormessage.payment.token.used',
      reference: 'contract.initialPaymentRequestToken',
    });
  });

  test('the price is worked out again: a preview with a voucher does not help without it', async () => {
    const { token } = await tokenFor(service, { scope: 'ECOM', amount: 394 });
    const answer = await signUp({ ...inFull, initialPaymentRequestToken: token });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'errormessage.payment.token.amount']);
    const again = await signUp({ ...inFull, initialPaymentRequestToken: token, voucherCode: 'FIVE' });
    expect(again.status).toBe(200);
  });
});

describe('when the provider', () => {
  test('refuses, nothing is made, and the instrument can be used for another try', async () => {
    const { instrument, initial, person } = await bothTokens(service, 399, REFUSED_IBAN);
    const before = await traces();
    const customer = { paymentRequestToken: instrument };
    const answer = await signUp({ ...inFull, initialPaymentRequestToken: initial }, customer);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'PAYMENT_DECLINED']);
    expect(await traces()).toEqual(before);
    const other = await tokenFor(service, { scope: 'ECOM', amount: 399, paymentServiceCustomerId: person });
    const again = await signUp({ ...inFull, initialPaymentRequestToken: other.token }, customer);
    expect(again.status, JSON.stringify(again.body)).toBe(200);
  });

  test.each(['request-lost', 'answer-lost'] as const)(
    'is not heard (%s), the same request learns the outcome, and another is told to wait',
    async (fault) => {
      const { token } = await tokenFor(service, { scope: 'ECOM', amount: 399 });
      const contract = { ...inFull, initialPaymentRequestToken: token };
      const before = await traces();
      service.network.lose(fault, /./);
      const unheard = await signUp(contract);
      expect([unheard.status, unheard.body.errorCode]).toEqual([503, 'errormessage.payment.outcome.unknown']);
      expect((await signUp(contract, { lastName: 'Other' })).status).toBe(409);
      expect(await traces()).toMatchObject({ customers: before.customers, contracts: before.contracts });
      service.network.mend();
      const again = await signUp(contract);
      expect(again.status).toBe(200);
      expect(await traces()).toMatchObject({
        customers: before.customers + 1,
        contracts: before.contracts + 1,
        taken: before.taken + 39900,
      });
    },
  );
});

describe('when the service dies', () => {
  test.each(['sale.reserved', 'sale.provider-answered', 'sale.committed'])(
    'at %s, the start after it makes all of it, once',
    async (step) => {
      const { instrument, initial, person } = await bothTokens(service, 399);
      const before = await traces();
      service.onStep = (name) => {
        if (name === step) throw new Error('the service is gone');
      };
      const contract = { ...inFull, initialPaymentRequestToken: initial };
      expect((await signUp(contract, { paymentRequestToken: instrument })).status).toBe(500);
      service.onStep = () => {};
      for (let starts = 0; starts < 2; starts += 1) {
        await runBatches(service.app.context, 0, (fault) => {
          throw fault;
        });
      }
      expect(await traces()).toEqual({
        customers: before.customers + 1,
        contracts: before.contracts + 1,
        claims: before.claims + 1,
        transactions: before.transactions + 1,
        taken: before.taken + 39900,
      });
      const { db } = service.app.context;
      const [made] = await db.select().from(customers).where(eq(customers.paymentCustomerId, person));
      expect(made?.paymentInstrumentId).not.toBeNull();
    },
  );

  test('and the provider refuses afterwards, nothing is left', async () => {
    const { instrument, initial } = await bothTokens(service, 399, REFUSED_IBAN);
    const before = await traces();
    service.onStep = (name) => {
      if (name === 'sale.reserved') throw new Error('the service is gone');
    };
    const contract = { ...inFull, initialPaymentRequestToken: initial };
    expect((await signUp(contract, { paymentRequestToken: instrument })).status).toBe(500);
    service.onStep = () => {};
    await runBatches(service.app.context, 0, (fault) => {
      throw fault;
    });
    expect(await traces()).toEqual(before);
  });
});

describe('in Italy and Spain', () => {
  const free = async (key: string, due: number) => ({
    contractOfferTermId: key.includes('milano') ? 4811 : 4911,
    startDate: '2026-12-01',
    initialPaymentRequestToken: (await tokenFor(service, { scope: 'ECOM', amount: due }, { key })).token,
  });
  const document = { documentIdentification: { documentNumber: 'CX54', documentType: 'ID_CARD' } };

  test.each([
    ['Spain without tax id', 'test-key-turia-valencia-eur', {}, 400, 'customer.taxId'],
    ['Spain with tax id', 'test-key-turia-valencia-eur', { taxId: '12345678Z' }, 200, undefined],
    ['Spain with a document', 'test-key-turia-valencia-eur', document, 200, undefined],
    ['Italy without tax id', 'test-key-navigli-milano-eur', { placeOfBirth: 'Roma' }, 400, 'customer.taxId'],
    ['Italy without place of birth', 'test-key-navigli-milano-eur', { taxId: 'X' }, 400, 'customer.placeOfBirth'],
    ['Italy, born there, without place', 'test-key-navigli-milano-eur', { taxId: 'X', countryOfBirth: 'IT' }, 400, 'customer.placeOfBirth'],
    ['Italy, born there', 'test-key-navigli-milano-eur', { taxId: 'X', countryOfBirth: 'IT', placeOfBirth: 'Roma' }, 200, undefined],
    ['Italy, born abroad', 'test-key-navigli-milano-eur', { ...document, countryOfBirth: 'FR' }, 200, undefined],
  ])('%s', async (_, key, fields, status, reference) => {
    const contract = await free(key, key.includes('milano') ? 75 : 64);
    const answer = await signUp(contract, fields, key);
    expect([answer.status, answer.body.reference], JSON.stringify(answer.body)).toEqual([status, reference]);
  }); // prettier-ignore
});

describe('a signup is refused', () => {
  test.each([
    ['without a signature that is required', { contractSignature: undefined }, 'contract.contractSignature'],
    ['with a signature that is no Base64', { contractSignature: { base64SvgSignature: '!' } }, 'contract.contractSignature.base64SvgSignature'],
    ['with a signature that is no SVG', { contractSignature: { base64SvgSignature: 'aGVsbG8=' } }, 'contract.contractSignature.base64SvgSignature'],
    ['with an empty SVG', { contractSignature: { base64SvgSignature: Buffer.from('<svg><script>x</script></svg>').toString('base64') } }, 'contract.contractSignature.base64SvgSignature'],
    ['signing a text that takes none', { textBlockSignatures: [{ textBlockId: 8001, base64SvgSignature: SIGNATURE }] }, 'contract.textBlockSignatures.0.textBlockId'],
    ['signing an unknown text', { textBlockSignatures: [{ textBlockId: 1, base64SvgSignature: SIGNATURE }] }, 'contract.textBlockSignatures.0.textBlockId'],
    ['with an invalid voucher', { voucherCode: 'NONSENSE' }, 'contract.voucherCode'],
    ['with a voucher of a company', { voucherCode: 'NORDWERK' }, 'contract.voucherCode'],
    ['with a voucher for a visit', { voucherCode: 'VISIT' }, 'contract.voucherCode'],
    ['with a voucher for a contract', { voucherCode: 'GIFT' }, 'contract.voucherCode'],
    ['with voucher and referral code', { voucherCode: 'FIVE', referralCode: 'A500D' }, 'contract.voucherCode'],
  ])('%s', async (_, fields, reference) => {
    const { token } = await tokenFor(service, { scope: 'ECOM', amount: 68.9 });
    const before = await traces();
    const answer = await signUp({ ...standard, initialPaymentRequestToken: token, ...fields });
    expect([answer.status, answer.body.reference]).toEqual([400, reference]);
    expect(await traces()).toEqual(before);
    // The token can still be used.
    const again = await signUp({ ...standard, initialPaymentRequestToken: token });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
  }); // prettier-ignore
});

test('no token of a sale is stored, and no session is left in use', async () => {
  const { db } = service.app.context;
  const [rows, open, reserved] = await Promise.all([
    db.select().from(customers),
    db.select().from(paymentSessions).where(eq(paymentSessions.status, 'USING')),
    db.select().from(usages).where(eq(usages.status, 'RESERVED')),
  ]);
  expect(JSON.stringify(rows)).not.toContain('paymentRequestToken');
  expect([open, reserved]).toEqual([[], []]);
});
