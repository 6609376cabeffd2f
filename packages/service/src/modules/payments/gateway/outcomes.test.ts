import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayClient, requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { runBatches } from '../../../../test/support/batches.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.network.mend();
});

const CUSTOMER = 2001;
const KEY = 'a-key-that-is-sent-again';
const MINUTE = 60_000;
const HALF_HOUR = 30 * MINUTE;
const DAY = 24 * 60 * MINUTE;

const GOOD = 'DE89370400440532013000';
const DECLINED_WHEN_CHARGED = 'DE65370400440002222227';

const open = async (fields: object = {}): Promise<GatewayClient> =>
  service.gateway(await service.api().session({ customerId: CUSTOMER, ...fields }));

const batch = () =>
  runBatches(service.app.context, 0, (fault) => {
    throw fault;
  });

const use = (token: string) =>
  service.api().post(`/v1/customers/${CUSTOMER}/account/payment-instrument`, { paymentRequestToken: token });

describe('why a payment was cancelled is kept and told', () => {
  test('by the person', async () => {
    const gateway = await open();
    const { id } = (await gateway.create(await gateway.sepaRequest())).body;
    expect((await gateway.cancel(id)).body.failure).toEqual({
      code: 'CANCELLED_BY_PAYER',
      message: 'You cancelled the payment. Nothing has been charged.',
    });
    expect((await gateway.get(id)).body.failure?.code).toBe('CANCELLED_BY_PAYER');
  });

  test('by another attempt of the same session, of which the first tab did not know', async () => {
    const gateway = await open();
    const first = (await gateway.create(await gateway.sepaRequest())).body;
    await gateway.create(await gateway.sepaRequest());
    expect((await gateway.get(first.id)).body).toMatchObject({
      status: 'CANCELLED',
      failure: { code: 'CANCELLED_ELSEWHERE' },
    });
    expect((await gateway.authenticate(first.id)).body.failure?.code).toBe('CANCELLED_ELSEWHERE');
  });

  test('of five tabs that submit at once, four learn that another one continued', async () => {
    const gateway = await open();
    const request = await gateway.sepaRequest();
    const made = await Promise.all(Array.from({ length: 5 }, () => gateway.create(request)));
    const codes = await Promise.all(
      made.map(async ({ body }) => (await gateway.get(body.id)).body.failure?.code),
    );
    expect(codes.filter((code) => code === 'CANCELLED_ELSEWHERE')).toHaveLength(4);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  });

  test('by the end of the session', async () => {
    const gateway = await open();
    const { id } = await gateway.paySepa();
    service.clock.advance(HALF_HOUR);
    await batch();
    expect((await gateway.get(id)).body).toMatchObject({ status: 'CANCELLED', failure: { code: 'EXPIRED' } });
  });
});

describe('a request repeated after its payment was cancelled in another tab is answered with the current status', () => {
  /** Pays once, which makes the collected instrument a stored one. */
  const stored = async (): Promise<string | undefined> => {
    const payment = await (await open()).paySepa();
    expect((await use(requestToken(payment))).status).toBe(200);
    return payment.paymentInstrumentToken;
  };
  const ways = [
    ['cancelled', 'CANCELLED_BY_PAYER', (gateway: GatewayClient, id: string) => gateway.cancel(id)],
    [
      'replaced',
      'CANCELLED_ELSEWHERE',
      async (gateway: GatewayClient) => gateway.create(await gateway.sepaRequest()),
    ],
  ] as const;

  test.each(ways)('PUT, %s', async (_, code, end) => {
    const gateway = await open();
    const { id } = (await gateway.create(await gateway.sepaRequest())).body;
    const send = () => gateway.authenticate(id, KEY);
    expect((await send()).body.status).toBe('PREAUTHED');
    await end(gateway, id);
    const { body } = await send();
    expect(body).toMatchObject({ id, status: 'CANCELLED', failure: { code } });
    expect(body).not.toHaveProperty('paymentRequestToken');
  });

  test.each(ways)('POST with a stored instrument, %s', async (_, code, end) => {
    const paymentInstrumentToken = await stored();
    const gateway = await open();
    const send = () => gateway.create({ paymentMethod: 'SEPA', paymentInstrumentToken }, KEY);
    const made = (await send()).body;
    expect(made.status).toBe('PREAUTHED');
    await end(gateway, made.id);
    const { status, body } = await send();
    expect([status, body]).toMatchObject([201, { id: made.id, status: 'CANCELLED', failure: { code } }]);
    expect(body).not.toHaveProperty('paymentRequestToken');
  });
});

test('a payment names the trace id of the request that made it', async () => {
  const gateway = await open();
  const made = await gateway.create(await gateway.sepaRequest());
  expect(made.body.traceId).toMatch(/./);
  const done = await gateway.authenticate(made.body.id);
  expect([done.body.traceId, (await gateway.get(made.body.id)).body.traceId]).toEqual([
    made.body.traceId,
    made.body.traceId,
  ]);
});

describe('what became of a payment is told for 24 hours after its session', () => {
  test('has been used', async () => {
    const gateway = await open();
    const payment = await gateway.paySepa();
    expect((await use(requestToken(payment))).status).toBe(200);
    expect((await gateway.session()).body).toMatchObject({ errorCode: 'errormessage.payment.session.used' });
    expect((await gateway.get(payment.id)).body).toMatchObject({ id: payment.id, status: 'PREAUTHED' });
    service.clock.advance(DAY);
    expect((await gateway.get(payment.id)).status).toBe(200);
    service.clock.advance(HALF_HOUR);
    expect((await gateway.get(payment.id)).body).toMatchObject({
      errorCode: 'errormessage.payment.session.used',
    });
  });

  test.each([
    ['is done', GOOD, 'PREAUTHED', 'used'],
    ['is declined', DECLINED_WHEN_CHARGED, 'CANCELLED', 'expired'],
  ])('was in use until after that and %s, since its provider was silent', async (_, iban, status, ended) => {
    const gateway = await open({ scope: 'ECOM', amount: 20 });
    const payment = await gateway.paySepa(iban);
    service.network.lose('request-lost', /.*/);
    const used = await service.api().post(`/v1/customers/${CUSTOMER}/account/payment`, {
      paymentRequestToken: requestToken(payment),
      amount: { amount: 20, currency: 'EUR' },
    });
    expect(used.status).toBe(503);
    service.clock.advance(2 * DAY);
    expect((await gateway.get(payment.id)).status).toBe(200);
    service.network.mend();
    await batch();
    // The first batch ends the usage. A session whose usage was declined has expired, and ends with the second batch.
    await batch();
    service.clock.advance(DAY - 1);
    expect((await gateway.get(payment.id)).body).toMatchObject({ id: payment.id, status });
    service.clock.advance(1);
    expect((await gateway.get(payment.id)).body).toMatchObject({
      errorCode: `errormessage.payment.session.${ended}`,
    });
  });

  test('ended after that, since the outcome was not known', async () => {
    const gateway = await open();
    const { id } = (await gateway.create(await gateway.sepaRequest())).body;
    service.network.lose('answer-lost', /confirm/, 1);
    await gateway.authenticate(id);
    service.network.lose('request-lost', /.*/);
    service.clock.advance(HALF_HOUR);
    await batch();
    service.clock.advance(2 * DAY);
    expect((await gateway.get(id)).body).toMatchObject({ id, status: 'UNKNOWN' });
    service.network.mend();
    await batch();
    service.clock.advance(DAY - 1);
    expect((await gateway.get(id)).body).toMatchObject({ id, status: 'CANCELLED' });
    service.clock.advance(1);
    expect((await gateway.get(id)).body).toMatchObject({ errorCode: 'errormessage.payment.session.expired' });
  });

  test('has expired, and not a moment longer', async () => {
    const gateway = await open();
    const { id } = await gateway.paySepa();
    service.clock.advance(HALF_HOUR);
    await batch();
    service.clock.advance(DAY - 1);
    expect((await gateway.get(id)).status).toBe(200);
    service.clock.advance(1);
    expect((await gateway.get(id)).body).toMatchObject({ errorCode: 'errormessage.payment.session.expired' });
  });

  test('gives out no token once its time is over, even before a job ends it', async () => {
    const gateway = await open();
    const payment = await gateway.paySepa();
    service.clock.advance(HALF_HOUR);
    const { body } = await gateway.get(payment.id);
    expect(body).toMatchObject({ status: 'CANCELLED', failure: { code: 'EXPIRED' } });
    expect(body).not.toHaveProperty('paymentRequestToken');
  });

  test('is past its time with an outcome that is not known: it stays unknown until the provider says', async () => {
    const gateway = await open();
    const { id } = (await gateway.create(await gateway.sepaRequest())).body;
    service.network.lose('answer-lost', /confirm/);
    expect((await gateway.authenticate(id)).body.status).toBe('UNKNOWN');
    service.network.lose('answer-lost', /intents/);
    service.clock.advance(HALF_HOUR);
    expect((await gateway.get(id)).body.status).toBe('UNKNOWN');
    service.network.mend();
    expect((await gateway.get(id)).body).toMatchObject({ status: 'CANCELLED', failure: { code: 'EXPIRED' } });
  });

  test.each([
    ['POST', (gateway: GatewayClient) => gateway.create({ paymentMethod: 'CASH' })],
    ['DELETE', (gateway: GatewayClient, id: string) => gateway.cancel(id)],
    ['PUT', (gateway: GatewayClient, id: string) => gateway.authenticate(id)],
  ] as const)('%s stays refused', async (_, send) => {
    const gateway = await open();
    const { id } = await gateway.paySepa();
    service.clock.advance(HALF_HOUR);
    expect((await send(gateway, id)).status).toBe(401);
  });
});
