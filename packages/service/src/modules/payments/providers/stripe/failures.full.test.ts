import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requestToken } from '../../../../../test/support/clients.js';
import { movement } from '../../../../../test/support/movement.js';
import {
  CARD_REQUEST,
  startStripeService,
  type StripeService,
} from '../../../../../test/support/stripe-service.js';
import type { Fault } from '../../../../../test/support/stripe/faults.js';
import { describeFault } from '../../../../core/http/logging.js';
import { runBatches } from '../../../../../test/support/batches.js';
import type { PaymentProvider } from '../provider.js';

/** Everything that was logged. */
let log = '';
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    log += chunk.toString();
    done();
  },
});

let bench: StripeService;
beforeAll(async () => {
  bench = await startStripeService({ logger: { level: 'debug', stream } });
});
afterAll(() => bench.close());
afterEach(() => bench.recorder.mend());

const UNKNOWN: readonly Fault[] = [
  'lock_timeout',
  'rate_limit',
  'api_error',
  'api_error_after',
  'dropped',
  'answer_lost',
  'malformed',
];
const batch = () => runBatches(bench.service.app.context, 0, () => undefined);
const use = (paymentRequestToken: string, amount = 25) =>
  bench.service.api().post(`/v1/customers/2001/account/payment`, {
    paymentRequestToken,
    amount: { amount, currency: 'EUR' },
  });
const last = () => {
  const found = bench.recorder.intents().at(-1);
  if (!found) throw new Error('Nothing was made.');
  return found;
};
const provider = (): PaymentProvider => {
  const { providers } = bench.service.app.context;
  return providers.named({ id: 1001, publicKey: '', stripeAccount: null, bank: null }, 'STRIPE');
};
const keysOf = (path: RegExp, from: number) =>
  bench.recorder.requests
    .slice(from)
    .filter((request) => request.method === 'POST' && path.test(request.path));

describe.each(UNKNOWN)('%s', (fault) => {
  test('when the intent is made: the same request continues, and makes one', async () => {
    const gateway = await bench.open();
    const before = bench.recorder.intents().length;
    const from = bench.recorder.requests.length;
    // The SDK always repeats a call once after a closed connection, whatever its settings.
    bench.recorder.order(fault, /POST \/v1\/payment_intents$/, 2);
    const key = crypto.randomUUID();
    const first = await gateway.create(CARD_REQUEST, key);
    expect(first.status).toBe(503);
    bench.recorder.mend();
    const second = await gateway.create(CARD_REQUEST, key);
    expect([second.status, second.body.nextAction?.type]).toEqual([201, 'PROVIDER_CONFIRM']);
    expect(bench.recorder.intents()).toHaveLength(before + 1);
    const keys = keysOf(/payment_intents$/, from).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys)).toEqual(new Set([second.body.id]));
  });

  test('when the usage captures: reserved, never declined, taken once by the batch', async () => {
    const payment = await bench.payByCard(await bench.open());
    const { id } = last();
    const from = bench.recorder.requests.length;
    bench.recorder.order(fault, /capture$/, 2);
    expect((await use(requestToken(payment))).status).toBe(503);
    bench.recorder.mend();
    await batch();
    expect((await use(requestToken(payment))).status).toBe(200);
    expect(bench.recorder.intent(id)).toMatchObject({ status: 'succeeded', charge: { captured: 2500 } });
    expect(new Set(keysOf(/capture$/, from).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test('when it is read: unknown, and never called failed', async () => {
    const gateway = await bench.open();
    const made = await gateway.create(CARD_REQUEST);
    await bench.typeCard(made.body, '4242424242424242');
    bench.recorder.order(fault, /GET .*payment_intents/, 2);
    expect((await gateway.authenticate(made.body.id)).body.status).toBe('UNKNOWN');
    bench.recorder.mend();
    expect((await gateway.get(made.body.id)).body.status).toBe('PREAUTHED');
  });
});

describe('a request that Stripe refuses', () => {
  test('fails the attempt, and no usage books it', async () => {
    const payment = await bench.payByCard(await bench.open());
    bench.recorder.order('payment_required', /capture$/);
    const { status, body } = await use(requestToken(payment));
    expect([status, body.errorCode]).toEqual([400, 'PAYMENT_DECLINED']);
  });

  test('is told without what was given, and without anything of the exchange', async () => {
    const iban = 'GB33BUKB20201555555555';
    const made = await provider().createIntent(
      {
        mode: 'SETUP',
        paymentMethod: 'SEPA',
        amount: 0,
        currency: 'EUR',
        captureLater: false,
        saveInstrument: true,
        customerReference: '5b0f6a52-0d1c-4a6e-9f6b-0a2001000001',
        statementText: 'Membership',
      },
      crypto.randomUUID(),
    );
    const refused = await provider()
      .confirmIntent(
        made.reference,
        {
          paymentMethod: 'SEPA',
          details: { accountHolder: 'Canary Holder', iban, email: 'canary@example.com' },
          mandate: {
            reference: 'M-1',
            paymentType: 'RECURRENT',
            acceptedAt: new Date(),
            ip: '192.0.2.7',
            userAgent: 'canary',
          },
        },
        crypto.randomUUID(),
      )
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'ProviderRequestError',
      code: 'payment_method_billing_details_address_missing',
    });
    const logged = JSON.stringify([
      describeFault(refused),
      { ...(refused as object) },
      String((refused as Error).cause),
    ]);
    for (const secret of [
      iban,
      'Canary',
      'canary@',
      '192.0.2.7',
      bench.recorder.secretKey,
      made.clientSecret ?? '',
    ]) {
      expect(logged).not.toContain(secret);
    }
    expect((refused as Error).message).toContain('billing_details[address]');
  });

  test('a key that was used with another request is not an outcome', async () => {
    const key = crypto.randomUUID();
    const charge = (amount: number) =>
      provider().createIntent(
        {
          mode: 'PAYMENT',
          paymentMethod: 'CREDIT_CARD',
          amount,
          currency: 'EUR',
          captureLater: true,
          saveInstrument: false,
          customerReference: '5b0f6a52-0d1c-4a6e-9f6b-0a2001000001',
          statementText: 'Membership',
        },
        key,
      );
    await charge(100);
    await expect(charge(200)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });
});

describe('what Stripe has done already is taken over', () => {
  const hold = async () => {
    await bench.payByCard(await bench.open());
    return last();
  };

  test('a capture, by whatever key', async () => {
    const { id } = await hold();
    await provider().captureIntent(id, 2000, crypto.randomUUID());
    const again = await provider().captureIntent(id, 2000, crypto.randomUUID());
    expect([again.status, again.amountCaptured, again.amountRefunded]).toEqual(['SUCCEEDED', 2000, 0]);
    await expect(provider().captureIntent(id, 1000, crypto.randomUUID())).rejects.toMatchObject({
      name: 'ProviderRequestError',
    });
  });

  test('a cancellation, and a refund', async () => {
    const { id } = await hold();
    await provider().cancelIntent(id, crypto.randomUUID());
    expect((await provider().cancelIntent(id, crypto.randomUUID())).status).toBe('CANCELLED');
    const other = await hold();
    await provider().captureIntent(other.id, 2500, crypto.randomUUID());
    await provider().refundIntent(other.id, 2500, movement());
    const { amountRefunded } = await provider().refundIntent(other.id, 2500, movement());
    expect([amountRefunded, bench.recorder.intent(other.id).charge?.refunded]).toEqual([2500, 2500]);
  });

  test('but not a refund that Stripe cannot make', async () => {
    const { id } = await hold();
    const isRefused = { name: 'ProviderRequestError' };
    await expect(provider().refundIntent(id, 2500, movement())).rejects.toMatchObject(isRefused);
    await provider().captureIntent(id, 2500, crypto.randomUUID());
    await provider().refundIntent(id, 1000, movement());
    await expect(provider().refundIntent(id, 2500, movement())).rejects.toMatchObject(isRefused);
    expect(bench.recorder.intent(id).charge?.refunded).toBe(1000);
  });
});

describe('a crash', () => {
  test.each(['payment.intent-made', 'payment.intent-kept'] as const)(
    'at %s leaves one intent',
    async (step) => {
      const gateway = await bench.open();
      const before = bench.recorder.intents().length;
      bench.service.onStep = (name) => {
        if (name === step) throw new Error('killed');
      };
      const key = crypto.randomUUID();
      expect((await gateway.create(CARD_REQUEST, key)).status).toBe(500);
      bench.service.onStep = () => undefined;
      expect((await gateway.create(CARD_REQUEST, key)).status).toBe(201);
      expect(bench.recorder.intents()).toHaveLength(before + 1);
    },
  );

  test('after the capture was answered is finished by the batch, and captured once', async () => {
    const payment = await bench.payByCard(await bench.open());
    const { id } = last();
    bench.service.onStep = (name) => {
      if (name === 'usage.provider-answered') throw new Error('killed');
    };
    expect((await use(requestToken(payment))).status).toBe(500);
    bench.service.onStep = () => undefined;
    await batch();
    expect((await use(requestToken(payment))).status).toBe(200);
    expect(bench.recorder.intent(id).charge?.captured).toBe(2500);
  });
});

test('no key, client secret, number or name is in anything that was logged', () => {
  expect(log).toContain('answered');
  const { secretKey, webhookSecret } = bench.recorder;
  const secrets = bench.recorder.intents().map(({ clientSecret }) => clientSecret);
  for (const canary of [secretKey, webhookSecret, '4242424242424242', 'Mara Lindner', 'Canary', ...secrets]) {
    expect(log).not.toContain(canary);
  }
});
