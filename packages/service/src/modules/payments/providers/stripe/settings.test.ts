import { describe, expect, test } from 'vitest';
import type { EnvironmentName } from '../../../../core/environment-name.js';
import { readStripeSettings } from './settings.js';
import { stripeKeysOf } from './stripe-of-studio.js';

const TEST = { STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_PUBLISHABLE_KEY: 'pk_test_canary' };
const LIVE = { STRIPE_SECRET_KEY: 'sk_live_canary', STRIPE_PUBLISHABLE_KEY: 'pk_live_canary' };

describe('keys of Stripe', () => {
  test.each<[EnvironmentName, NodeJS.ProcessEnv]>([
    ['test', TEST],
    ['sandbox', TEST],
    ['sandbox', { ...TEST, STRIPE_SECRET_KEY: 'rk_test_canary' }],
    ['live', LIVE],
    ['live', { ...LIVE, STRIPE_SECRET_KEY: 'rk_live_canary', STRIPE_WEBHOOK_SECRET: 'whsec_canary' }],
    ['test', { ...TEST, STRIPE_API_URL: 'http://127.0.0.1:4030' }],
  ])('%s takes its own', (environment, variables) => {
    expect(readStripeSettings(variables, environment).common).toMatchObject({
      secretKey: variables.STRIPE_SECRET_KEY,
      publishableKey: variables.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: variables.STRIPE_WEBHOOK_SECRET ?? null,
    });
  });

  test.each<[EnvironmentName, NodeJS.ProcessEnv, string]>([
    ['test', LIVE, 'STRIPE_SECRET_KEY is not a key for this UPC_ENVIRONMENT'],
    ['sandbox', LIVE, 'STRIPE_SECRET_KEY is not a key for this UPC_ENVIRONMENT'],
    ['live', TEST, 'STRIPE_SECRET_KEY is not a key for this UPC_ENVIRONMENT'],
    [
      'live',
      { ...LIVE, STRIPE_PUBLISHABLE_KEY: TEST.STRIPE_PUBLISHABLE_KEY },
      'STRIPE_PUBLISHABLE_KEY is not',
    ],
    ['test', { ...TEST, STRIPE_SECRET_KEY: 'pk_test_canary' }, 'sk_test_… or rk_test_…'],
    ['test', { ...TEST, STRIPE_PUBLISHABLE_KEY: 'sk_test_canary' }, 'pk_test_…'],
    ['test', { STRIPE_SECRET_KEY: 'sk_test_canary' }, 'STRIPE_PUBLISHABLE_KEY is required'],
    ['test', { STRIPE_PUBLISHABLE_KEY: 'pk_test_canary' }, 'STRIPE_SECRET_KEY is required'],
    ['test', { STRIPE_WEBHOOK_SECRET: 'whsec_canary' }, 'STRIPE_SECRET_KEY is required'],
    ['test', { ...TEST, STRIPE_WEBHOOK_SECRET: 'canary' }, 'STRIPE_WEBHOOK_SECRET is not'],
    ['test', { ...TEST, STRIPE_SECRET_KEY_1OO2: 'sk_test_canary' }, 'allowed is the number of a studio'],
    ['test', { STRIPE_SECRET_KEY_1002: 'sk_test_canary' }, 'STRIPE_PUBLISHABLE_KEY_1002 is required'],
    [
      'test',
      { ...TEST, STRIPE_API_URL: 'http://api.example' },
      'allowed is an http address of this machine, in test and sandbox',
    ],
    [
      'sandbox',
      { ...TEST, STRIPE_API_URL: 'http://api.example' },
      'allowed is an http address of this machine, in test and sandbox',
    ],
    [
      'live',
      { ...LIVE, STRIPE_API_URL: 'http://localhost:1' },
      'allowed is an http address of this machine, in test and sandbox',
    ],
  ])('%s refuses others, and prints none', (environment, variables, problem) => {
    const read = () => readStripeSettings(variables, environment);
    expect(read).toThrow(problem);
    expect(read).not.toThrow('canary');
  });

  test('none are needed', () => {
    expect(readStripeSettings({}, 'live')).toEqual({ common: null, named: new Map(), apiUrl: null });
  });

  test('a studio may have its own account', () => {
    const own = { STRIPE_SECRET_KEY_1002: 'sk_test_own', STRIPE_PUBLISHABLE_KEY_1002: 'pk_test_own' };
    const settings = readStripeSettings({ ...TEST, ...own }, 'test');
    const of = (id: number, stripeAccount: string | null = null) =>
      stripeKeysOf(settings, { id, stripeAccount })?.secretKey;
    expect([of(1002), of(1001)]).toEqual(['sk_test_own', 'sk_test_canary']);
    const alone = readStripeSettings(own, 'test');
    expect(stripeKeysOf(alone, { id: 1001, stripeAccount: null })).toBeNull();
    // An assigned name takes precedence. If that account no longer exists, the studio has none; it does not fall back
    // to another.
    expect([of(1001, '1002'), of(1002, 'SOUTH')]).toEqual(['sk_test_own', undefined]);
  });

  test('studios may share an account with a name', () => {
    const south = { STRIPE_SECRET_KEY_SOUTH: 'sk_test_south', STRIPE_PUBLISHABLE_KEY_SOUTH: 'pk_test_south' };
    const settings = readStripeSettings({ ...TEST, ...south }, 'test');
    const of = (stripeAccount: string | null) => stripeKeysOf(settings, { id: 1002, stripeAccount });
    expect([of('SOUTH')?.secretKey, of(null)?.secretKey]).toEqual(['sk_test_south', 'sk_test_canary']);
  });
});
