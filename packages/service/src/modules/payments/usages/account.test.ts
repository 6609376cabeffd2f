import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payByCard } from '../../../../test/support/cards.js';
import { type GatewayClient, OpenApiClient, requestToken } from '../../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../../test/support/service.js';
import { translate } from '../../../core/i18n/translate.js';
import { runBatches } from '../../../../test/support/batches.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { accountTransactions, debtClaims } from '../account/account.tables.js';
import { openClaims } from '../account/claims.js';
import { discardInstrument } from '../instruments/instruments.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { usages } from './usages.tables.js';

let service: TestService;
/** A customer of the EUR studio with claims of 39.90 (older) and 10.00. */
let customerId: number;
let claims: { older: number; newer: number };

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.network.mend();
  service.onStep = () => {};
});

beforeEach(async () => {
  const { db } = service.database;
  const paymentCustomerId = crypto.randomUUID();
  await db
    .insert(paymentCustomers)
    .values({ id: paymentCustomerId, studioId: 1001, createdAt: service.clock.now() });
  const [customer] = await db
    .insert(customers)
    .values({ studioId: 1001, paymentCustomerId, firstName: 'Test', lastName: 'Person' })
    .returning();
  customerId = customer?.id ?? 0;
  const rows = await db
    .insert(debtClaims)
    .values([
      { customerId, description: 'newer', amount: 1000, dueDate: '2026-10-01' },
      { customerId, description: 'older', amount: 3990, dueDate: '2026-09-01' },
    ])
    .returning();
  claims = { newer: rows[0]?.id ?? 0, older: rows[1]?.id ?? 0 };
});

const INSUFFICIENT = 'DE65370400440002222227';

const open = async (fields: Record<string, unknown> = {}): Promise<GatewayClient> =>
  service.gateway(await service.api().session({ customerId, ...fields }));

/** Returns a token of an ECOM session. */
const payable = async (amount: number, iban?: string): Promise<string> =>
  requestToken(await (await open({ scope: 'ECOM', amount })).paySepa(iban));

const pay = (paymentRequestToken: string, amount: number, more: object = {}) =>
  service.api().post(`/v1/customers/${customerId}/account/payment`, {
    paymentRequestToken,
    amount: { amount, currency: 'EUR' },
    ...more,
  });

const replace = (paymentRequestToken: string, of = customerId) =>
  service.api().post(`/v1/customers/${of}/account/payment-instrument`, { paymentRequestToken });

const stillOpen = async () =>
  Object.fromEntries(
    (await openClaims(service.database.db, customerId)).map((claim) => [claim.id, claim.open]),
  );

const booked = async () =>
  (
    await service.database.db
      .select()
      .from(accountTransactions)
      .where(eq(accountTransactions.customerId, customerId))
  ).map(({ amount }) => amount);

describe('account/payment', () => {
  test('pays the oldest claims first, charges once, and ends the session', async () => {
    const gateway = await open({ scope: 'ECOM', amount: 45 });
    const token = requestToken(await gateway.paySepa());
    const answer = await pay(token, 45);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await stillOpen()).toEqual({ [claims.newer]: 490 });
    expect(await booked()).toEqual([4500]);
    expect(await service.takenFrom(customerId)).toEqual([4500]);
    const after = await gateway.session();
    expect([after.status, after.body]).toMatchObject([
      401,
      { errorCode: 'errormessage.payment.session.used' },
    ]);
  });

  test('pays the claims that are named', async () => {
    const token = await payable(10);
    expect((await pay(token, 10, { debtClaimIds: [claims.newer] })).status).toBe(200);
    expect(await stillOpen()).toEqual({ [claims.older]: 3990 });
  });

  test('takes less than was authorised, and keeps what no claim needs as credit', async () => {
    const token = await payable(100);
    expect((await pay(token, 60)).status).toBe(200);
    expect(await stillOpen()).toEqual({});
    expect(await booked()).toEqual([6000]);
    expect(await service.takenFrom(customerId)).toEqual([6000]);
  });

  test.each([
    ['more than authorised', 20.01, {}, 'amount.amount', 'errormessage.payment.token.amount'],
    ['nothing', 0, {}, 'amount.amount', 'errormessage.payment.amount.invalid'],
    ['less than nothing', -5, {}, 'amount.amount', 'errormessage.payment.amount.invalid'],
    ['a third of a cent', 1.003, {}, 'amount.amount', 'errormessage.payment.amount.invalid'],
    ['another currency', 5, { amount: { amount: 5, currency: 'CHF' } }, 'amount.currency', 'errormessage.payment.currency.invalid'],
    ['a claim that is not there', 5, { debtClaimIds: [1] }, 'debtClaimIds', 'errormessage.payment.claims.invalid'],
    ['a claim of somebody else', 5, { debtClaimIds: [3001] }, 'debtClaimIds', 'errormessage.payment.claims.invalid'],
    ['a claim twice', 5, { debtClaimIds: [3001, 3001] }, 'debtClaimIds', 'errormessage.request.invalid'],
    ['an amount as text', 5, { amount: { amount: '5', currency: 'EUR' } }, 'amount.amount', 'errormessage.request.invalid'],
  ])('refuses %s with 400 and books nothing; the token stays good', async (_, amount, more, reference, errorCode) => {
    const token = await payable(20);
    const answer = await pay(token, amount, more);
    expect([answer.status, answer.body.reference, answer.body.errorCode]).toEqual([400, reference, errorCode]);
    expect(await booked()).toEqual([]);
    expect((await pay(token, 20)).status).toBe(200);
  }); // prettier-ignore

  test('refuses more than the named claims come to', async () => {
    const token = await payable(20);
    const answer = await pay(token, 20, { debtClaimIds: [claims.newer] });
    expect([answer.status, answer.body.reference]).toEqual([400, 'debtClaimIds']);
  });

  describe('with the token alone', () => {
    const payOpen = (paymentRequestToken: string, more: object = {}) =>
      service.api().post(`/v1/customers/${customerId}/account/payment`, { paymentRequestToken, ...more });

    test.each([
      ['more than is open', 100, {}, 4990, {}],
      ['less than is open', 20, {}, 2000, { newer: 1000, older: 1990 }],
      ['more than the named claim', 100, { names: 'newer' as const }, 1000, { older: 3990 }],
    ])('authorised was %s: the lesser is paid', async (_, authorised, { names }: { names?: keyof typeof claims }, paid, open) => {
      const token = await payable(authorised);
      const more = names ? { debtClaimIds: [claims[names]] } : {};
      const answer = await payOpen(token, more);
      expect([answer.status, answer.body]).toEqual([200, {}]);
      expect(await booked()).toEqual([paid]);
      expect(await service.takenFrom(customerId)).toEqual([paid]);
      const named = Object.entries(open).map(([name, left]) => [claims[name as keyof typeof claims], left]);
      expect(await stillOpen()).toEqual(Object.fromEntries(named));
      expect((await payOpen(token, more)).status).toBe(200);
      expect((await pay(token, paid / 100, more)).body.errorCode).toBe('errormessage.payment.token.used');
      expect(await booked()).toEqual([paid]);
    }); // prettier-ignore

    test('of a card, the rest is let go', async () => {
      const payment = await payByCard(service, await open({ scope: 'ECOM', amount: 100 }));
      expect((await payOpen(requestToken(payment))).status).toBe(200);
      const [row] = await service.ledgerOfPayment(payment.id);
      expect(row).toMatchObject({ captured: 4990, cancelled: 5010 });
    });

    test('where nothing is open it is refused, and the token stays good', async () => {
      expect((await pay(await payable(49.9), 49.9)).status).toBe(200);
      const token = await payable(5);
      const answer = await payOpen(token);
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'errormessage.payment.claims.invalid']);
      expect((await pay(token, 5)).status).toBe(200);
    });

    test('a token that was given for nothing pays nothing', async () => {
      const token = requestToken(await (await open({ scope: 'ECOM', amount: 0 })).paySepa());
      const answer = await payOpen(token);
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'errormessage.payment.token.amount']);
    });

    test('an unknown claim is named', async () => {
      const answer = await payOpen(await payable(5), { debtClaimIds: [1] });
      expect([answer.status, answer.body.reference]).toEqual([400, 'debtClaimIds']);
    });
  });

  test('a token is used once, for one of five amounts at once, and for nothing else later', async () => {
    const token = await payable(5);
    const answers = await Promise.all([5, 4, 3, 2, 1].map((amount) => pay(token, amount)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await pay(token, 4.5)).body.errorCode).toBe('errormessage.payment.token.used');
    const paid = [5, 4, 3, 2, 1]
      .filter((_, index) => answers[index]?.status === 200)
      .map((euros) => euros * 100);
    expect(await service.takenFrom(customerId)).toEqual(paid);
    expect(await booked()).toEqual(paid);
  });

  test('of two services on one database, one uses the token; both answer the same request', async () => {
    const other = await service.another();
    const token = await payable(5);
    const payload = { paymentRequestToken: token, amount: { amount: 5, currency: 'EUR' } };
    const url = `/v1/customers/${customerId}/account/payment`;
    const clients = [service.api(), new OpenApiClient(other.app, EUR_KEY, service.description)];
    const answers = await Promise.all(clients.map((client) => client.post(url, payload)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await booked()).toEqual([500]);
    expect(await service.takenFrom(customerId)).toEqual([500]);
    await other.close();
  });

  test('a refusal of the provider books nothing, and the person may pay otherwise', async () => {
    const gateway = await open({ scope: 'ECOM', amount: 10 });
    const token = requestToken(await gateway.paySepa(INSUFFICIENT));
    const answer = await pay(token, 10);
    expect([answer.status, answer.body.errorCode, answer.body.reference]).toEqual([
      400,
      'PAYMENT_DECLINED',
      'paymentRequestToken',
    ]);
    expect(answer.body.errorMessage).toBe(translate('en', 'error.payment.reason.INSUFFICIENT_FUNDS'));
    expect(await booked()).toEqual([]);
    const other = requestToken(await gateway.paySepa());
    expect((await pay(other, 10)).status).toBe(200);
    expect(await booked()).toEqual([1000]);
  });

  test.each(['request-lost', 'answer-lost'] as const)(
    'when the provider does not answer (%s): 503, and the same request learns the outcome',
    async (fault) => {
      const token = await payable(10);
      service.network.lose(fault, /intents$/);
      const unknown = await pay(token, 10);
      expect([unknown.status, unknown.body.errorCode]).toEqual([503, 'errormessage.payment.outcome.unknown']);
      expect(await booked()).toEqual([]);
      const other = await pay(token, 9);
      expect([other.status, other.body.errorCode]).toEqual([409, 'errormessage.payment.token.pending']);
      service.network.mend();
      expect((await pay(token, 10)).status).toBe(200);
      expect(await booked()).toEqual([1000]);
      expect(await service.takenFrom(customerId)).toEqual([1000]);
    },
  );

  test('a usage that nobody repeats is finished by a batch', async () => {
    const token = await payable(10);
    service.network.lose('answer-lost', /intents$/);
    expect((await pay(token, 10)).status).toBe(503);
    service.network.mend();
    await runBatches(service.app.context, 0, (fault) => {
      throw fault;
    });
    expect((await pay(token, 10)).status).toBe(200);
    expect(await booked()).toEqual([1000]);
    expect(await service.takenFrom(customerId)).toEqual([1000]);
    const left = await service.database.db.select().from(usages).where(eq(usages.status, 'RESERVED'));
    expect(left).toEqual([]);
  });
});

describe('account/payment-instrument', () => {
  test('makes the collected instrument that of the payment runs, and lists it from then on', async () => {
    const gateway = await open();
    const payment = await gateway.paySepa();
    const before = (await (await open()).session()).body.paymentInstruments;
    expect(before).toEqual([]);
    expect((await replace(requestToken(payment))).status).toBe(200);
    const after = (await (await open()).session()).body.paymentInstruments;
    expect(after).toEqual([
      {
        token: payment.paymentInstrumentToken,
        paymentMethod: 'SEPA',
        details: {
          sepa: {
            bankAccountDetails: {
              accountHolder: 'Mara Lindner',
              bankName: 'Commerzbank',
              bic: 'COBADEFFXXX',
              iban: 'DE89 •••• 3000',
            },
          },
        },
        expired: false,
        // Payment runs collect from it, so it cannot be removed.
        removable: false,
      },
    ]);
    const { db } = service.database;
    const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
    const [instrument] = await db
      .select()
      .from(paymentInstruments)
      .where(eq(paymentInstruments.token, payment.paymentInstrumentToken ?? ''));
    expect(customer?.paymentInstrumentId).toBe(instrument?.id);
  });

  test('a used token is answered again only while its instrument is the one: after another, 409', async () => {
    const first = requestToken(await (await open()).paySepa());
    const second = requestToken(await (await open()).paySepa('NL91ABNA0417164300'));
    const keyed = { 'idempotency-key': crypto.randomUUID() };
    const url = `/v1/customers/${customerId}/account/payment-instrument`;
    const firstAgain = () => service.api().post(url, { paymentRequestToken: first }, keyed);
    expect([(await firstAgain()).status, (await firstAgain()).status]).toEqual([200, 200]);
    expect((await replace(first)).status).toBe(200);
    expect((await replace(second)).status).toBe(200);
    for (const { status, body } of [await replace(first), await firstAgain()]) {
      expect([status, body.errorCode]).toEqual([409, 'errormessage.payment.token.used']);
    }
    expect((await replace(second)).status).toBe(200);
  });

  test('nor once its provider cannot charge the instrument any more', async () => {
    const token = requestToken(await (await open()).paySepa());
    expect((await replace(token)).status).toBe(200);
    const { db } = service.database;
    const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
    const [instrument] = await db
      .select()
      .from(paymentInstruments)
      .where(eq(paymentInstruments.id, customer?.paymentInstrumentId ?? ''));
    await discardInstrument({ db }, 'SIMULATOR', instrument?.providerReference ?? '');
    expect((await replace(token)).status).toBe(409);
  });

  test('lists the newest first, not at all when the session does not want it, only methods it permits', async () => {
    await replace(requestToken(await (await open()).paySepa()));
    service.clock.advance(1000);
    await replace(requestToken(await (await open()).paySepa('NL91ABNA0417164300')));
    const ibans = async (fields: Record<string, unknown>) =>
      (await (await open(fields)).session()).body.paymentInstruments.map(
        ({ details }) => details.sepa?.bankAccountDetails.iban,
      );
    expect(await ibans({})).toEqual(['NL91 •••• 4300', 'DE89 •••• 3000']);
    expect(await ibans({ showExistingPaymentInstruments: false })).toEqual([]);
    expect(await ibans({ permittedPaymentChoices: ['CASH'] })).toEqual([]);
  });

  test('a stored instrument is taken as it is: a token at once, charged when it is used', async () => {
    await replace(requestToken(await (await open()).paySepa()));
    const gateway = await open({ scope: 'ECOM', amount: 12 });
    const [stored] = (await gateway.session()).body.paymentInstruments;
    const chosen = await gateway.create({ paymentMethod: 'SEPA', paymentInstrumentToken: stored?.token });
    expect(chosen.body).toMatchObject({ status: 'PREAUTHED', paymentInstrumentToken: stored?.token });
    expect(await service.takenFrom(customerId)).toEqual([]);
    expect((await pay(requestToken(chosen.body), 12)).status).toBe(200);
    expect(await service.takenFrom(customerId)).toEqual([1200]);
  });

  test('choosing the instrument that the session has just collected gives its token again', async () => {
    const gateway = await open();
    const payment = await gateway.paySepa();
    const again = await gateway.create({
      paymentMethod: 'SEPA',
      paymentInstrumentToken: payment.paymentInstrumentToken,
    });
    expect(again).toMatchObject({ status: 201, body: payment });
    expect((await replace(requestToken(again.body))).status).toBe(200);
  });

  test('ECOM with amount 0 saves at once, since nothing will use its token', async () => {
    await (await open({ scope: 'ECOM', amount: 0 })).paySepa();
    expect((await (await open({ scope: 'ECOM', amount: 5 })).session()).body.paymentInstruments).toHaveLength(
      1,
    );
  });
});

describe('tokens that cannot be used', () => {
  const collected = async () => requestToken(await (await open()).paySepa());

  test.each([
    ['nonsense', 'x'.repeat(54)],
    ['empty', ''],
    ['markup', '<svg onload=alert(1)>'],
  ])('%s: 400 with reference', async (_, token) => {
    const answer = await replace(token);
    expect([answer.status, answer.body.reference]).toEqual([400, 'paymentRequestToken']);
  });

  test('of another customer, or of a person without customer record', async () => {
    const foreign = await replace(await collected(), 2002);
    const nobody = await replace(
      requestToken(await service.gateway(await service.api().session()).paySepa()),
    );
    for (const { status, body } of [foreign, nobody]) {
      expect([status, body.errorCode]).toEqual([400, 'errormessage.payment.token.invalid']);
    }
  });

  test('of another studio', async () => {
    const token = await collected();
    const answer = await service
      .api('test-key-seeblick-zuerich-chf')
      .post('/v1/customers/2101/account/payment-instrument', { paymentRequestToken: token });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'errormessage.payment.token.invalid']);
  });

  test('of the wrong scope, both ways', async () => {
    const wrong = [await pay(await collected(), 5), await replace(await payable(5))];
    for (const { status, body } of wrong) {
      expect([status, body.errorCode, body.reference]).toEqual([
        400,
        'errormessage.payment.token.scope',
        'paymentRequestToken',
      ]);
    }
  });

  test('expired', async () => {
    const token = await collected();
    service.clock.advance(30 * 60_000);
    const answer = await replace(token);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'errormessage.payment.token.expired']);
  });

  test('the session token itself', async () => {
    expect((await replace(await service.api().session({ customerId }))).status).toBe(400);
  });
});
