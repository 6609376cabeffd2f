import { type MethodOf, methodsOf } from '@upc/contract/catalogue';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BECS_ACCOUNT, pressAtBank } from '../../../../test/support/bank-page.js';
import { type GatewayClient, type Payment, requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { SIMULATOR_KEY } from '../../../../test/support/simulator.js';
import { events } from '../../../core/events.tables.js';
import { runBatches } from '../../../../test/support/batches.js';
import { Providers } from '../providers/providers.js';
import { SimulatorProvider } from '../providers/simulator/simulator-provider.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => service.network.mend());

const MINUTE = 60_000;
/** Delay until the bank approves, counted from when the person leaves its page. */
const LATER = 2 * MINUTE;
const RETURN_URL = 'http://localhost:5173/join?plan=7#/pay';

/** Each currency's studio and one of its members. */
const STUDIOS = {
  EUR: { key: 'test-key-northside-berlin-eur', customerId: 2001 },
  CHF: { key: 'test-key-seeblick-zuerich-chf', customerId: 2101 },
  AUD: { key: 'test-key-bayside-sydney-aud', customerId: 2401 },
} as const;
type Currency = keyof typeof STUDIOS;

type Redirecting = MethodOf<'page'>;

/** For every redirect method, the currency of a studio that offers it and the details that the page returns. */
const PAGES: Readonly<Record<Redirecting, readonly [Currency, object]>> = {
  PAYPAL: ['EUR', { paypal: {} }],
  IDEAL: ['EUR', { ideal: { issuer: 'Simulated Bank' } }],
  BANCONTACT: [
    'EUR',
    { banContactCard: { cardHolder: 'Test Person', cardNumber: '•••• 0003', expiry: '12/2030' } },
  ],
  TWINT: ['CHF', { twint: {} }],
  BECS: [
    'AUD',
    {
      becs: {
        accountHolder: 'Ruby Campbell',
        bankAccountNumber: '•••• 3456',
        bankLocationId: '000000',
        shopperEmail: 'ruby@example.com',
      },
    },
  ],
};
const METHODS = methodsOf('page').map((method) => [method, ...PAGES[method]] as const);

const currencyOf = (method: Redirecting): Currency => PAGES[method][0];

const open = async (method: Redirecting, fields: object = {}): Promise<GatewayClient> => {
  const { key, customerId } = STUDIOS[currencyOf(method)];
  const more = { customerId, scope: 'ECOM', amount: 25, ...fields };
  return service.gateway(await service.api(key).session(more));
};

/** Makes a payment up to the point where the person is redirected. */
async function leave(
  gateway: GatewayClient,
  method: Redirecting,
  more: object = {},
): Promise<Payment & { readonly url: string }> {
  const made = await gateway.create({ paymentMethod: method, returnUrl: RETURN_URL, ...more });
  expect([made.status, made.body.status, made.body.nextAction]).toEqual([201, 'CREATED', undefined]);
  const { body } = await gateway.authenticate(made.body.id);
  expect(body).toMatchObject({ status: 'ACTION_REQUIRED', nextAction: { type: 'REDIRECT' } });
  return { ...body, url: body.nextAction && 'url' in body.nextAction ? body.nextAction.url : '' };
}

const typedFor = (method: Redirecting): Readonly<Record<string, string>> =>
  method === 'BECS' ? BECS_ACCOUNT : {};

const rowOf = async (paymentId: string) => (await service.ledgerOfPayment(paymentId)).at(-1);

const use = (method: Redirecting, paymentRequestToken: string, amount: number) => {
  const currency = currencyOf(method);
  const { key, customerId } = STUDIOS[currency];
  const body = { paymentRequestToken, amount: { amount, currency } };
  return service.api(key).post(`/v1/customers/${customerId}/account/payment`, body);
};

const batch = () =>
  runBatches(service.app.context, 0, (fault) => {
    throw fault;
  });

describe.each(METHODS)('%s', (method, currency, details) => {
  test('is offered, sends the person away, and is usable once they have agreed', async () => {
    const gateway = await open(method);
    const { body: session } = await gateway.session();
    const offer = session.paymentMethods.find(({ paymentMethod }) => paymentMethod === method);
    expect(session.amount.currency).toBe(currency);
    expect(offer).toMatchObject({
      canBeSaved: method === 'PAYPAL' || method === 'BECS',
      provider: { name: 'SIMULATOR', redirectOrigins: [new URL(service.simulator.url).origin] },
    });
    const { id, url } = await leave(gateway, method);
    expect(await pressAtBank(url, 'approve', typedFor(method))).toBe(RETURN_URL);
    const { body } = await gateway.get(id);
    expect(body).toMatchObject({ status: 'PREAUTHED', paymentInstrumentDetails: details });
    expect(body.nextAction).toBeUndefined();
    expect((await gateway.session()).body.pendingPayment?.paymentRequestToken).toBe(requestToken(body));
  });
});

// BECS has a page with fields; PAYPAL has one without.
describe.each(['BECS', 'PAYPAL'] as const)('%s', (method) => {
  test.each([
    ['refuse', 'DECLINED'],
    ['cancel', 'CANCELLED_BY_PAYER'],
  ] as const)('%s: it fails, and another attempt on the session succeeds', async (outcome, code) => {
    const gateway = await open(method);
    const first = await leave(gateway, method);
    await pressAtBank(first.url, outcome, typedFor(method));
    expect((await gateway.get(first.id)).body).toMatchObject({ status: 'FAILED', failure: { code } });
    expect(await rowOf(first.id)).toMatchObject({ authorized: 0, captured: 0 });
    const second = await leave(gateway, method);
    await pressAtBank(second.url, 'approve', typedFor(method));
    expect((await gateway.get(second.id)).body.status).toBe('PREAUTHED');
  });

  test('later: it waits, cannot be called off, and is found when the bank approves', async () => {
    const gateway = await open(method);
    const { id, url } = await leave(gateway, method);
    await pressAtBank(url, 'later', typedFor(method));
    const waiting = await gateway.get(id);
    expect([waiting.body.status, waiting.body.nextAction]).toEqual(['UNKNOWN', undefined]);
    expect((await gateway.cancel(id)).status).toBe(409);
    service.clock.advance(LATER);
    expect((await gateway.session()).body.pendingPayment).toMatchObject({ id, status: 'PREAUTHED' });
  });

  test('never: the person can continue there, or give up for another attempt', async () => {
    const gateway = await open(method);
    const { id, url } = await leave(gateway, method);
    expect(await pressAtBank(url, 'never', typedFor(method))).toBeNull();
    expect((await gateway.session()).body.pendingPayment).toMatchObject({
      id,
      status: 'ACTION_REQUIRED',
      nextAction: { type: 'REDIRECT', url },
    });
    expect((await gateway.cancel(id)).body.status).toBe('CANCELLED');
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', captured: 0 });
    await leave(gateway, method);
  });

  test('needs an address to come back to, on an origin of the studio', async () => {
    const gateway = await open(method);
    for (const returnUrl of [
      undefined,
      'https://elsewhere.example/',
      'javascript:alert(1)',
      'http://a:b@localhost/',
    ]) {
      const { status, body } = await gateway.create({
        paymentMethod: method,
        ...(returnUrl && { returnUrl }),
      });
      expect([status, body.reference]).toEqual([400, 'returnUrl']);
    }
  });
});

describe('what was agreed to', () => {
  test('PayPal is authorised, captured by the usage, and the rest let go', async () => {
    const gateway = await open('PAYPAL');
    const { id, url } = await leave(gateway, 'PAYPAL');
    await pressAtBank(url, 'approve');
    const token = requestToken((await gateway.get(id)).body);
    expect(await rowOf(id)).toMatchObject({ status: 'authorized', authorized: 2500, captured: 0 });
    expect((await use('PAYPAL', token, 20)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ captured: 2000, cancelled: 500, refunded: 0 });
  });

  test.each(['IDEAL', 'BANCONTACT', 'TWINT'] as const)(
    '%s is paid at once, and what the usage does not need is given back',
    async (method) => {
      const gateway = await open(method);
      const { id, url } = await leave(gateway, method, { savePaymentInstrument: true });
      await pressAtBank(url, 'approve');
      const { body } = await gateway.get(id);
      expect(body.paymentInstrumentToken).toBeUndefined();
      expect(await rowOf(id)).toMatchObject({ status: 'succeeded', captured: 2500, refunded: 0 });
      expect((await use(method, requestToken(body), 20)).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ captured: 2500, refunded: 500 });
    },
  );

  test('BECS collects the account and is debited by the usage', async () => {
    const gateway = await open('BECS');
    const { id, url } = await leave(gateway, 'BECS');
    await pressAtBank(url, 'approve', BECS_ACCOUNT);
    const token = requestToken((await gateway.get(id)).body);
    expect(await rowOf(id)).toMatchObject({ mode: 'setup', captured: 0 });
    expect((await use('BECS', token, 25)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ mode: 'payment', pending: 2500 });
  });

  test('PayPal and BECS are collected for later with amount 0, the one-time methods are not offered', async () => {
    for (const method of ['PAYPAL', 'BECS'] as const) {
      const gateway = await open(method, { scope: 'MEMBER_ACCOUNT', amount: 0 });
      const offered = (await gateway.session()).body.paymentMethods.map((one) => one.paymentMethod);
      expect(offered).toContain(method);
      expect(offered.filter((name) => ['IDEAL', 'BANCONTACT', 'TWINT'].includes(name))).toEqual([]);
      const { id, url } = await leave(gateway, method);
      await pressAtBank(url, 'approve', typedFor(method));
      expect((await gateway.get(id)).body).toMatchObject({
        status: 'PREAUTHED',
        paymentInstrumentToken: expect.any(String) as unknown,
      });
      expect(await rowOf(id)).toMatchObject({ mode: 'setup', authorized: 0, captured: 0 });
    }
  });

  test.each(METHODS.map(([method]) => method))('%s: an unused token leaves nothing taken', async (method) => {
    const gateway = await open(method);
    const { id, url } = await leave(gateway, method);
    await pressAtBank(url, 'approve', typedFor(method));
    await gateway.get(id);
    service.clock.advance(30 * MINUTE);
    await batch();
    const { captured = 0, refunded = 0, authorized = 0, cancelled = 0 } = (await rowOf(id)) ?? {};
    expect(captured - refunded).toBe(0);
    expect(authorized - captured - cancelled).toBe(0);
  });
});

describe('a success that nobody has seen', () => {
  test('is not called off: the person agreed before they pressed cancel', async () => {
    const gateway = await open('IDEAL');
    const { id, url } = await leave(gateway, 'IDEAL');
    await pressAtBank(url, 'approve');
    expect((await gateway.cancel(id)).status).toBe(409);
    const { body } = await gateway.get(id);
    expect((await use('IDEAL', requestToken(body), 25)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ captured: 2500, refunded: 0 });
  });

  test('is not replaced by another attempt', async () => {
    const gateway = await open('IDEAL');
    const { id, url } = await leave(gateway, 'IDEAL');
    await pressAtBank(url, 'approve');
    const another = await gateway.create({ paymentMethod: 'PAYPAL', returnUrl: RETURN_URL });
    expect([another.status, another.body.errorCode]).toEqual([409, 'errormessage.payment.pending']);
    expect((await gateway.session()).body.pendingPayment).toMatchObject({ id, status: 'PREAUTHED' });
    expect(await rowOf(id)).toMatchObject({ captured: 2500, refunded: 0 });
  });

  test('that comes after the session has ended is given back', async () => {
    const gateway = await open('IDEAL');
    service.clock.advance(20 * MINUTE);
    const { id, url } = await leave(gateway, 'IDEAL');
    service.clock.advance(10 * MINUTE - 1);
    await pressAtBank(url, 'approve');
    service.clock.advance(MINUTE);
    await batch();
    expect(await rowOf(id)).toMatchObject({ captured: 2500, refunded: 2500 });
    expect((await gateway.get(id)).body).toMatchObject({ status: 'CANCELLED', failure: { code: 'EXPIRED' } });
  });

  test('is asked for again when the provider does not answer', async () => {
    const gateway = await open('TWINT');
    const { id, url } = await leave(gateway, 'TWINT');
    await pressAtBank(url, 'approve');
    service.network.lose('request-lost', /intents/);
    expect((await gateway.get(id)).body.status).toBe('UNKNOWN');
    service.network.mend();
    expect((await gateway.get(id)).body.status).toBe('PREAUTHED');
  });
});

test('TWINT shows a QR code for the phone, BECS its request and the agreement to it', async () => {
  const page = async (method: Redirecting): Promise<string> => {
    const { url } = await leave(await open(method), method);
    return (await fetch(url)).text();
  };
  const twint = await page('TWINT');
  expect(twint).toMatch(/<svg class="qr-code" viewBox="0 0 (\d+) \1" role="img" aria-label="QR code/);
  const becs = await page('BECS');
  expect(becs).not.toContain('qr-code');
  expect(becs).toContain('Direct Debit Request:');
  expect(becs).toContain('Direct Debit Request Service Agreement</summary>');
});

test('a stored BECS instrument does not show the e-mail that was typed on the page', async () => {
  const { url } = await leave(await open('BECS', { amount: 0 }), 'BECS');
  await pressAtBank(url, 'approve', BECS_ACCOUNT);
  await batch();
  const { body } = await (await open('BECS')).session();
  expect(body.paymentInstruments).toMatchObject([
    { details: { becs: { shopperEmail: 'r•••@example.com' } } },
  ]);
});

test('the page is made once, whatever of the answers is lost', async () => {
  const gateway = await open('IDEAL');
  const made = await gateway.create({ paymentMethod: 'IDEAL', returnUrl: RETURN_URL });
  service.network.lose('answer-lost', /intents/, 1);
  expect((await gateway.authenticate(made.body.id)).body.status).toBe('UNKNOWN');
  const { body } = await gateway.get(made.body.id);
  expect(body).toMatchObject({ status: 'ACTION_REQUIRED', nextAction: { type: 'REDIRECT' } });
  expect(await service.ledgerOfPayment(made.body.id)).toSatisfy((rows: readonly unknown[]) => {
    const [last] = rows.slice(-1) as { status: string }[];
    return last?.status === 'requires_action';
  });
});

test('a person who is too late at the bank hears so, and can try again', async () => {
  const gateway = await open('PAYPAL');
  const { id, url } = await leave(gateway, 'PAYPAL');
  service.clock.advance(15 * MINUTE);
  await pressAtBank(url, 'approve');
  expect((await gateway.get(id)).body).toMatchObject({ status: 'FAILED', failure: { code: 'EXPIRED' } });
  await leave(gateway, 'PAYPAL');
});

test('a redirect to a host that is not allowed fails the payment, and nothing stays open', async () => {
  const strict = await startTestService({
    providers: new Providers({
      STRIPE: () => null,
      SIMULATOR: ({ publicKey: account }) =>
        new SimulatorProvider({
          baseUrl: service.simulator.url,
          secretKey: SIMULATOR_KEY,
          account,
          publicUrl: 'https://pay.example',
        }),
      BANK: () => null,
    }),
  });
  try {
    const { key, customerId } = STUDIOS.EUR;
    const token = await strict.api(key).session({ customerId, scope: 'ECOM', amount: 25 });
    const gateway = strict.gateway(token);
    const made = await gateway.create({ paymentMethod: 'IDEAL', returnUrl: RETURN_URL });
    const { body } = await gateway.authenticate(made.body.id);
    expect(body).toMatchObject({ status: 'FAILED', failure: { code: 'PROCESSING_ERROR' } });
    expect(body.nextAction).toBeUndefined();
    const noted = await strict.database.db.select().from(events).where(eq(events.paymentId, body.id));
    expect(noted.map(({ detail }) => detail)).toContain('redirect to a host that is not allowed');
    await runBatches(strict.app.context, 0, (fault) => {
      throw fault;
    });
    const [row] = service.simulator.ledger().slice(-1);
    expect(row).toMatchObject({ paymentMethod: 'IDEAL', status: 'cancelled' });
  } finally {
    await strict.close();
  }
});
