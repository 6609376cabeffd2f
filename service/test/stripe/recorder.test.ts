import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripeRecorder, type StripeRecorder } from '../support/stripe/stripe-recorder.js';

let recorder: StripeRecorder;
let stripe: Stripe;
beforeAll(async () => {
  recorder = await startStripeRecorder();
  const { hostname, port } = new URL(recorder.url);
  stripe = new Stripe(recorder.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
afterAll(() => recorder.close());

const AMOUNT = { amount: 2500, currency: 'eur', allowed_payment_method_types: ['card'] } as const;
const held = () =>
  stripe.paymentIntents.create({
    ...AMOUNT,
    allowed_payment_method_types: ['card'],
    payment_method_options: { card: { capture_method: 'manual' } },
  });

const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(path, recorder.url), {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const confirm = (intent: { id: string; client_secret: string | null }, number: string) =>
  post(`/v1/${intent.id.startsWith('pi') ? 'payment' : 'setup'}_intents/${intent.id}/confirm`, {
    key: recorder.publishableKey,
    client_secret: intent.client_secret ?? '',
    return_url: 'http://localhost:5173/back',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
  });

describe('the parameters are held against the types of the SDK', () => {
  const service = () => ({
    authorization: `Bearer ${recorder.secretKey}`,
    'stripe-version': '2026-10-28.endive',
    'idempotency-key': crypto.randomUUID(),
  });
  const good = { amount: '2500', currency: 'eur', 'allowed_payment_method_types[0]': 'card' };

  test('what they allow is taken', async () => {
    expect((await post('/v1/payment_intents', good, service())).status).toBe(200);
  });

  test.each([
    ['the parameter that is gone', { 'payment_method_types[0]': 'card' }],
    ['a method that does not exist', { 'allowed_payment_method_types[0]': 'credit' }],
    ['a misspelt option', { 'payment_method_options[card][captureMethod]': 'manual' }],
    ['a text for a number', { amount: '25,00' }],
    ['a value that is none of the known', { setup_future_usage: 'later' }],
  ])('%s is refused', async (_name, wrong) => {
    const { status, body } = await post('/v1/payment_intents', { ...good, ...wrong }, service());
    expect([status, body.error]).toMatchObject([400, { type: 'invalid_request_error' }]);
  });

  test('without a key, with another version, or without idempotency key, nothing is done', async () => {
    const before = recorder.intents().length;
    expect((await post('/v1/payment_intents', good)).status).toBe(401);
    expect(
      (await post('/v1/payment_intents', good, { ...service(), 'stripe-version': '2020-01-01' })).status,
    ).toBe(400);
    const { 'idempotency-key': _, ...rest } = service();
    expect((await post('/v1/payment_intents', good, rest)).status).toBe(400);
    expect(recorder.intents()).toHaveLength(before);
  });
});

describe('a key of idempotency', () => {
  test('gives the same answer for the same parameters, and refuses others', async () => {
    const idempotencyKey = crypto.randomUUID();
    const make = (amount: number) =>
      stripe.paymentIntents.create(
        { ...AMOUNT, amount, allowed_payment_method_types: ['card'] },
        { idempotencyKey },
      );
    const [first, second] = [await make(2500), await make(2500)];
    expect(second.id).toBe(first.id);
    await expect(make(2600)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });
});

describe('a card', () => {
  test('is held, and captured in part', async () => {
    const intent = await held();
    expect((await confirm(intent, '4242424242424242')).body.status).toBe('requires_capture');
    const captured = await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 2000 });
    expect([captured.status, captured.amount_received]).toEqual(['succeeded', 2000]);
  });

  test.each([
    ['4000000000000002', 'card_declined'],
    ['4000000000000069', 'expired_card'],
  ])('%s is refused, and another may follow', async (number, code) => {
    const intent = await held();
    const { status, body } = await confirm(intent, number);
    expect([status, body.error]).toMatchObject([402, { code, payment_intent: { id: intent.id } }]);
    expect((await confirm(intent, '4242424242424242')).body.status).toBe('requires_capture');
  });

  test.each([
    ['4000000000003220', 'complete', 'requires_capture', undefined],
    ['4000000000003220', 'fail', 'requires_payment_method', 'payment_intent_authentication_failure'],
    ['4000008400001629', 'complete', 'requires_payment_method', 'card_declined'],
  ] as const)('%s asks for a challenge; %s leads to %s', async (number, outcome, status, code) => {
    const intent = await held();
    const asked = await confirm(intent, number);
    expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const { body } = await post(`/test/challenges/${intent.id}`, {
      key: recorder.publishableKey,
      client_secret: intent.client_secret ?? '',
      outcome,
    });
    expect(body.status).toBe(status);
    if (code !== undefined) expect(body.last_payment_error).toMatchObject({ code });
  });

  test('3184 leads to a page and back, with what Stripe appends', async () => {
    const intent = await held();
    const { body } = await confirm(intent, '4000002760003184');
    const { url } = (body.next_action as { redirect_to_url: { url: string } }).redirect_to_url;
    expect(await (await fetch(url)).text()).toContain('Authorize test payment');
    const pressed = await fetch(url.split('?')[0] ?? '', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ client_secret: intent.client_secret ?? '', outcome: 'complete' }),
    });
    const back = new URL(pressed.headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_capture');
  });

  test('is read only with the secret of its intent, and its number is in no record', async () => {
    const intent = await held();
    await confirm(intent, '4242424242424242');
    const read = (secret: string) =>
      fetch(
        `${recorder.url}/v1/payment_intents/${intent.id}?key=${recorder.publishableKey}&client_secret=${secret}`,
      );
    expect((await read(intent.client_secret ?? '')).status).toBe(200);
    expect((await read('pi_1_secret_2')).status).toBe(404);
    expect(JSON.stringify(recorder.requests)).not.toContain('4242424242424242');
  });
});
