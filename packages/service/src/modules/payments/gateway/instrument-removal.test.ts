import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayClient, type Payment, requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { events } from '../../../core/events.tables.js';
import { runBatches } from '../../../../test/support/batches.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { payments } from '../payments.tables.js';

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

/** Saves an account that nothing needs. */
async function saved(iban: string): Promise<string> {
  const payment = await (await open()).paySepa(iban, { savePaymentInstrument: true });
  await use(payment);
  // Of instruments that look the same, the newest is listed.
  service.clock.advance(1000);
  return payment.paymentInstrumentToken ?? '';
}

const listed = async (): Promise<ReadonlyMap<string, boolean | undefined>> => {
  const { body } = await (await open()).session();
  return new Map(body.paymentInstruments.map(({ token, removable }) => [token, removable]));
};

const rowOf = async (token: string) => {
  const { db } = service.app.context;
  const [row] = await db.select().from(paymentInstruments).where(eq(paymentInstruments.token, token));
  if (!row) throw new Error('There is no such instrument.');
  return row;
};

const detachStatus = async (token: string) => (await rowOf(token)).detachStatus;

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

test('one that looks the same and is collected in another session keeps it while its payment lives; the list says so', async () => {
  const token = await saved('DE12500105170648489890');
  const elsewhere = await open();
  const collected = await elsewhere.paySepa('DE12500105170648489890', { savePaymentInstrument: true });
  expect((await listed()).get(token)).toBe(false);
  expect((await (await open()).removeInstrument(token)).status).toBe(409);
  await elsewhere.cancel(collected.id);
  expect((await listed()).get(token)).toBe(true);
  expect((await (await open()).removeInstrument(token)).status).toBe(204);
});

test('one that looks the same and whose payment has failed goes with it', async () => {
  const token = await saved('DE89370400440532013000');
  const collected = await (await open()).paySepa('DE89370400440532013000', { savePaymentInstrument: true });
  const { db } = service.app.context;
  // Simulates a payment whose capture the provider refused.
  await db.update(payments).set({ status: 'FAILED' }).where(eq(payments.id, collected.id));
  expect((await listed()).get(token)).toBe(true);
  expect((await (await open()).removeInstrument(token)).status).toBe(204);
  const other = await rowOf(collected.paymentInstrumentToken ?? '');
  expect([other.status, other.detachStatus]).toEqual(['DISCARDED', 'DONE']);
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
  await runBatches(service.app.context, 0, (fault) => {
    throw fault;
  });
  expect(await detachStatus(token)).toBe('DONE');
});

test.each([
  ['refuses to', { providerReference: 'unknown' }, 1],
  ['is not set up to', { provider: 'STRIPE' }, 0],
] as const)(
  'a provider that %s forget it does not make the removal fail: the service asks it again',
  async (_, changed, reported) => {
    const token = await saved('DE02300209000106531065');
    const { db } = service.app.context;
    const isMeant = eq(paymentInstruments.token, token);
    const { provider, providerReference } = await rowOf(token);
    await db.update(paymentInstruments).set(changed).where(isMeant);
    const refusals = and(
      eq(events.kind, 'PROVIDER_REFUSED'),
      eq(events.studioId, 1001),
      like(events.detail, '%detaching%'),
    );
    const before = await db.$count(events, refusals);
    expect((await (await open()).removeInstrument(token)).status).toBe(204);
    expect((await listed()).has(token)).toBe(false);
    expect(await detachStatus(token)).toBe('DUE');
    expect((await db.$count(events, refusals)) - before).toBe(reported);
    await db.update(paymentInstruments).set({ provider, providerReference }).where(isMeant);
    await runBatches(service.app.context, 0, (fault) => {
      throw fault;
    });
    expect(await detachStatus(token)).toBe('DONE');
  },
);

test('nothing of an account or card is kept of one that was removed, not even while its provider is to forget it', async () => {
  const token = await saved('DE21500500009876543210');
  expect(JSON.stringify((await rowOf(token)).details)).toContain('Mara Lindner');
  service.network.lose('request-lost', /detach/);
  expect((await (await open()).removeInstrument(token)).status).toBe(204);
  service.network.mend();
  const { status, detachStatus: detached, details } = await rowOf(token);
  expect([status, detached, details]).toEqual(['DISCARDED', 'DUE', {}]);
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
