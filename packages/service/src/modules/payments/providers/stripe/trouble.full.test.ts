import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { GatewayClient } from '../../../../../test/support/clients.js';
import {
  CARD_REQUEST,
  startStripeService,
  type StripeService,
} from '../../../../../test/support/stripe-service.js';
import { Providers } from '../providers.js';
import { stripeOfStudio } from './stripe-of-studio.js';
import { type StripeReport, StripeWatch } from './stripe-watch.js';

let bench: StripeService;
beforeAll(async () => {
  bench = await startStripeService();
});
afterAll(() => bench.close());
afterEach(() => bench.recorder.mend());

/** Opens a session in a service whose Stripe is down when `isDown` returns true. */
async function open(isDown: () => boolean) {
  const { service, settings } = bench;
  const STRIPE = stripeOfStudio(settings, { db: service.database.db, clock: service.clock });
  const app = await service.another({
    providers: new Providers({ STRIPE, SIMULATOR: () => null, BANK: () => null }, isDown),
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
      // The outage becomes known during the request, after its synchronous checks.
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

  /**
   * Checks the account `count` times.
   *
   * @returns for each check whether Stripe is down, and what was reported
   */
  async function looks(watch: StripeWatch, count: number): Promise<[boolean, ...(string | null)[]][]> {
    const seen: [boolean, ...(string | null)[]][] = [];
    for (let look = 0; look < count; look += 1) {
      const reported: StripeReport[] = [];
      await watch.look(async (report) => void reported.push(report));
      seen.push([watch.isDown({ id: 1001, stripeAccount: null }), ...reported.map(({ trouble }) => trouble)]);
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
      [true, 'Stripe responds with status 500'],
      [true],
      [false, null],
    ]);
  });

  test('counts the first look at once, and a key that is refused at any', async () => {
    const watch = new StripeWatch(bench.settings);
    bench.recorder.order('api_error', PROBE, 1);
    expect(await looks(watch, 2)).toEqual([
      [true, 'Stripe responds with status 500'],
      [false, null],
    ]);
    const wrong = { ...bench.settings, common: { ...bench.settings.common!, secretKey: 'sk_test_wrong' } };
    expect(await looks(new StripeWatch(wrong), 1)).toEqual([[true, 'Stripe rejects the secret key']]);
  });

  test('asks rarely while Stripe works, and every 5 seconds from a failure on until it works again', async () => {
    let now = 0;
    const watch = new StripeWatch(bench.settings, () => now);
    const asked = () =>
      bench.recorder.requests.filter(({ path }) => path.includes('pi_upc_reachable')).length;
    const reported: (string | null)[] = [];
    /** Returns the seconds, counted from now, in which the watch called Stripe. */
    const secondsAsked = async (seconds: number) => {
      const when: number[] = [];
      for (let second = 1; second <= seconds; second += 1) {
        now += 1000;
        const before = asked();
        await watch.lookIfDue(async ({ trouble }) => void reported.push(trouble));
        if (asked() > before) when.push(second);
      }
      return when;
    };
    expect(await secondsAsked(900)).toEqual([1, 301, 601]);
    bench.recorder.order('api_error', PROBE, 4);
    expect(await secondsAsked(16)).toEqual([1, 6, 11, 16]);
    expect(reported).toEqual([null, 'Stripe responds with status 500']);
    expect(await secondsAsked(320)).toEqual([5, 305]);
    expect(reported).toEqual([null, 'Stripe responds with status 500', null]);
  });

  describe('is told by a call of a payment', () => {
    /** Starts a service whose watch has just made a check. */
    async function watched(maxNetworkRetries: number) {
      const { service, settings } = bench;
      let now = 0;
      const watch = new StripeWatch(settings, () => now);
      const STRIPE = stripeOfStudio(settings, {
        db: service.database.db,
        clock: service.clock,
        retryPolicy: { timeout: 10_000, maxNetworkRetries },
        onAnswer: (keys, statusCode) => watch.notice(keys, statusCode),
      });
      const providers = new Providers({ STRIPE, SIMULATOR: () => null, BANK: () => null }, (studio) =>
        watch.isDown(studio),
      );
      const app = await service.another({ providers });
      const token = await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 25 });
      const reported: (string | null)[] = [];
      const tick = async () => {
        now += 5_000;
        await watch.lookIfDue(async ({ trouble }) => void reported.push(trouble));
      };
      await tick();
      const gateway = new GatewayClient(app.app, token, 'http://localhost:5173');
      const listed = async () =>
        (await gateway.session()).body.paymentMethods.some((each) => each.paymentMethod === 'CREDIT_CARD');
      return { app, watch, gateway, reported, tick, listed };
    }

    test.each(['dropped', 'api_error'] as const)('which tried three times: %s', async (fault) => {
      const { app, gateway, reported, tick, listed } = await watched(2);
      expect([await listed(), reported]).toEqual([true, [null]]);
      bench.recorder.order(fault, /./, 1000);
      expect((await gateway.create(CARD_REQUEST)).status).toBe(503);
      expect(await listed()).toBe(false);
      await tick();
      expect(reported).toEqual([
        null,
        fault === 'dropped' ? 'cannot reach Stripe' : 'Stripe responds with status 500',
      ]);
      bench.recorder.mend();
      await tick();
      expect([await listed(), reported.at(-1)]).toEqual([true, null]);
      await app.close();
    });

    test('at once when the key is refused, and otherwise by the answers of a few tries', async () => {
      const { app, watch, listed } = await watched(0);
      const { common } = bench.settings;
      if (!common) throw new Error('The bench has no account.');
      for (const status of [undefined, 503, 200, 500, undefined, 402, 403, 404]) watch.notice(common, status);
      expect(await listed()).toBe(true);
      watch.notice(common, 401);
      expect(await listed()).toBe(false);
      // Only a check clears a refused key, because another call may need fewer permissions.
      watch.notice(common, 200);
      expect(await listed()).toBe(false);
      await watch.look(async () => {});
      expect(await listed()).toBe(true);
      await app.close();
    });
  });

  test('reports two kinds of silence once, and again what could not be reported', async () => {
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
