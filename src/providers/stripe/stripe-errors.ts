import type { StripeError } from '@stripe/stripe-js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { TextKey } from '../../i18n/text-keys.js';

/** Codes of an intent that is no longer in the state that the confirmation expected. The gateway has its outcome. */
const decidedElsewhere: readonly unknown[] = [
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
];
const unauthenticated: readonly unknown[] = [
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
];

/** Converts Stripe's error to one of the six codes. @returns undefined if only the gateway knows the outcome. */
export function stripeFailure(error: StripeError): PaymentWidgetError | undefined {
  const { type, code, decline_code: declineCode, message } = error;
  if (decidedElsewhere.includes(code)) return undefined;
  if (unauthenticated.includes(code)) {
    return refused(message, code, 'error.payment.reason.AUTHENTICATION_FAILED');
  }
  switch (type) {
    case 'validation_error':
      // Stripe shows the error at the field, in the person's language.
      return new PaymentWidgetError('VALIDATION_ERROR', 'The card details are missing or wrong.', {
        reason: code,
      });
    case 'card_error':
      return refused(message, declineCode ?? code);
    case 'api_connection_error':
      return new PaymentWidgetError('NETWORK_ERROR', 'The payment provider could not be reached.');
    default:
      // This message of Stripe is for developers, and may quote its input.
      return new PaymentWidgetError('PSP_ERROR', `The payment provider refused the request: ${type}.`, {
        reason: code,
      });
  }
}

/**
 * Calls Stripe.js and checks only for an error, since the gateway is queried for everything else.
 *
 * @throws PaymentWidgetError when the call returned an error or threw.
 */
export async function requireDone(
  call: () => Promise<{ readonly error?: StripeError | undefined }>,
): Promise<void> {
  let failure: PaymentWidgetError | undefined;
  try {
    const { error } = await call();
    failure = error && stripeFailure(error);
  } catch (thrown) {
    failure = thrownByStripe(thrown);
  }
  if (failure) throw failure;
}

/**
 * Converts an exception. Stripe.js throws when it is used incorrectly, and its loader when the script does not load.
 * The message is omitted, since it may quote a client secret.
 */
export function thrownByStripe(thrown: unknown): PaymentWidgetError {
  if (thrown instanceof PaymentWidgetError) return thrown;
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return new PaymentWidgetError('PSP_ERROR', `A call of Stripe.js failed: ${name}.`);
}

function refused(
  message: string | undefined,
  reason: string | undefined,
  messageKey?: TextKey,
): PaymentWidgetError {
  return new PaymentWidgetError('PSP_ERROR', message ?? 'The payment provider refused the card.', {
    reason,
    messageKey,
  });
}
