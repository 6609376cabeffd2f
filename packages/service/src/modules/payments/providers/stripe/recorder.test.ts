import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startStripeRecorder,
  type StripeRecorder,
} from '../../../../../test/support/stripe/stripe-recorder.js';

let recorder: StripeRecorder;
let stripe: Stripe;
beforeAll(async () => {
  recorder = await startStripeRecorder();
  const { hostname, port } = new URL(recorder.url);
  stripe = new Stripe(recorder.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
afterAll(() => recorder.close());

const AMOUNT = { amount: 2500, currency: 'eur', allowed_payment_method_types: ['card'] } as const;

const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(path, recorder.url), {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

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
