import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { requestToken } from '../../../../../test/support/clients.js';
import { startStripeService, type StripeService } from '../../../../../test/support/stripe-service.js';
import type { Fault } from '../../../../../test/support/stripe/faults.js';
import { runBatches } from '../../../../../test/support/batches.js';
import { paymentInstruments } from '../../instruments/instruments.tables.js';

let bench: StripeService;
beforeAll(async () => {
  bench = await startStripeService();
});
afterAll(() => bench.close());
afterEach(() => bench.recorder.mend());

const rowOf = async (token: string) => {
  const { db } = bench.service.app.context;
  const [row] = await db.select().from(paymentInstruments).where(eq(paymentInstruments.token, token));
  if (!row) throw new Error('There is no such instrument.');
  return row;
};

/** Saves a card and pays with it, so that nothing needs it any more. */
async function saved() {
  const payment = await bench.payByCard(await bench.open(), undefined, { savePaymentInstrument: true });
  const used = await bench.service.api().post('/v1/customers/2001/account/payment', {
    paymentRequestToken: requestToken(payment),
    amount: { amount: 25, currency: 'EUR' },
  });
  expect(used.status).toBe(200);
  const token = payment.paymentInstrumentToken ?? '';
  const { id, providerReference } = await rowOf(token);
  return { token, reference: providerReference, key: `${id}:detach` };
}

/** Calls Stripe with the service's key. */
async function atStripe(path: string, idempotencyKey?: string): Promise<Record<string, unknown>> {
  const { url, secretKey } = bench.recorder;
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': '2026-10-28.endive' };
  const answer = await fetch(url + path, {
    headers: { ...headers, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
    method: idempotencyKey ? 'POST' : 'GET',
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

const remove = async (token: string) => (await (await bench.open()).removeInstrument(token)).status;
const listed = async () => (await (await bench.open()).session()).body.paymentInstruments;
const isAttached = async (reference: string) =>
  (await atStripe(`/v1/payment_methods/${reference}`)).customer !== null;
const asked = (reference: string) =>
  bench.recorder.requests.filter(({ path }) => path === `/v1/payment_methods/${reference}/detach`);

test('a card that is removed is detached at Stripe, by one call with a key of its own', async () => {
  const { token, reference, key } = await saved();
  expect(reference).toMatch(/^pm_/);
  expect(await isAttached(reference)).toBe(true);
  expect(await remove(token)).toBe(204);
  expect(await isAttached(reference)).toBe(false);
  expect(asked(reference)).toMatchObject([
    { method: 'POST', by: 'service', parameters: {}, idempotencyKey: key, status: 200 },
  ]);
  expect((await rowOf(token)).detachStatus).toBe('DONE');
  expect(await remove(token)).toBe(204);
  expect(asked(reference)).toHaveLength(1);
});

// failures.full.test.ts covers all faults.
test.each<Fault>(['api_error', 'answer_lost'])(
  '%s: it is gone for the person at once, and the jobs ask Stripe again with the same key',
  async (fault) => {
    const { token, reference, key } = await saved();
    bench.recorder.order(fault, /detach$/, 9);
    expect(await remove(token)).toBe(204);
    expect((await listed()).map((one) => one.token)).not.toContain(token);
    expect((await rowOf(token)).detachStatus).toBe('DUE');
    bench.recorder.mend();
    bench.service.clock.advance(1);
    await runBatches(bench.service.app.context, 0, (problem) => {
      throw problem;
    });
    expect((await rowOf(token)).detachStatus).toBe('DONE');
    expect(await isAttached(reference)).toBe(false);
    expect(new Set(asked(reference).map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([key]));
    expect(asked(reference).at(-1)?.status).toBe(200);
  },
);

test('one that was detached by hand at Stripe is done: nobody can charge it', async () => {
  const { token, reference } = await saved();
  await atStripe(`/v1/payment_methods/${reference}/detach`, 'by-hand');
  expect(await remove(token)).toBe(204);
  expect(asked(reference).map(({ status }) => status)).toEqual([200, 400]);
  expect((await rowOf(token)).detachStatus).toBe('DONE');
});
