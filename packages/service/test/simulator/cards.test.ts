import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateIntent, ProviderIntent } from '../../src/modules/payments/providers/provider.js';
import { movement } from '../support/movement.js';
import { card, confirmInBrowser, press } from './support/browser.js';
import { charge, debit, setup } from './support/requests.js';
import { OTHER_STUDIO, SETTLEMENT_MS, startBench, type TestBench } from './support/simulator.js';

let bench: TestBench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

let keys = 0;
const key = (): string => `card-${(keys += 1)}`;
const RETURN_URL = 'http://localhost:5173/checkout?step=2';

const payment = (more: Partial<CreateIntent> = {}): Promise<ProviderIntent> =>
  bench.provider().createIntent(
    setup({
      mode: 'PAYMENT',
      paymentMethod: 'CREDIT_CARD',
      amount: 4990,
      captureLater: true,
      saveInstrument: false,
      returnUrl: RETURN_URL,
      ...more,
    }),
    key(),
  );

const pay = async (number: string, more: Partial<CreateIntent> = {}): Promise<ProviderIntent> => {
  const { reference, clientSecret } = await payment(more);
  await confirmInBrowser(bench, clientSecret!, { card: card(number) });
  return bench.provider().retrieveIntent(reference);
};

describe('the cards of the test table', () => {
  it.each([
    ['4242 4242 4242 4242', 'AUTHORIZED', 'visa'],
    ['5555 5555 5555 4444', 'AUTHORIZED', 'mastercard'],
    ['3782 822463 10005', 'AUTHORIZED', 'amex'],
    ['4000 0000 0000 0002', 'DECLINED', ''],
    ['4000 0000 0000 9995', 'INSUFFICIENT_FUNDS', ''],
    ['4000 0000 0000 0069', 'EXPIRED_CARD', ''],
    ['4000 0000 0000 0127', 'INCORRECT_CVC', ''],
    ['4000 0000 0000 0119', 'PROCESSING_ERROR', ''],
    ['4000 0027 6000 3184', 'ACTION_REQUIRED', ''],
    ['4000 0000 0000 3220', 'ACTION_REQUIRED', ''],
    ['4000 0084 0000 1629', 'ACTION_REQUIRED', ''],
    // This number is valid but belongs to no test card, and real cards must not be used here.
    ['4111 1111 1111 1111', 'DECLINED', ''],
  ])('%s: %s', async (number, outcome, brand) => {
    const intent = await pay(number);
    expect(intent.failure?.code ?? intent.status).toBe(outcome);
    expect(intent.amountAuthorized).toBe(outcome === 'AUTHORIZED' ? 4990 : 0);
    if (brand === '') return;
    expect(intent.instrument?.details).toEqual({
      creditCard: {
        brand,
        cardHolder: 'Ada Lovelace',
        cardNumber: `•••• ${number.slice(-4)}`,
        expiry: '12/2030',
        issuerCountry: 'US',
      },
    });
  });

  it('are paid at once without captureLater, and collected with mode setup', async () => {
    expect(await pay('4242424242424242', { captureLater: false })).toMatchObject({
      status: 'SUCCEEDED',
      amountCaptured: 4990,
    });
    const collected = { mode: 'SETUP', amount: 0, captureLater: false, saveInstrument: true } as const;
    expect(await pay('4242424242424242', collected)).toMatchObject({
      status: 'SUCCEEDED',
      amountAuthorized: 0,
    });
  });
});

describe('after the authorisation', () => {
  it('a part is captured and the rest released, then refunded', async () => {
    const provider = bench.provider();
    const { reference } = await pay('4242424242424242');
    await expect(provider.captureIntent(reference, 4991, key())).rejects.toMatchObject({
      code: 'amount_too_large',
    });
    expect(await provider.captureIntent(reference, 4000, 'capture-1')).toMatchObject({
      status: 'SUCCEEDED',
      amountCaptured: 4000,
    });
    expect((await provider.captureIntent(reference, 4000, 'capture-1')).amountCaptured).toBe(4000);
    await expect(provider.captureIntent(reference, 990, key())).rejects.toMatchObject({
      code: 'intent_unexpected_state',
    });
    expect((await provider.cancelIntent(reference, key())).status).toBe('SUCCEEDED');
    expect((await provider.refundIntent(reference, 4000, movement())).amountRefunded).toBe(4000);
    expect(bench.simulator.ledger().find(({ intent }) => intent === reference)).toMatchObject({
      authorized: 4990,
      captured: 4000,
      cancelled: 990,
      refunded: 4000,
    });
  });

  it('all is released, and nothing can be captured any more', async () => {
    const provider = bench.provider();
    const { reference } = await pay('4242424242424242');
    expect((await provider.cancelIntent(reference, key())).status).toBe('CANCELLED');
    expect((await provider.cancelIntent(reference, key())).status).toBe('CANCELLED');
    await expect(provider.captureIntent(reference, 1, key())).rejects.toMatchObject({
      code: 'intent_unexpected_state',
    });
  });

  it('of two that race, cancelling and capturing, exactly one happens', async () => {
    const provider = bench.provider();
    for (let round = 0; round < 5; round += 1) {
      const { reference } = await pay('4242424242424242');
      const [captured, cancelled] = await Promise.all([
        provider.captureIntent(reference, 4990, key()).catch(() => null),
        provider.cancelIntent(reference, key()),
      ]);
      const row = bench.simulator.ledger().find(({ intent }) => intent === reference)!;
      expect(row.captured + row.cancelled).toBe(4990);
      expect(row.status).toBe(captured === null ? 'cancelled' : 'succeeded');
      expect(cancelled.status).toBe(captured === null ? 'CANCELLED' : 'SUCCEEDED');
    }
  });

  it('a stored card is charged, one that always asks for the person is not', async () => {
    const terms = { paymentMethod: 'CREDIT_CARD' } as const;
    const collected = { mode: 'SETUP', amount: 0, captureLater: false, saveInstrument: true } as const;
    const good = await pay('4242424242424242', collected);
    const charged = await bench
      .provider()
      .chargeInstrument(charge(good.instrument!.reference, terms), movement());
    expect(charged).toMatchObject({ status: 'SUCCEEDED', amountCaptured: 2990 });

    const asking = await pay('4000002760003184', collected);
    await press(asking.redirectUrl!, 'approve');
    const { instrument } = await bench.provider().retrieveIntent(asking.reference);
    const refused = await bench.provider().chargeInstrument(charge(instrument!.reference, terms), movement());
    expect(refused.failure?.code).toBe('AUTHENTICATION_FAILED');
  });

  it('a stored card is charged until the end of its month', async () => {
    const collected = { mode: 'SETUP', amount: 0, captureLater: false, saveInstrument: true } as const;
    const { reference, clientSecret } = await payment(collected);
    const month = bench.clock.now().toISOString().slice(0, 7);
    const expiry = `${month.slice(5)}/${month.slice(2, 4)}`;
    await confirmInBrowser(bench, clientSecret!, { card: { ...card('4242424242424242'), expiry } });
    const { instrument } = await bench.provider().retrieveIntent(reference);
    const terms = charge(instrument!.reference, { paymentMethod: 'CREDIT_CARD' });
    expect((await bench.provider().chargeInstrument(terms, movement())).status).toBe('SUCCEEDED');
    bench.clock.advance(31 * 24 * 3600_000);
    const { failure } = await bench.provider().chargeInstrument(terms, movement());
    expect(failure?.code).toBe('EXPIRED_CARD');
  });

  it('a card that only waits for the person is not charged', async () => {
    const waiting = await pay('4000000000003220', { saveInstrument: true });
    expect(waiting.instrument).toBeUndefined();
  });
});

describe('what the frame may not do', () => {
  it.each([
    ['a wrong client secret', { authorization: 'Bearer int_x_secret_y' }, 401, 'client_secret_invalid'],
    [
      'the secret key of the provider',
      { authorization: 'Bearer sk_test_of_the_simulator_tests' },
      401,
      'client_secret_invalid',
    ],
    ['another account', { 'simulator-account': OTHER_STUDIO }, 404, 'resource_missing'],
    ['a page of another origin', { 'sec-fetch-site': 'same-site' }, 403, 'origin_refused'],
    ['no Idempotency-Key', { 'idempotency-key': '' }, 400, 'idempotency_key_missing'],
  ])('%s', async (_, headers, status, code) => {
    const { clientSecret, reference } = await payment();
    const answer = await confirmInBrowser(bench, clientSecret!, { card: card('4242424242424242') }, headers);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect((await bench.provider().retrieveIntent(reference)).status).toBe('REQUIRES_CONFIRMATION');
  });

  it.each([
    ['another amount', { expected: { amount: 1, currency: 'EUR' } }, 'amount_mismatch', 'expected'],
    ['another currency', { expected: { amount: 4990, currency: 'CHF' } }, 'amount_mismatch', 'expected'],
    [
      'a way back to a foreign page',
      { returnUrl: 'https://evil.example' },
      'return_url_not_registered',
      'returnUrl',
    ],
    ['a wrong check digit', { card: card('4242424242424241') }, 'parameter_invalid', 'card.number'],
    [
      'a past month',
      { card: card('4242424242424242', { expiry: '10/26' }) },
      'parameter_invalid',
      'card.expiry',
    ],
    ['a short code', { card: card('378282246310005', { cvc: '123' }) }, 'parameter_invalid', 'card.cvc'],
    ['an unknown parameter', { amount: 1 }, 'parameter_unknown', 'amount'],
  ])('%s', async (_, more, code, param) => {
    const { clientSecret } = await payment();
    const right = { card: card('4242424242424242'), expected: { amount: 4990, currency: 'EUR' } };
    const answer = await confirmInBrowser(bench, clientSecret!, { ...right, ...more });
    expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([400, code, param]);
    expect(answer.body.error?.message).not.toMatch(/\d{6}/);
    expect((await confirmInBrowser(bench, clientSecret!, right)).body.status).toBe('authorized');
  });

  it('confirm twice, or confirm a debit', async () => {
    const { clientSecret } = await payment();
    const body = { card: card('4000000000000002') };
    const first = await confirmInBrowser(bench, clientSecret!, body, { 'idempotency-key': 'once' });
    expect(await confirmInBrowser(bench, clientSecret!, body, { 'idempotency-key': 'once' })).toEqual(first);
    const second = await confirmInBrowser(bench, clientSecret!, { card: card('4242424242424242') });
    expect(second.body.error?.code).toBe('intent_unexpected_state');

    const sepa = await bench.provider().createIntent(setup(), key());
    const answer = await confirmInBrowser(bench, sepa.clientSecret!, body);
    expect(answer.body.error?.code).toBe('payment_method_mismatch');
  });

  it('use up a key of the service', async () => {
    const sepa = await bench.provider().createIntent(setup(), key());
    await confirmInBrowser(bench, sepa.clientSecret!, {}, { 'idempotency-key': 'of-the-service' });
    const { clientSecret } = await payment();
    await confirmInBrowser(
      bench,
      clientSecret!,
      { card: card('4242424242424242') },
      {
        'idempotency-key': 'of-the-service',
      },
    );
    const iban = debit('DE89370400440532013000');
    const confirmed = await bench.provider().confirmIntent(sepa.reference, iban, 'of-the-service');
    expect(confirmed.status).toBe('SUCCEEDED');
  });

  it('hear more of an intent than its browser needs', async () => {
    const { clientSecret } = await payment();
    const { body } = await confirmInBrowser(bench, clientSecret!, { card: card('4242424242424242') });
    expect(body).toEqual({ status: 'authorized' });
  });
});

describe('the page of the bank', () => {
  it.each([
    ['approve', 'AUTHORIZED', 4990],
    ['refuse', 'AUTHENTICATION_FAILED', 0],
    ['cancel', 'CANCELLED_BY_PAYER', 0],
  ])('%s: %s, and back to the merchant without a word more', async (outcome, result, authorized) => {
    const { reference, redirectUrl } = await pay('4000002760003184');
    const answer = await press(redirectUrl!, outcome);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, RETURN_URL]);
    const intent = await bench.provider().retrieveIntent(reference);
    expect(intent.failure?.code ?? intent.status).toBe(result);
    expect(intent.amountAuthorized).toBe(authorized);
  });

  it('approved, and declined by the bank all the same', async () => {
    const { reference, redirectUrl } = await pay('4000008400001629');
    await press(redirectUrl!, 'approve');
    expect((await bench.provider().retrieveIntent(reference)).failure?.code).toBe('DECLINED');
  });

  it('approved later: the person is back before the money is', async () => {
    const provider = bench.provider();
    const { reference, redirectUrl } = await pay('4000002760003184');
    expect((await press(redirectUrl!, 'later')).status).toBe(303);
    expect(await provider.retrieveIntent(reference)).toMatchObject({
      status: 'PROCESSING',
      amountAuthorized: 0,
    });
    bench.clock.advance(SETTLEMENT_MS);
    expect(await provider.retrieveIntent(reference)).toMatchObject({
      status: 'AUTHORIZED',
      amountAuthorized: 4990,
    });
    expect((await provider.captureIntent(reference, 4990, key())).amountCaptured).toBe(4990);
  });

  it('never: nothing happens until the service cancels; a late answer changes nothing', async () => {
    const provider = bench.provider();
    const { reference, redirectUrl } = await pay('4000002760003184');
    const answer = await press(redirectUrl!, 'never');
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect((await provider.retrieveIntent(reference)).status).toBe('ACTION_REQUIRED');
    expect((await provider.cancelIntent(reference, key())).status).toBe('CANCELLED');
    expect((await press(redirectUrl!, 'approve')).headers.get('location')).toBe(RETURN_URL);
    expect(await provider.retrieveIntent(reference)).toMatchObject({
      status: 'CANCELLED',
      amountAuthorized: 0,
    });
  });

  it('waits 15 minutes for the person', async () => {
    const { reference, redirectUrl } = await pay('4000002760003184');
    bench.clock.advance(15 * 60_000);
    const intent = await bench.provider().retrieveIntent(reference);
    expect([intent.status, intent.failure?.code]).toEqual(['DECLINED', 'EXPIRED']);
    expect(await (await fetch(redirectUrl!)).text()).toContain('no longer waiting for you');
  });

  it('does once what is pressed twice', async () => {
    const { reference, redirectUrl } = await pay('4000002760003184');
    await press(redirectUrl!, 'refuse');
    await press(redirectUrl!, 'approve');
    expect((await bench.provider().retrieveIntent(reference)).failure?.code).toBe('AUTHENTICATION_FAILED');
  });

  it('in a modal frame leads nowhere, says that it is done, and only there', async () => {
    const { redirectUrl } = await pay('4000000000003220');
    const answer = await press(redirectUrl!, 'approve', { 'sec-fetch-dest': 'iframe' });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(page).toContain('You are done here');
    expect(page).not.toContain('href="http');
  });

  it('takes no button from another origin, and no outcome that it does not have', async () => {
    const { redirectUrl, reference } = await pay('4000002760003184');
    expect((await press(redirectUrl!, 'approve', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await press(redirectUrl!, 'capture')).status).toBe(400);
    expect((await fetch(new URL('/pages/chl_unknown', bench.simulator.url))).status).toBe(404);
    expect((await bench.provider().retrieveIntent(reference)).status).toBe('ACTION_REQUIRED');
  });

  it('of a redirect goes back where the browser that confirmed said', async () => {
    const { clientSecret } = await payment();
    const elsewhere = 'http://localhost:8080/back';
    const { body } = await confirmInBrowser(bench, clientSecret!, {
      card: card('4000002760003184'),
      returnUrl: elsewhere,
    });
    expect((await press(body.nextAction!.url, 'approve')).headers.get('location')).toBe(elsewhere);
  });

  it('is needed, and there is no way back: refused', async () => {
    const { clientSecret } = await bench
      .provider()
      .createIntent(setup({ paymentMethod: 'CREDIT_CARD', captureLater: false }), key());
    const { body } = await confirmInBrowser(bench, clientSecret!, { card: card('4000002760003184') });
    expect(body.error?.code).toBe('return_url_missing');
  });
});

describe('a page instead of fields', () => {
  it.each([
    ['PAYPAL', 'EUR', true, 'AUTHORIZED', { paypal: {} }],
    ['TWINT', 'CHF', false, 'SUCCEEDED', { twint: {} }],
    ['IDEAL', 'EUR', false, 'SUCCEEDED', { ideal: { issuer: 'Simulated Bank' } }],
    [
      'BANCONTACT',
      'EUR',
      false,
      'SUCCEEDED',
      { banContactCard: { cardHolder: 'Test Person', cardNumber: '•••• 0003', expiry: '12/2030' } },
    ],
  ] as const)('%s', async (paymentMethod, currency, captureLater, status, details) => {
    const { reference } = await payment({ paymentMethod, currency, captureLater });
    const waiting = await bench.provider().confirmIntent(reference, { paymentMethod, details: {} }, key());
    expect(waiting.status).toBe('ACTION_REQUIRED');
    expect((await press(waiting.redirectUrl!, 'approve')).headers.get('location')).toBe(RETURN_URL);
    const intent = await bench.provider().retrieveIntent(reference);
    expect([intent.status, intent.instrument?.details]).toEqual([status, details]);
  });
});

describe('the page of a BECS debit', () => {
  const fields = {
    accountHolder: 'Ada Lovelace',
    bankLocationId: '000-000',
    accountNumber: '000123456',
    email: 'ada@example.com',
  };
  const opened = async (): Promise<ProviderIntent> => {
    const terms = setup({ paymentMethod: 'BECS', currency: 'AUD', returnUrl: RETURN_URL });
    const { reference } = await bench.provider().createIntent(terms, key());
    return bench.provider().confirmIntent(reference, { paymentMethod: 'BECS', details: {} }, key());
  };

  it('collects the account, masked, and it can be debited', async () => {
    const { reference, redirectUrl } = await opened();
    expect((await press(redirectUrl!, 'approve', {}, fields)).headers.get('location')).toBe(RETURN_URL);
    const { status, instrument } = await bench.provider().retrieveIntent(reference);
    expect(status).toBe('SUCCEEDED');
    expect(instrument?.details).toEqual({
      becs: {
        accountHolder: 'Ada Lovelace',
        bankAccountNumber: '•••• 3456',
        bankLocationId: '000000',
        mandateId: `BECS-${reference.slice(-12).toUpperCase()}`,
        shopperEmail: 'ada@example.com',
      },
    });
    const terms = charge(instrument!.reference, { paymentMethod: 'BECS', currency: 'AUD' });
    expect((await bench.provider().chargeInstrument(terms, movement())).status).toBe('PROCESSING');
  });

  it('asks again for what is wrong, and keeps the rest', async () => {
    const { reference, redirectUrl } = await opened();
    const answer = await press(redirectUrl!, 'approve', {}, { ...fields, bankLocationId: '12' });
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('A BSB has 6 digits');
    expect(page).toMatch(/name="accountNumber"\s+value="000123456"/);
    expect((await bench.provider().retrieveIntent(reference)).status).toBe('ACTION_REQUIRED');
    expect((await press(redirectUrl!, 'cancel')).status).toBe(303);
  });

  it('says that there is no such account', async () => {
    const { reference, redirectUrl } = await opened();
    await press(redirectUrl!, 'approve', {}, { ...fields, accountNumber: '111111113' });
    expect((await bench.provider().retrieveIntent(reference)).failure?.code).toBe('INVALID_ACCOUNT');
  });
});

it('keeps no number and no code, in the journal or anywhere in an answer', async () => {
  await pay('4242424242424242');
  const journal = await readFile(join(bench.folder, 'journal.jsonl'), 'utf8');
  expect(journal).toContain('"last4":"4242"');
  expect(journal).not.toMatch(/4242 ?4242|"cvc"|_secret_/);
  await bench.restart();
  const { body } = await bench.request('GET', '/v1/ledger');
  expect(JSON.stringify(body)).not.toMatch(/4242 ?4242/);
});
