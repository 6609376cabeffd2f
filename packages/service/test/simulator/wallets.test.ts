import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateIntent, ProviderIntent } from '../../src/modules/payments/providers/provider.js';
import { movement } from '../support/movement.js';
import { card, confirmInBrowser } from './support/browser.js';
import { charge, setup } from './support/requests.js';
import { startBench, type TestBench } from './support/simulator.js';

let bench: TestBench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

let keys = 0;
const key = (): string => `wallet-${(keys += 1)}`;

const payment = (more: Partial<CreateIntent> = {}): Promise<ProviderIntent> =>
  bench.provider().createIntent(
    setup({
      mode: 'PAYMENT',
      paymentMethod: 'CREDIT_CARD',
      amount: 4990,
      captureLater: true,
      saveInstrument: false,
      ...more,
    }),
    key(),
  );

const wallet = (more: object = {}): object => ({
  name: 'APPLE_PAY',
  card: '4242424242424242',
  country: 'DE',
  recurring: false,
  ...more,
});

const pay = async (given: object = {}, terms: Partial<CreateIntent> = {}): Promise<ProviderIntent> => {
  const { reference, clientSecret } = await payment(terms);
  await confirmInBrowser(bench, clientSecret!, { wallet: wallet(given) });
  return bench.provider().retrieveIntent(reference);
};

describe('the cards of a wallet', () => {
  it.each([
    ['4242424242424242', 'AUTHORIZED'],
    ['5555555555554444', 'AUTHORIZED'],
    ['4000000000000002', 'DECLINED'],
    ['4000000000009995', 'INSUFFICIENT_FUNDS'],
    ['4000000000000069', 'EXPIRED_CARD'],
    ['4000000000000119', 'PROCESSING_ERROR'],
  ])('%s: %s', async (number, outcome) => {
    const intent = await pay({ card: number });
    expect(intent.failure?.code ?? intent.status).toBe(outcome);
    expect(intent.amountAuthorized).toBe(outcome === 'AUTHORIZED' ? 4990 : 0);
  });

  it.each(['APPLE_PAY', 'GOOGLE_PAY', 'LINK'])('name %s and the holder, who is not asked', async (name) => {
    expect((await pay({ name })).instrument?.details).toEqual({
      creditCard: {
        brand: 'visa',
        cardHolder: 'Test Person',
        cardNumber: '•••• 4242',
        expiry: '12/2040',
        issuerCountry: 'US',
        wallet: name,
      },
    });
  });

  it('are charged later with the token that the merchant has requested, and name the wallet still', async () => {
    const collected = await pay(
      { recurring: true },
      { mode: 'SETUP', amount: 0, captureLater: false, saveInstrument: true },
    );
    expect(collected).toMatchObject({ status: 'SUCCEEDED', amountAuthorized: 0 });
    const charged = await bench
      .provider()
      .chargeInstrument(
        charge(collected.instrument!.reference, { paymentMethod: 'CREDIT_CARD' }),
        movement(key()),
      );
    expect(charged).toMatchObject({ status: 'SUCCEEDED', amountCaptured: 2990 });
    expect(charged.instrument?.details.creditCard?.wallet).toBe('APPLE_PAY');
  });

  it('remember the wallet when the provider restarts', async () => {
    const { reference } = await pay({ name: 'LINK' });
    await bench.restart();
    const { instrument } = await bench.provider().retrieveIntent(reference);
    expect(instrument?.details.creditCard?.wallet).toBe('LINK');
  });
});

describe('a confirmation that is refused', () => {
  const expected = { amount: 4990, currency: 'EUR' };
  it.each<[string, object, Partial<CreateIntent>, string, string]>([
    [
      'another amount',
      { wallet: wallet(), expected: { ...expected, amount: 1 } },
      {},
      'amount_mismatch',
      'expected',
    ],
    [
      'another currency',
      { wallet: wallet(), expected: { ...expected, currency: 'CHF' } },
      {},
      'amount_mismatch',
      'expected',
    ],
    [
      'a country without cards',
      { wallet: wallet({ country: 'AQ' }) },
      {},
      'country_unsupported',
      'wallet.country',
    ],
    ['no country', { wallet: wallet({ country: 'Germany' }) }, {}, 'parameter_invalid', 'wallet.country'],
    [
      'an unknown wallet',
      { wallet: wallet({ name: 'SAMSUNG_PAY' }) },
      {},
      'parameter_invalid',
      'wallet.name',
    ],
    [
      'a card that is not in the wallet',
      { wallet: wallet({ card: '4111111111111111' }) },
      {},
      'parameter_invalid',
      'wallet.card',
    ],
    [
      'wallet and card',
      { wallet: wallet(), card: card('4242424242424242') },
      {},
      'parameter_invalid',
      'card',
    ],
    ['neither', {}, {}, 'parameter_invalid', 'card'],
    [
      'a token for one payment, where the card is stored',
      { wallet: wallet() },
      { saveInstrument: true },
      'token_not_reusable',
      'wallet.recurring',
    ],
  ])('%s', async (_, body, terms, code, param) => {
    const { clientSecret, reference } = await payment(terms);
    const answer = await confirmInBrowser(bench, clientSecret!, body);
    expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([400, code, param]);
    expect(answer.body.error?.message).not.toContain('4111');
    expect((await bench.provider().retrieveIntent(reference)).status).toBe('REQUIRES_CONFIRMATION');
  });

  it('an unknown secret', async () => {
    const { clientSecret } = await payment();
    const answer = await confirmInBrowser(bench, clientSecret!.replace(/.$/, '_'), { wallet: wallet() });
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'client_secret_invalid']);
  });
});

it('is done once per key; another one finds the intent confirmed', async () => {
  const { clientSecret } = await payment();
  const body = { wallet: wallet() };
  const first = await confirmInBrowser(bench, clientSecret!, body, { 'idempotency-key': 'once' });
  expect(first.body.status).toBe('authorized');
  expect(await confirmInBrowser(bench, clientSecret!, body, { 'idempotency-key': 'once' })).toEqual(first);
  const other = { wallet: wallet({ card: '4000000000000002' }) };
  expect(
    (await confirmInBrowser(bench, clientSecret!, other, { 'idempotency-key': 'once' })).body.error?.code,
  ).toBe('idempotency_key_reused');
  expect((await confirmInBrowser(bench, clientSecret!, other)).body.error?.code).toBe(
    'intent_unexpected_state',
  );
});
