import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestToken } from '../../../../../test/support/clients.js';
import {
  CARD_REQUEST,
  startStripeService,
  type StripeService,
} from '../../../../../test/support/stripe-service.js';
import type { DisputeStatus } from '../../../../../test/support/stripe/objects.js';
import { alerts } from '../../../../admin/studio-page/queries.js';
import { COLLECTION_KEY, CollectionStudio } from '../../../debt-collection/collection-scene.fixture.js';
import { subscribe } from '../../../webhooks/subscriptions.js';

/** Everything that was logged. */
let log = '';
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    log += chunk.toString();
    done();
  },
});

let bench: StripeService;
let url: string;
beforeAll(async () => {
  bench = await startStripeService({ logger: { level: 'warn', stream }, studioPage: true });
  const address = await bench.service.app.app.listen({ host: '127.0.0.1', port: 0 });
  url = `${address}/providers/stripe/webhook`;
});
afterAll(() => bench.close());

const send = (payload: string, signature: string | null, target = url) =>
  fetch(target, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== null && { 'stripe-signature': signature }),
    },
    body: payload,
  });
const last = () => {
  const found = bench.recorder.intents().at(-1);
  if (!found) throw new Error('Nothing was made.');
  return found;
};
/** Simulates a payment that was confirmed in a browser which closed before it could report it. */
const confirmedAndGone = async () => {
  const gateway = await bench.open();
  const made = await gateway.create(CARD_REQUEST);
  await bench.typeCard(made.body, '4242424242424242');
  return { gateway, id: made.body.id };
};
const status = async ({ gateway, id }: Awaited<ReturnType<typeof confirmedAndGone>>) => {
  const { body } = await gateway.session();
  return body.pendingPayment?.id === id ? body.pendingPayment.status : 'none';
};

describe('an event', () => {
  test('finishes what the browser did not come back to say', async () => {
    const gone = await confirmedAndGone();
    expect(await status(gone)).toBe('CREATED');
    expect(await bench.recorder.deliver(url)).toEqual(expect.arrayContaining([200]));
    expect(await status(gone)).toBe('PREAUTHED');
  });

  test('after the poll, twice, and in another order changes nothing', async () => {
    const payment = await bench.payByCard(await bench.open());
    const { id } = last();
    for (const type of [
      'payment_intent.payment_failed',
      'payment_intent.canceled',
      'payment_intent.succeeded',
    ]) {
      const { payload, signature } = bench.recorder.signedEvent(id, { type });
      expect((await send(payload, signature)).status).toBe(200);
      expect((await send(payload, signature)).status).toBe(200);
    }
    const used = await bench.service.api().post(`/v1/customers/2001/account/payment`, {
      paymentRequestToken: requestToken(payment),
      amount: { amount: 25, currency: 'EUR' },
    });
    expect(used.status).toBe(200);
    expect(await bench.recorder.deliver(url)).toEqual(expect.arrayContaining([200]));
    expect(bench.recorder.intent(id).charge?.captured).toBe(2500);
  });

  test('of a mandate that the payer took back takes the instrument from the list', async () => {
    const details = {
      accountHolder: 'Mara Lindner',
      iban: 'DE89370400440532013000',
      email: 'mara@example.com',
    };
    const gateway = await bench.open({ amount: 0 });
    const payment = await gateway.pay(await gateway.debitRequest('SEPA', details));
    const { mandate } = last();
    if (!mandate) throw new Error('There is no mandate.');
    const isListed = async () => {
      const { body } = await (await bench.open()).session();
      return body.paymentInstruments.some(({ token }) => token === payment.paymentInstrumentToken);
    };
    const updated = async () => {
      const { payload, signature } = bench.recorder.signedEvent(mandate.id, { type: 'mandate.updated' });
      expect((await send(payload, signature)).status).toBe(200);
    };
    // The event itself is not trusted; only the mandate at Stripe counts.
    await updated();
    expect(await isListed()).toBe(true);
    bench.recorder.revokeMandate(mandate.id);
    await updated();
    expect(await isListed()).toBe(false);
  });

  describe('of a dispute', () => {
    let id: string;
    let before: number;
    const balance = async () => {
      const { body } = await bench.service
        .api()
        .request<{ accountBalance: { amount: number } }>({ url: '/v1/customers/2001/account/balances' });
      return body.accountBalance.amount;
    };
    const sendOnce = async (status: DisputeStatus, type: string) => {
      const { payload, signature } = bench.recorder.dispute(id, status, `charge.dispute.${type}`);
      expect((await send(payload, signature)).status).toBe(200);
    };
    /** Returns the change of the account balance since the debit, in cents. */
    const sinceThen = async () => Math.round(((await balance()) - before) * 100);
    const sendDispute = async (status: DisputeStatus, type: string) => {
      // Stripe may send an event twice.
      await sendOnce(status, type);
      await sendOnce(status, type);
      return sinceThen();
    };
    beforeEach(async () => {
      const details = {
        accountHolder: 'Mara Lindner',
        iban: 'DE89370400440532013000',
        email: 'mara@example.com',
      };
      const gateway = await bench.open();
      const payment = await gateway.pay(await gateway.debitRequest('SEPA', details));
      await new CollectionStudio(bench.service).claim(2001, 2500);
      before = await balance();
      const used = await bench.service.api().post(`/v1/customers/2001/account/payment`, {
        paymentRequestToken: requestToken(payment),
        amount: { amount: 25, currency: 'EUR' },
      });
      expect(used.status).toBe(200);
      ({ id } = last());
      bench.recorder.settle(id);
    });

    test('opens again what a debit had paid; an inquiry does not; one that is won is booked back', async () => {
      expect(await sendDispute('warning_under_review', 'created')).toBe(2500);
      expect(await sendDispute('needs_response', 'funds_withdrawn')).toBe(0);
      const newest = { size: 1, before: null, traceId: null, studioId: null };
      const [alert] = (await alerts(bench.service.database.db, newest)).rows;
      expect(alert).toMatchObject({
        kind: 'DISPUTE_OPENED',
        studioId: 1001,
        detail: expect.stringMatching(/is disputed; answer at the provider until 2026-12-06T/) as string,
      });
      const page = await bench.service.app.app.inject({
        url: '/studio',
        headers: { host: 'localhost:4010' },
      });
      const [, shown = ''] = />Alerts<\/h2>([\s\S]*?)<h2/.exec(page.body) ?? [];
      expect(shown).toMatch(
        /Payment disputed[\s\S]*answer at the provider until <time datetime="2026-12-06T/,
      );
      // Without a studio page, the alert is logged once.
      expect(log.match(/"kind":"DISPUTE_OPENED"[^\n]*until 2026-12-06T/g)).toHaveLength(1);
      expect(await sendDispute('lost', 'closed')).toBe(0);
      expect(await sendDispute('won', 'funds_reinstated')).toBe(2500);
      expect(await sendDispute('won', 'closed')).toBe(2500);
    });

    test('follows the money as often as it comes and goes', async () => {
      for (let time = 0; time < 3; time += 1) {
        expect(await sendDispute('needs_response', 'funds_withdrawn')).toBe(0);
        expect(await sendDispute('won', 'funds_reinstated')).toBe(2500);
      }
    });

    test.each([
      ['withdrawn', 'reinstated', 'needs_response', 'won', 2500],
      ['reinstated', 'withdrawn', 'won', 'needs_response', 0],
    ] as const)('that overtakes the answer before, %s then %s, has the last word', async (...row) => {
      const [, , first, second, left] = row;
      if (first === 'won') await sendDispute('needs_response', 'funds_withdrawn');
      const { service } = bench;
      service.onStep = async (step) => {
        if (step !== 'return.provider-answered') return;
        service.onStep = () => {};
        await sendOnce(second, 'updated');
      };
      await sendOnce(first, 'updated');
      expect(await sinceThen()).toBe(left);
    });

    test('is told to the partner who collects meanwhile what it had opened', async () => {
      const { service } = bench;
      const { db, keys } = service.app.context;
      const receiver = { url: 'https://partner.example/events', webhookKey: 'outbound', types: null };
      await subscribe(db, keys, { apiKey: COLLECTION_KEY, ...receiver });
      const studio = new CollectionStudio(service);
      expect((await studio.partner().post('/v1/studios/confirmActivation', {})).status).toBe(200);
      await sendDispute('lost', 'closed');
      const { collectionCaseId } = await studio.run(2001);
      await sendDispute('won', 'funds_reinstated');
      expect(await studio.events('FINANCE_DEBT_COLLECTION_CASE_UPDATED')).toEqual([
        { entityId: expect.any(Number) as number, content: { collectionCaseId } },
      ]);
    });
  });

  test('of another kind, or of an intent that is not ours, is taken and left alone', async () => {
    await bench.payByCard(await bench.open());
    const from = bench.recorder.requests.length;
    const other = bench.recorder.signedEvent(last().id, { type: 'charge.dispute.created' });
    expect((await send(other.payload, other.signature)).status).toBe(200);
    expect(bench.recorder.requests).toHaveLength(from);
  });

  test.each([
    ['with another secret', { secret: 'whsec_somebody_else' }, null],
    ['that is older than five minutes', { seconds: -301 }, null],
    ['without a signature', {}, 'none'],
    ['whose body was changed', {}, 'changed'],
  ] as const)('%s is refused without a word, and nothing is asked', async (_name, change, how) => {
    const gone = await confirmedAndGone();
    const now = Math.floor(bench.service.clock.now().getTime() / 1000);
    const seconds = 'seconds' in change ? now + change.seconds : now;
    const { payload, signature } = bench.recorder.signedEvent(last().id, { ...change, seconds });
    const from = bench.recorder.requests.length;
    const answer = await send(
      how === 'changed' ? payload.replace('"livemode":false', '"livemode":true') : payload,
      how === 'none' ? null : signature,
    );
    expect([answer.status, await answer.text()]).toEqual([400, '']);
    expect(bench.recorder.requests).toHaveLength(from);
    expect(await status(gone)).toBe('CREATED');
  });

  test('that is just young enough is taken', async () => {
    await confirmedAndGone();
    const seconds = Math.floor(bench.service.clock.now().getTime() / 1000) - 299;
    const { payload, signature } = bench.recorder.signedEvent(last().id, { seconds });
    expect((await send(payload, signature)).status).toBe(200);
  });

  test('larger than any of Stripe is refused', async () => {
    expect((await send('x'.repeat(300 * 1024), 't=1,v1=2')).status).toBe(413);
  });

  test('for a studio that has no account of its own finds nobody', async () => {
    const { payload, signature } = bench.recorder.signedEvent(last().id);
    expect((await send(payload, signature, `${url}/1002`)).status).toBe(404);
  });
});
