import type { Schemas } from '@upc/contract/gateway';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestToken } from '../../../../../test/support/clients.js';
import {
  RETURN_URL,
  startStripeService,
  type StripeService,
} from '../../../../../test/support/stripe-service.js';
import { runBatches } from '../../../../../test/support/batches.js';

type Method = Schemas['PaymentMethod'];

let bench: StripeService;
beforeAll(async () => {
  bench = await startStripeService();
});
afterAll(() => bench.close());

const STUDIOS = {
  EUR: { key: 'test-key-northside-berlin-eur', customerId: 2001 },
  CHF: { key: 'test-key-seeblick-zuerich-chf', customerId: 2101 },
  GBP: { key: 'test-key-harbour-bristol-gbp', customerId: 2201 },
} as const;
type Currency = keyof typeof STUDIOS;

const last = () => {
  const found = bench.recorder.intents().at(-1);
  if (!found) throw new Error('Nothing was made.');
  return found;
};
const open = (currency: Currency, fields: object = {}) => {
  const { key, customerId } = STUDIOS[currency];
  return bench.open({ customerId, ...fields }, key);
};
const use = (currency: Currency, paymentRequestToken: string, amount = 25) => {
  const { key, customerId } = STUDIOS[currency];
  const money = { amount, currency };
  return bench.service
    .api(key)
    .post(`/v1/customers/${customerId}/account/payment`, { paymentRequestToken, amount: money });
};
const batch = () =>
  runBatches(bench.service.app.context, 0, (fault) => {
    throw fault;
  });
const confirmation = () => {
  const found = bench.recorder.requests.findLast(({ path }) => path.endsWith('/confirm'));
  if (!found) throw new Error('Nothing was confirmed.');
  return found;
};

/** Makes a payment up to the redirect to the provider's page. */
async function leave(currency: Currency, paymentMethod: Method, fields: object = {}) {
  const gateway = await open(currency, fields);
  const made = await gateway.create({ paymentMethod, returnUrl: RETURN_URL });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { body } = await gateway.authenticate(made.body.id);
  expect([body.status, body.nextAction]).toMatchObject([
    'ACTION_REQUIRED',
    { type: 'REDIRECT', url: expect.stringContaining(bench.recorder.url) as string },
  ]);
  return { gateway, id: body.id };
}

describe('a page of Stripe', () => {
  test.each([
    ['PAYPAL', 'EUR', 'paypal', { paypal: {} }, 'requires_capture'],
    ['IDEAL', 'EUR', 'ideal', { ideal: { issuer: 'ing' } }, 'succeeded'],
    ['BANCONTACT', 'EUR', 'bancontact', { banContactCard: {} }, 'succeeded'],
    ['TWINT', 'CHF', 'twint', { twint: {} }, 'succeeded'],
  ] as const)(
    '%s: asked for by the service, completed there',
    async (method, currency, type, details, status) => {
      const { gateway, id } = await leave(currency, method);
      expect(confirmation()).toMatchObject({
        idempotencyKey: `${id}:confirm`,
        parameters: { return_url: RETURN_URL, payment_method_data: { type } },
      });
      bench.recorder.answerChallenge(last().id, 'complete');
      const { body } = await gateway.get(id);
      expect(body).toMatchObject({ status: 'PREAUTHED', paymentInstrumentDetails: details });
      expect(last().status).toBe(status);
      expect((await use(currency, requestToken(body))).status).toBe(200);
      expect(last()).toMatchObject({ status: 'succeeded', charge: { captured: 2500, refunded: 0 } });
    },
  );

  test('a refusal there fails the attempt, and the intent is closed', async () => {
    const { gateway, id } = await leave('EUR', 'IDEAL');
    const intent = last();
    bench.recorder.answerChallenge(intent.id, 'fail');
    expect((await gateway.get(id)).body.status).toBe('FAILED');
    await batch();
    expect(intent.status).toBe('canceled');
  });

  test('what is paid at once and not needed is given back', async () => {
    const { gateway, id } = await leave('EUR', 'IDEAL');
    const intent = last();
    bench.recorder.answerChallenge(intent.id, 'complete');
    const { body } = await gateway.get(id);
    expect((await use('EUR', requestToken(body), 20)).status).toBe(200);
    expect(intent.charge).toMatchObject({ captured: 2500, refunded: 500 });
  });

  test('what is paid at once and never used is refunded at the end of the session', async () => {
    const { gateway, id } = await leave('EUR', 'BANCONTACT');
    const intent = last();
    bench.recorder.answerChallenge(intent.id, 'complete');
    expect((await gateway.get(id)).body.status).toBe('PREAUTHED');
    bench.service.clock.advance(30 * 60_000);
    await batch();
    await batch();
    expect(intent).toMatchObject({ status: 'succeeded', charge: { refunded: 2500 } });
    expect(bench.recorder.requests.filter(({ path }) => path === '/v1/refunds').at(-1)?.idempotencyKey).toBe(
      `${id}:refund`,
    );
  });

  test('PayPal that is kept gives Stripe the address from which the person agreed, and is charged later', async () => {
    const { gateway, id } = await leave('EUR', 'PAYPAL', { scope: 'MEMBER_ACCOUNT', amount: 0 });
    expect(confirmation().parameters).toMatchObject({
      mandate_data: { customer_acceptance: { type: 'online', online: { ip_address: '127.0.0.1' } } },
    });
    bench.recorder.answerChallenge(last().id, 'complete');
    const { body } = await gateway.get(id);
    const set = await bench.service
      .api()
      .post('/v1/customers/2001/account/payment-instrument', { paymentRequestToken: requestToken(body) });
    expect(set.status).toBe(200);
    const later = await (
      await open('EUR')
    ).create({
      paymentMethod: 'PAYPAL',
      paymentInstrumentToken: body.paymentInstrumentToken,
    });
    expect((await use('EUR', requestToken(later.body))).status).toBe(200);
    expect(last()).toMatchObject({ kind: 'payment_intent', status: 'succeeded', allowedTypes: ['paypal'] });
  });
});

const ADDRESS = { line1: '7 Quay Street', city: 'Bristol', postalCode: 'BS1 4DJ', country: 'GB' };
const BACS = {
  accountHolder: 'Gwen Harris',
  bankLocationId: '108800',
  accountNumber: '00012345',
  email: 'gwen@example.com',
  address: ADDRESS,
};

describe('a debit of our own form', () => {
  test('SEPA: the mandate now, with when and from where it was given; the money with the usage', async () => {
    const gateway = await open('EUR');
    const details = {
      accountHolder: 'Mara Lindner',
      iban: 'DE89370400440532013000',
      email: 'mara@example.com',
    };
    const payment = await gateway.pay(await gateway.debitRequest('SEPA', details));
    expect(payment.status).toBe('PREAUTHED');
    expect(payment.paymentInstrumentDetails).toMatchObject({
      sepa: { bankAccountDetails: { iban: 'DE89 •••• 3000', bic: 'COBADEFFXXX' } },
    });
    expect(confirmation()).toMatchObject({
      path: `/v1/setup_intents/${last().id}/confirm`,
      parameters: {
        payment_method_data: {
          type: 'sepa_debit',
          sepa_debit: { iban: 'DE89370400440532013000' },
          billing_details: { name: 'Mara Lindner', email: 'mara@example.com' },
        },
        mandate_data: {
          customer_acceptance: {
            type: 'online',
            accepted_at: String(bench.service.clock.now().getTime() / 1000),
            online: { ip_address: '127.0.0.1' },
          },
        },
      },
    });
    expect((await use('EUR', requestToken(payment))).status).toBe(200);
    expect(last()).toMatchObject({ kind: 'payment_intent', status: 'processing', amount: 2500 });
    bench.recorder.settle(last().id);
    expect(last()).toMatchObject({ status: 'succeeded', charge: { captured: 2500 } });
  });

  test('BACS, and the payer is handed the mandate', async () => {
    const gateway = await open('GBP');
    const payment = await gateway.pay(await gateway.debitRequest('BACS', BACS));
    expect([payment.status, payment.nextAction?.type]).toEqual(['PREAUTHED', 'MANDATE_DOWNLOAD']);
    expect(confirmation().parameters).toMatchObject({
      payment_method_data: {
        type: 'bacs_debit',
        bacs_debit: { sort_code: '108800', account_number: '00012345' },
        billing_details: { address: { line1: '7 Quay Street', postal_code: 'BS1 4DJ', country: 'GB' } },
      },
    });
    expect((await use('GBP', requestToken(payment))).status).toBe(200);
    expect(last()).toMatchObject({ status: 'processing', currency: 'gbp' });
  });

  test.each([
    ['without an e-mail, which Stripe writes to', { iban: 'DE89370400440532013000' }, 'details.email'],
    [
      'from outside the EEA without an address',
      { iban: 'GB33BUKB20201555555555', email: 'a@b.example' },
      'details.address',
    ],
    [
      'from Switzerland without one',
      { iban: 'CH9300762011623852957', email: 'a@b.example' },
      'details.address',
    ],
  ])('SEPA %s is refused, naming the field, and Stripe is not asked', async (_name, more, reference) => {
    const gateway = await open('EUR');
    const from = bench.recorder.requests.length;
    const details = { accountHolder: 'Mara Lindner', ...more };
    const { status, body } = await gateway.create(await gateway.debitRequest('SEPA', details));
    expect([status, body.reference]).toEqual([400, reference]);
    expect(bench.recorder.requests).toHaveLength(from);
  });

  test('SEPA says in its offer that it needs an e-mail', async () => {
    const { body } = await (await open('EUR')).session();
    const offer = body.paymentMethods.find(({ paymentMethod }) => paymentMethod === 'SEPA');
    expect(offer?.requiredFields).toContain('email');
  });
});

describe('what exists only at our gateway', () => {
  test('is still served by the simulated provider beside Stripe', async () => {
    const gateway = await open('CHF', { scope: 'MEMBER_ACCOUNT', amount: 0 });
    const { body } = await gateway.session();
    const names = Object.fromEntries(
      body.paymentMethods.map((one) => [one.paymentMethod, one.provider?.name]),
    );
    expect(names).toMatchObject({ CREDIT_CARD: 'STRIPE', PAYPAL: 'STRIPE' });
    expect(Object.keys(names)).toEqual(expect.arrayContaining(['CH_DD', 'LSV', 'CASH']));
    const from = bench.recorder.requests.length;
    const details = {
      accountHolder: 'Reto Baumann',
      iban: 'CH8309000000100012345',
      address: { line1: 'Seestrasse 40', city: 'Zürich', postalCode: '8002', country: 'CH' },
    };
    const payment = await gateway.pay(await gateway.debitRequest('CH_DD', details));
    expect(payment.status).toBe('PREAUTHED');
    expect(bench.recorder.requests).toHaveLength(from);
  });
});
