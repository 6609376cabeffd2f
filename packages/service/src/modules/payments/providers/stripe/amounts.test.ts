import { describe, expect, test } from 'vitest';
import { fromStripeAmount, toStripeAmount } from './amounts.js';
import { declineCode } from './to-provider-intent.js';

describe('amounts', () => {
  test.each([
    ['EUR', 1999, 1999],
    ['JPY', 500, 500],
    ['KWD', 1230, 1230],
    // Stripe counts these in hundredths, although they have none.
    ['ISK', 700, 70_000],
    ['UGX', 700, 70_000],
    ['ALL', 700, 70_000],
  ])('%s %d is %d at Stripe, and back', (currency, ours, theirs) => {
    expect(toStripeAmount(ours, currency)).toBe(theirs);
    expect(fromStripeAmount(theirs, currency.toLowerCase())).toBe(ours);
  });

  test.each([
    ['LYD', 1234],
    ['KWD', 1234],
  ])('%s %d is refused, because Stripe cannot count it', (currency, amount) => {
    expect(() => toStripeAmount(amount, currency)).toThrow(`${amount} ${currency}`);
  });
});

describe('codes of refusals', () => {
  test.each([
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'INSUFFICIENT_FUNDS'],
    [{ code: 'card_declined', decline_code: 'lost_card' }, 'DECLINED'],
    [{ code: 'expired_card' }, 'EXPIRED_CARD'],
    [{ code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }, 'INCORRECT_CVC'],
    [{ code: 'authentication_required', decline_code: 'authentication_required' }, 'AUTHENTICATION_FAILED'],
    [{ code: 'setup_intent_authentication_failure' }, 'AUTHENTICATION_FAILED'],
    [{ code: 'payment_method_customer_decline' }, 'CANCELLED_BY_PAYER'],
    [{ code: 'payment_intent_payment_attempt_expired' }, 'EXPIRED'],
    [{ code: 'bank_account_unusable' }, 'INVALID_ACCOUNT'],
    [{ code: 'something_new' }, 'DECLINED'],
  ] as const)('%j is %s', (error, code) => {
    expect(declineCode(error)).toBe(code);
  });
});
