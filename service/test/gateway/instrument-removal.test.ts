import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRound } from '../../src/jobs/round.js';
import { paymentInstruments } from '../../src/store/schema.js';
import { requestToken, type GatewayClient, type Payment } from '../support/clients.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const open = async (fields: object = {}): Promise<GatewayClient> =>
  service.gateway(await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 25, ...fields }));

const use = async (payment: Payment) => {
  const answer = await service.api().post('/v1/customers/2001/account/payment', {
    paymentRequestToken: requestToken(payment),
    amount: { amount: 25, currency: 'EUR' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

/** An account that is saved, and that nothing needs. */
async function saved(iban: string): Promise<string> {
  const payment = await (await open()).paySepa(iban, { savePaymentInstrument: true });
  await use(payment);
  // The newest of those that look the same is shown.
  service.clock.advance(1000);
  return payment.paymentInstrumentToken ?? '';
}

const listed = async (): Promise<ReadonlyMap<string, boolean | undefined>> => {
  const { body } = await (await open()).session();
  return new Map(body.paymentInstruments.map(({ token, removable }) => [token, removable]));
};

const detachStatus = async (token: string) => {
  const { db } = service.app.context;
  const [row] = await db.select().from(paymentInstruments).where(eq(paymentInstruments.token, token));
  return row?.detachStatus;
};

test('an account saved twice is one row, and is removed as one; the provider forgets it', async () => {
  const first = await saved('DE89370400440532013000');
  const second = await saved('DE89370400440532013000');
  const rows = await listed();
  expect([rows.has(first), rows.get(second)]).toEqual([false, true]);
  const gateway = await open();
  expect((await gateway.removeInstrument(second)).status).toBe(204);
  expect((await gateway.removeInstrument(second)).status).toBe(204);
  const left = await listed();
  expect([left.has(first), left.has(second)]).toEqual([false, false]);
  expect([await detachStatus(first), await detachStatus(second)]).toEqual(['DONE', 'DONE']);
  const again = await gateway.create({ paymentMethod: 'SEPA', paymentInstrumentToken: second });
  expect([again.status, again.body.errorCode]).toEqual([400, 'errormessage.payment.instrument.unknown']);
});

test('what a payment, or how a member pays, needs stays, and says so', async () => {
  const token = await saved('DE02120300000000202051');
  const paying = await open();
  const { body: payment } = await paying.create({ paymentMethod: 'SEPA', paymentInstrumentToken: token });
  expect(payment.status).toBe('PREAUTHED');
  expect((await listed()).get(token)).toBe(false);
  const refused = await (await open()).removeInstrument(token);
  expect([refused.status, refused.body.errorCode]).toEqual([409, 'errormessage.payment.instrument.in.use']);
  await use(payment);
  expect((await listed()).get(token)).toBe(true);

  const member = await open({ scope: 'MEMBER_ACCOUNT', amount: 0 });
  const { body: standing } = await member.create({ paymentMethod: 'SEPA', paymentInstrumentToken: token });
  const set = await service.api().post('/v1/customers/2001/account/payment-instrument', {
    paymentRequestToken: requestToken(standing),
  });
  expect(set.status).toBe(200);
  expect((await listed()).get(token)).toBe(false);
  expect((await (await open()).removeInstrument(token)).status).toBe(409);
});

test('nobody removes what is of somebody else', async () => {
  const token = await saved('DE75512108001245126199');
  const stranger = await open({ customerId: 2002 });
  const { status, body } = await stranger.removeInstrument(token);
  expect([status, body.errorCode]).toEqual([400, 'errormessage.payment.instrument.unknown']);
  expect((await listed()).has(token)).toBe(true);
  expect((await stranger.removeInstrument('nothing-of-the-kind')).status).toBe(400);
});

test('a provider that is away is told later; the person sees it gone at once', async () => {
  const token = await saved('DE27100777770209299700');
  service.network.lose('request-lost', /detach/);
  expect((await (await open()).removeInstrument(token)).status).toBe(204);
  expect((await listed()).has(token)).toBe(false);
  expect(await detachStatus(token)).toBe('DUE');
  service.network.mend();
  service.clock.advance(1);
  await runRound(service.app.context, 0, (fault) => {
    throw fault;
  });
  expect(await detachStatus(token)).toBe('DONE');
});

test('it is paid with or removed, whoever asks first', async () => {
  const token = await saved('DE91100000000123456789');
  for (let count = 0; count < 5; count += 1) {
    const [paid, removed] = await Promise.all([
      (await open()).create({ paymentMethod: 'SEPA', paymentInstrumentToken: token }),
      (await open()).removeInstrument(token),
    ]);
    expect([
      [201, 409],
      [400, 204],
    ]).toContainEqual([paid.status, removed.status]);
  }
});

test.each([
  [true, true, false],
  [undefined, true, true],
  [null, true, true],
  [false, false, true],
])('savePaymentInstrument %s: asked %s, ticked %s', async (savePaymentInstrument, savingOffered, ticked) => {
  const asked = savePaymentInstrument === undefined ? {} : { savePaymentInstrument };
  const { body } = await (await open(asked)).session();
  expect([body.savingOffered, body.savingPreset]).toEqual([savingOffered, ticked]);
});
