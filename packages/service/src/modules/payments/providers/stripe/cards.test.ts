import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requestToken } from '../../../../../test/support/clients.js';
import {
  CARD_REQUEST,
  startStripeService,
  type StripeService,
} from '../../../../../test/support/stripe-service.js';
import { runBatches } from '../../../../../test/support/batches.js';

let bench: StripeService;
beforeAll(async () => {
  bench = await startStripeService();
});
afterAll(() => bench.close());
afterEach(() => {
  bench.recorder.mend();
  bench.service.onStep = () => undefined;
});

const HALF_HOUR = 30 * 60_000;
const use = (paymentRequestToken: string, amount: number) =>
  bench.service.api().post(`/v1/customers/2001/account/payment`, {
    paymentRequestToken,
    amount: { amount, currency: 'EUR' },
  });
const batch = () =>
  runBatches(bench.service.app.context, 0, (fault) => {
    throw fault;
  });
const last = () => {
  const found = bench.recorder.intents().at(-1);
  if (!found) throw new Error('Nothing was made.');
  return found;
};
/** Returns the service's requests since a given position: method, path without ids, idempotency key, parameters. */
const asked = (from: number) => bench.recorder.requests.slice(from).filter(({ by }) => by === 'service');

describe('a card through Stripe', () => {
  test('is offered with the publishable key, and nothing secret', async () => {
    const { body } = await (await bench.open()).session();
    const offer = body.paymentMethods.find(({ paymentMethod }) => paymentMethod === 'CREDIT_CARD');
    expect(offer?.provider).toEqual({
      name: 'STRIPE',
      publicKey: bench.recorder.publishableKey,
      redirectOrigins: [bench.recorder.url],
    });
    expect(JSON.stringify(body)).not.toMatch(/sk_test|whsec|_secret_/);
  });

  test('is asked for by exactly these calls, held, and captured in part by the usage', async () => {
    const from = bench.recorder.requests.length;
    const gateway = await bench.open();
    const payment = await bench.payByCard(gateway, '4242424242424242', { savePaymentInstrument: false });
    expect(payment).toMatchObject({
      status: 'PREAUTHED',
      paymentInstrumentDetails: {
        creditCard: {
          brand: 'visa',
          cardHolder: 'Mara Lindner',
          cardNumber: '•••• 4242',
          expiry: '12/2034',
          issuerCountry: 'US',
        },
      },
    });
    const calls = asked(from);
    const person = '5b0f6a52-0d1c-4a6e-9f6b-0a2001000001';
    const [customer, created] = calls;
    expect(customer).toMatchObject({
      path: '/v1/customers',
      idempotencyKey: `${person}:customer`,
      parameters: { metadata: { paymentServiceCustomerId: person } },
    });
    expect(created).toMatchObject({ path: '/v1/payment_intents', idempotencyKey: payment.id });
    expect(created?.parameters).toEqual({
      amount: '2500',
      currency: 'eur',
      customer: last().customer,
      allowed_payment_method_types: ['card'],
      description: 'Membership',
      payment_method_options: { card: { capture_method: 'manual' } },
      expand: ['payment_method', 'latest_charge'],
    });
    expect(calls.slice(2).every(({ method }) => method === 'GET')).toBe(true);

    const before = bench.recorder.requests.length;
    expect((await use(requestToken(payment), 20)).status).toBe(200);
    const [capture] = asked(before).filter(({ method }) => method === 'POST');
    expect(capture).toMatchObject({
      path: `/v1/payment_intents/${last().id}/capture`,
      parameters: { amount_to_capture: '2000' },
    });
    expect(last()).toMatchObject({ status: 'succeeded', charge: { captured: 2000, refunded: 0 } });
    expect((await use(requestToken(payment), 20)).status).toBe(200);
    expect(asked(before).filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect((await use(requestToken(payment), 19)).status).toBe(409);
  });

  test('is collected with amount 0, charged without the person later, and listed', async () => {
    const from = bench.recorder.requests.length;
    const payment = await bench.payByCard(await bench.open({ scope: 'MEMBER_ACCOUNT', amount: 0 }));
    expect(payment.status).toBe('PREAUTHED');
    expect(asked(from)[0]).toMatchObject({
      path: '/v1/setup_intents',
      idempotencyKey: payment.id,
      parameters: { usage: 'off_session', allowed_payment_method_types: ['card'] },
    });
    const collected = { paymentRequestToken: requestToken(payment) };
    const set = await bench.service.api().post(`/v1/customers/2001/account/payment-instrument`, collected);
    expect(set.status).toBe(200);
    const later = await bench.open();
    const { body: chosen } = await later.create({
      paymentMethod: 'CREDIT_CARD',
      paymentInstrumentToken: payment.paymentInstrumentToken,
    });
    expect(chosen.status).toBe('PREAUTHED');
    const before = bench.recorder.requests.length;
    expect((await use(requestToken(chosen), 25)).status).toBe(200);
    expect(asked(before)).toMatchObject([
      {
        path: '/v1/payment_intents',
        parameters: { amount: '2500', off_session: 'true', confirm: 'true', customer: last().customer },
      },
    ]);
    expect(last()).toMatchObject({ status: 'succeeded', charge: { captured: 2500 } });
  });

  test('is saved with a payment, and Stripe is told so', async () => {
    const payment = await bench.payByCard(await bench.open(), '5555555555554444', {
      savePaymentInstrument: true,
    });
    expect(last().futureUsage).toBe('off_session');
    expect(payment.paymentInstrumentToken).toBeDefined();
  });

  test('that is not used in time is let go, as abandoned', async () => {
    const payment = await bench.payByCard(await bench.open());
    const { id } = last();
    bench.service.clock.advance(HALF_HOUR);
    const from = bench.recorder.requests.length;
    await batch();
    expect(bench.recorder.intent(id)).toMatchObject({ status: 'canceled', cancellationReason: 'abandoned' });
    expect(asked(from).find(({ path }) => path.endsWith(`${id}/cancel`))?.idempotencyKey).toBe(
      `${payment.id}:cancel`,
    );
    expect((await use(requestToken(payment), 20)).status).toBe(400);
  });

  test('of which nobody typed a number is closed at the end of the session', async () => {
    await (await bench.open()).create(CARD_REQUEST);
    const { id } = last();
    bench.service.clock.advance(HALF_HOUR);
    await batch();
    expect(bench.recorder.intent(id).status).toBe('canceled');
  });

  test('that is refused says why, nobody can confirm it any more, and the session takes another', async () => {
    const gateway = await bench.open();
    const made = await gateway.create(CARD_REQUEST);
    const { id } = last();
    await bench.typeCard(made.body, '4000000000009995');
    const { body } = await gateway.authenticate(made.body.id);
    expect(body).toMatchObject({ status: 'FAILED', failure: { code: 'INSUFFICIENT_FUNDS' } });
    await batch();
    expect(bench.recorder.intent(id).status).toBe('canceled');
    expect(await bench.typeCard(made.body, '4242424242424242')).toBe(400);
    expect((await bench.payByCard(gateway)).status).toBe('PREAUTHED');
  });

  test.each([
    ['4000000000003220', 'complete', { status: 'PREAUTHED' }],
    ['4000000000003220', 'fail', { status: 'FAILED', failure: { code: 'AUTHENTICATION_FAILED' } }],
    ['4000008400001629', 'complete', { status: 'FAILED', failure: { code: 'DECLINED' } }],
  ] as const)('%s: the challenge, %s', async (number, outcome, expected) => {
    const gateway = await bench.open();
    const { id, status, nextAction } = await bench.payByCard(gateway, number);
    // The challenge appears in a Stripe modal. A person who comes back later continues with the client secret.
    expect([status, nextAction?.type]).toEqual(['ACTION_REQUIRED', 'PROVIDER_CONFIRM']);
    bench.recorder.answerChallenge(last().id, outcome);
    expect((await gateway.get(id)).body).toMatchObject(expected);
  });

  test('3184 leads to a page of Stripe, and to no other', async () => {
    const gateway = await bench.open();
    const { status, nextAction } = await bench.payByCard(gateway, '4000002760003184');
    expect([status, nextAction]).toMatchObject([
      'ACTION_REQUIRED',
      { type: 'REDIRECT', url: expect.stringContaining(`${bench.recorder.url}/pages/`) as string },
    ]);
  });

  test('that is refused without the person leaves the token, and nothing is booked', async () => {
    const payment = await bench.payByCard(await bench.open({ amount: 0 }), '4000000000000341');
    const later = await bench.open();
    const { body: chosen } = await later.create({
      paymentMethod: 'CREDIT_CARD',
      paymentInstrumentToken: payment.paymentInstrumentToken,
    });
    const { status, body } = await use(requestToken(chosen), 25);
    expect([status, body.errorCode]).toEqual([400, 'PAYMENT_DECLINED']);
    expect(last()).toMatchObject({ status: 'requires_payment_method', charge: null });
  });
});

describe('a wallet', () => {
  test.each([
    ['apple_pay', 'APPLE_PAY'],
    ['google_pay', 'GOOGLE_PAY'],
    ['link', 'LINK'],
    ['samsung_pay', undefined],
  ])('%s is read back with the card', async (stripeName, wallet) => {
    const gateway = await bench.open();
    const request = { ...CARD_REQUEST, details: { wallet: 'APPLE_PAY' }, savePaymentInstrument: false };
    const made = await gateway.create(request);
    await bench.typeCard(made.body, '4242424242424242', {
      'payment_method_data[card][wallet]': stripeName,
    });
    const { body } = await gateway.authenticate(made.body.id);
    expect(body.status).toBe('PREAUTHED');
    expect(body.paymentInstrumentDetails?.creditCard?.wallet).toBe(wallet);
  });

  test.each([
    ['a purchase', { amount: 25 }, { charge: { captured: 2500, refunded: 2500 } }],
    ['a membership', { scope: 'MEMBER_ACCOUNT', amount: 0 }, { charge: null }],
  ])('%s that Link pays as its own method fails, is given back and never saved', async (_, fields, left) => {
    const gateway = await bench.open(fields);
    const made = await gateway.create(CARD_REQUEST);
    const { id } = last();
    const from = bench.recorder.requests.length;
    bench.recorder.payWithLink(id);
    const { body } = await gateway.authenticate(made.body.id);
    expect(body).toMatchObject({ status: 'FAILED', failure: { code: 'PROCESSING_ERROR' } });
    expect(body).not.toHaveProperty('paymentInstrumentToken');
    await batch();
    await batch();
    expect(bench.recorder.intent(id)).toMatchObject(left);
    const refunds = asked(from).filter(({ method, path }) => `${method} ${path}` === 'POST /v1/refunds');
    expect(refunds).toHaveLength(left.charge ? 1 : 0);
    expect((await bench.payByCard(gateway)).status).toBe('PREAUTHED');
  });
});

describe('one person is one customer', () => {
  test('whoever asks at the same time', async () => {
    const before = bench.recorder.customers();
    const { body } = await bench.service
      .api()
      .post<{ paymentServiceCustomerId: string }>('/v1/payments/user-session', {
        amount: 0,
        scope: 'MEMBER_ACCOUNT',
        referenceText: 'Membership',
      });
    const { paymentServiceCustomerId } = body;
    const sessions = await Promise.all(
      [1, 2, 3].map(() =>
        bench.open({ customerId: undefined, paymentServiceCustomerId, scope: 'ECOM', amount: 25 }),
      ),
    );
    const made = await Promise.all(sessions.map((gateway) => gateway.create(CARD_REQUEST)));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(bench.recorder.customers()).toBe(before + 1);
    const [first, second, third] = bench.recorder.intents().slice(-3);
    expect([second?.customer, third?.customer]).toEqual([first?.customer, first?.customer]);
  });
});

describe('two submissions at once', () => {
  test('with one key are one intent', async () => {
    const gateway = await bench.open();
    const before = bench.recorder.intents().length;
    const key = crypto.randomUUID();
    const answers = await Promise.all([gateway.create(CARD_REQUEST, key), gateway.create(CARD_REQUEST, key)]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(bench.recorder.intents()).toHaveLength(before + 1);
  });
});
