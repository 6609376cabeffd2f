import type { StripeError } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import { requireDone, stripeFailure } from './stripe-errors.js';

const theirs = 'In their words.';

describe("Stripe's answers", () => {
  it.each<[Partial<StripeError>, object]>([
    [{ type: 'validation_error', code: 'incomplete_number' }, { code: 'VALIDATION_ERROR' }],
    [
      { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
      { code: 'PSP_ERROR', message: theirs, reason: 'insufficient_funds' },
    ],
    [
      { type: 'card_error', code: 'expired_card' },
      { code: 'PSP_ERROR', message: theirs, reason: 'expired_card' },
    ],
    ...['payment_intent', 'setup_intent'].map((kind): [Partial<StripeError>, object] => [
      { type: 'invalid_request_error', code: `${kind}_authentication_failure` },
      { code: 'PSP_ERROR', message: theirs, messageKey: 'error.payment.reason.AUTHENTICATION_FAILED' },
    ]),
    [{ type: 'api_connection_error' }, { code: 'NETWORK_ERROR' }],
    ...(
      [
        'api_error',
        'authentication_error',
        'idempotency_error',
        'invalid_request_error',
        'rate_limit_error',
      ] as const
    ).map((type): [Partial<StripeError>, object] => [
      { type },
      { code: 'PSP_ERROR', message: `The payment provider refused the request: ${type}.` },
    ]),
  ])('%j is %j', (error, expected) => {
    expect(stripeFailure({ message: theirs, ...error } as StripeError)).toMatchObject(expected);
  });

  it.each(['payment_intent_unexpected_state', 'setup_intent_unexpected_state'])(
    '%s is left to the gateway',
    async (code) => {
      const error = { type: 'invalid_request_error', code } as const;
      await expect(requireDone(() => Promise.resolve({ error }))).resolves.toBeUndefined();
    },
  );

  it('what Stripe.js throws is told by its name alone: it may quote a client secret', async () => {
    const theirError = Object.assign(new Error('You specified: pi_1_secret_canary.'), {
      name: 'IntegrationError',
    });
    const actual = await requireDone(() => Promise.reject(theirError)).catch((error: unknown) => error);
    expect(actual).toBeInstanceOf(PaymentWidgetError);
    const { code, message, cause } = actual as PaymentWidgetError;
    expect({ code, cause }).toEqual({ code: 'PSP_ERROR', cause: undefined });
    expect(message).toContain('IntegrationError');
    expect(message).not.toContain('canary');
  });
});
