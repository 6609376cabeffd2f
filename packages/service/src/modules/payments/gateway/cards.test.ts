import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pressAtBank } from '../../../../test/support/bank-page.js';
import {
  CARD_REQUEST,
  confirmCard,
  payByCard as cardPayment,
  typeCard,
} from '../../../../test/support/cards.js';
import { type GatewayClient, type Payment, requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { runBatches } from '../../../../test/support/batches.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.network.mend();
  service.onStep = () => undefined;
});

const CUSTOMER = 2001;
const HALF_HOUR = 30 * 60_000;

const open = async (fields: object = {}): Promise<GatewayClient> =>
  service.gateway(
    await service.api().session({ customerId: CUSTOMER, scope: 'ECOM', amount: 25, ...fields }),
  );

const payByCard = (gateway: GatewayClient, number?: string): Promise<Payment> =>
  cardPayment(service, gateway, number);

const use = (paymentRequestToken: string, amount: number) =>
  service.api().post(`/v1/customers/${CUSTOMER}/account/payment`, {
    paymentRequestToken,
    amount: { amount, currency: 'EUR' },
  });

const rowOf = async (paymentId: string) => (await service.ledgerOfPayment(paymentId)).at(-1);

const batch = () =>
  runBatches(service.app.context, 0, (fault) => {
    throw fault;
  });

describe('a card', () => {
  test('is offered with what the browser needs of the provider, and nothing secret', async () => {
    const { body } = await (await open()).session();
    const offer = body.paymentMethods.find(({ paymentMethod }) => paymentMethod === 'CREDIT_CARD');
    expect(offer?.provider?.name).toBe('SIMULATOR');
    expect(offer?.provider?.frameUrl).toContain('/frames/card');
    expect(JSON.stringify(offer)).not.toMatch(/secret/i);
  });

  test('is authorised, captured by the usage, and the rest is let go', async () => {
    const payment = await payByCard(await open());
    expect(payment).toMatchObject({
      status: 'PREAUTHED',
      paymentInstrumentDetails: { creditCard: { brand: 'visa', cardHolder: 'Mara Lindner' } },
    });
    expect(await rowOf(payment.id)).toMatchObject({ status: 'authorized', authorized: 2500, captured: 0 });
    expect((await use(requestToken(payment), 20)).status).toBe(200);
    expect(await rowOf(payment.id)).toMatchObject({ captured: 2000, cancelled: 500, refunded: 0 });
    expect((await use(requestToken(payment), 20)).status).toBe(200);
    expect((await use(requestToken(payment), 5)).status).toBe(409);
    expect(await rowOf(payment.id)).toMatchObject({ captured: 2000, cancelled: 500, refunded: 0 });
  });

  test.each([
    ['with its name', { cardHolder: 'Test Person' }],
    ['without a name', {}],
  ])('of a wallet is accepted %s, and the wallet is told', async (_, name) => {
    const gateway = await open();
    const details = { wallet: 'GOOGLE_PAY', ...name };
    const made = await gateway.create({ ...CARD_REQUEST, details, savePaymentInstrument: false });
    expect(made.status).toBe(201);
    const wallet = { name: 'GOOGLE_PAY', card: '4242424242424242', country: 'DE', recurring: false };
    await confirmCard(service, made.body, { wallet });
    const { body } = await gateway.authenticate(made.body.id);
    expect(body).toMatchObject({
      status: 'PREAUTHED',
      paymentInstrumentDetails: { creditCard: { cardHolder: 'Test Person', wallet: 'GOOGLE_PAY' } },
    });
    expect((await use(requestToken(body), 25)).status).toBe(200);
  });

  test.each([
    ['no name and no wallet', { details: {} }, 'errormessage.payment.details.required', 'details.cardHolder'],
    [
      'a wallet that pays by another method',
      { paymentMethod: 'PAYPAL', details: { wallet: 'APPLE_PAY' } },
      'errormessage.payment.wallet.not.allowed',
      'details.wallet',
    ],
    ['an unknown wallet', { details: { wallet: 'PURSE' } }, 'errormessage.request.invalid', 'details.wallet'],
  ])('is refused with %s', async (_, request, errorCode, reference) => {
    const { status, body } = await (await open()).create({ ...CARD_REQUEST, ...request });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errorCode });
    expect(JSON.stringify(body)).toContain(reference);
  });

  test('that is not used in time is let go', async () => {
    const payment = await payByCard(await open());
    service.clock.advance(HALF_HOUR);
    await batch();
    expect(await rowOf(payment.id)).toMatchObject({ status: 'cancelled', captured: 0, cancelled: 2500 });
    expect((await use(requestToken(payment), 20)).status).toBe(400);
  });

  test('that is replaced by another attempt is let go', async () => {
    const gateway = await open();
    const first = await payByCard(gateway);
    const second = await payByCard(gateway, '5555555555554444');
    const rows = (await service.ledgerOfPayment(second.id)).slice(-2);
    expect(rows).toMatchObject([{ cancelled: 2500 }, { authorized: 2500 }]);
    expect((await use(requestToken(first), 20)).status).toBe(400);
    expect((await use(requestToken(second), 25)).status).toBe(200);
  });

  test('that is refused fails with the reason, and the session takes another', async () => {
    const gateway = await open();
    const refused = await payByCard(gateway, '4000000000009995');
    expect(refused).toMatchObject({ status: 'FAILED', failure: { code: 'INSUFFICIENT_FUNDS' } });
    expect((await payByCard(gateway)).status).toBe('PREAUTHED');
  });

  test('with 3-D Secure waits for the person, and is found once they are back', async () => {
    const gateway = await open();
    const waiting = await payByCard(gateway, '4000002760003184');
    expect(waiting).toMatchObject({ status: 'ACTION_REQUIRED', nextAction: { type: 'REDIRECT' } });
    const { pendingPayment } = (await gateway.session()).body;
    expect(pendingPayment).toMatchObject({ id: waiting.id, status: 'ACTION_REQUIRED' });
    await pressAtBank(
      waiting.nextAction && 'url' in waiting.nextAction ? waiting.nextAction.url : '',
      'approve',
    );
    expect((await gateway.get(waiting.id)).body.status).toBe('PREAUTHED');
  });

  test('that nobody has typed yet stays written down, however often it is asked for', async () => {
    const gateway = await open();
    const { body } = await gateway.create(CARD_REQUEST);
    expect((await gateway.authenticate(body.id)).body.status).toBe('CREATED');
    await typeCard(service, body, '4242424242424242');
    expect((await gateway.authenticate(body.id)).body.status).toBe('PREAUTHED');
  });

  test('with amount 0 is collected, listed once its token was used, and charged later', async () => {
    const payment = await payByCard(await open({ scope: 'MEMBER_ACCOUNT', amount: 0 }));
    expect(payment.status).toBe('PREAUTHED');
    const collected = { paymentRequestToken: requestToken(payment) };
    const set = await service.api().post(`/v1/customers/${CUSTOMER}/account/payment-instrument`, collected);
    expect(set.status).toBe(200);
    const later = await open();
    const { body } = await later.session();
    const stored = body.paymentInstruments.find(({ token }) => token === payment.paymentInstrumentToken);
    expect(stored?.details).toMatchObject({ creditCard: { brand: 'visa' } });
    const { body: chosen } = await later.create({
      paymentMethod: 'CREDIT_CARD',
      paymentInstrumentToken: payment.paymentInstrumentToken,
    });
    expect(chosen.status).toBe('PREAUTHED');
    const before = await service.takenFrom(CUSTOMER);
    expect((await use(requestToken(chosen), 25)).status).toBe(200);
    expect(await service.takenFrom(CUSTOMER)).toEqual([...before, 2500]);
  });

  test.each([
    ['without a holder', { details: {} }, 'details.cardHolder'],
    ['without a way back', { returnUrl: undefined }, 'returnUrl'],
    ['that leads to a page of somebody else', { returnUrl: 'https://evil.example/' }, 'returnUrl'],
    ['that leads to a script', { returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
  ])('%s is refused', async (_name, change, reference) => {
    const { status, body } = await (await open()).create({ ...CARD_REQUEST, ...change });
    expect([status, body.reference]).toEqual([400, reference]);
  });

  test('is not lost when the provider falls silent: the same request continues', async () => {
    const gateway = await open();
    service.network.lose('request-lost', /\/v1\/intents/);
    const key = randomUUID();
    expect((await gateway.create(CARD_REQUEST, key)).status).toBe(503);
    service.network.mend();
    const { status, body } = await gateway.create(CARD_REQUEST, key);
    expect([status, body.nextAction?.type]).toEqual([201, 'PROVIDER_CONFIRM']);
  });
});
