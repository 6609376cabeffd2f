import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Providers } from '../../src/ports/providers.js';
import { stripeOfStudio } from '../../src/providers/stripe/stripe-of-studio.js';
import { StripeWatch, type StripeReport } from '../../src/providers/stripe/stripe-watch.js';
import { GatewayClient } from '../support/clients.js';
import { CARD_REQUEST, startStripeService, type StripeService } from '../support/stripe-service.js';

let bench: StripeService;
beforeAll(async () => {
  bench = await startStripeService();
});
afterAll(() => bench.close());
afterEach(() => bench.recorder.mend());

/** A session of the service, whose Stripe is down as `isDown` says. */
async function open(isDown: () => boolean) {
  const { service, settings } = bench;
  const STRIPE = stripeOfStudio(settings, { db: service.database.db, clock: service.clock });
  const app = await service.another({
    providers: new Providers({ STRIPE, SIMULATOR: () => null }, isDown),
  });
  const token = await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 25 });
  return { app, gateway: new GatewayClient(app.app, token, 'http://localhost:5173') };
}

describe('Pay in a form that is open', () => {
  test('is not refused because Stripe is known to be down since: its methods are not listed only', async () => {
    let isDown = false;
    const { app, gateway } = await open(() => isDown);
    const listed = async () => {
      const { body } = await gateway.session();
      return body.paymentMethods.map(({ paymentMethod }) => paymentMethod);
    };
    expect(await listed()).toEqual(expect.arrayContaining(['CREDIT_CARD', 'SEPA']));
    isDown = true;
    expect(await listed()).not.toContain('CREDIT_CARD');
    const made = await gateway.create(CARD_REQUEST);
    expect([made.status, made.body.status, made.body.nextAction?.type]).toEqual([
      201,
      'CREATED',
      'PROVIDER_CONFIRM',
    ]);
    await app.close();
  });

  test('keeps the provider that it was checked with', async () => {
    let isDown = false;
    const { app, gateway } = await open(() => {
      // Known in between: after whatever checks the request at once.
      queueMicrotask(() => (isDown = true));
      return isDown;
    });
    const made = await gateway.create(CARD_REQUEST);
    expect([made.status, made.body.nextAction?.type]).toEqual([201, 'PROVIDER_CONFIRM']);
    await app.close();
  });
});

describe('the watch', () => {
  const PROBE = /pi_upc_reachable/;

  /** Looks so often. @returns after each look: whether Stripe is down, and what was told */
  async function looks(watch: StripeWatch, count: number): Promise<[boolean, ...(string | null)[]][]> {
    const seen: [boolean, ...(string | null)[]][] = [];
    for (let look = 0; look < count; look += 1) {
      const told: StripeReport[] = [];
      await watch.look(async (report) => void told.push(report));
      seen.push([watch.isDown({ id: 1001, stripeAccount: null }), ...told.map(({ trouble }) => trouble)]);
    }
    return seen;
  }

  test('gives an account that worked three silent looks, and lists it again at the first answer', async () => {
    const watch = new StripeWatch(bench.settings);
    expect(await looks(watch, 1)).toEqual([[false, null]]);
    bench.recorder.order('api_error', PROBE, 2);
    expect(await looks(watch, 3)).toEqual([[false], [false], [false]]);
    bench.recorder.order('api_error', PROBE, 4);
    expect(await looks(watch, 5)).toEqual([
      [false],
      [false],
      [true, 'Stripe answers 500'],
      [true],
      [false, null],
    ]);
  });

  test('counts the first look at once, and a key that is refused at any', async () => {
    const watch = new StripeWatch(bench.settings);
    bench.recorder.order('api_error', PROBE, 1);
    expect(await looks(watch, 2)).toEqual([
      [true, 'Stripe answers 500'],
      [false, null],
    ]);
    const wrong = { ...bench.settings, common: { ...bench.settings.common!, secretKey: 'sk_test_wrong' } };
    expect(await looks(new StripeWatch(wrong), 1)).toEqual([[true, 'Stripe does not know the secret key']]);
  });

  test('tells of two kinds of silence once, and again what could not be told', async () => {
    const watch = new StripeWatch(bench.settings);
    bench.recorder.order('api_error', PROBE, 1);
    bench.recorder.order('dropped', PROBE, 2);
    await expect(
      watch.look(async () => {
        throw new Error('no database');
      }),
    ).rejects.toThrow('no database');
    expect(await looks(watch, 1)).toEqual([[true, 'cannot reach Stripe']]);
    bench.recorder.order('api_error', PROBE, 1);
    expect(await looks(watch, 1)).toEqual([[true]]);
  });
});
