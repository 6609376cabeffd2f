import { expect, test } from 'vitest';
import { whoTakesPayments } from './welcome.mjs';

test.each([
  [{}, /^the simulated provider/],
  [{ STRIPE_SECRET_KEY: '' }, /^the simulated provider/],
  [{ STRIPE_SECRET_KEY: 'sk_test_canary' }, /^Stripe .*\(STRIPE_SECRET_KEY\)/],
  [
    { STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_SECRET_KEY_1002: 'sk_test_canary' },
    /^Stripe .*\(STRIPE_SECRET_KEY, STRIPE_SECRET_KEY_1002\)/,
  ],
])('npm start says who takes the payments with %j, and no key', (variables, said) => {
  expect(whoTakesPayments(variables)).toMatch(said);
  expect(whoTakesPayments(variables)).not.toContain('canary');
});
