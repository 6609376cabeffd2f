import type { StripeError } from '@stripe/stripe-js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { TextKey } from '../../i18n/text-keys.js';

/** The intent is no longer where the confirmation expected it: the gateway knows what became of it. */
const decidedElsewhere: readonly unknown[] = [
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
];
const unauthenticated: readonly unknown[] = [
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
];

/**
 * Stripe's answer, as one of the six codes.
 *
 * @returns undefined where the gateway has to be asked, and nothing else.
 */
export function stripeFailure(error: StripeError): PaymentWidgetError | undefined {
  const { type, code, decline_code: declineCode, message } = error;
  if (decidedElsewhere.includes(code)) return undefined;
  if (unauthenticated.includes(code)) {
    return refused(message, code, 'error.payment.reason.AUTHENTICATION_FAILED');
  }
  switch (type) {
    case 'validation_error':
      // It is shown at the field, in the person's language.
      return new PaymentWidgetError('VALIDATION_ERROR', 'The card details are missing or wrong.', {
        reason: code,
      });
    case 'card_error':
      return refused(message, declineCode ?? code);
    case 'api_connection_error':
      return new PaymentWidgetError('NETWORK_ERROR', 'The payment provider could not be reached.');
    default:
      // Stripe's words are for developers here, and may quote what it was given.
      return new PaymentWidgetError('PSP_ERROR', `The payment provider refused the request: ${type}.`, {
        reason: code,
      });
  }
}

/**
 * Sees a call of Stripe.js through that answers with an error, or with nothing that the gateway is not asked for.
 *
 * @throws PaymentWidgetError when it answered with an error, or threw.
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
 * Stripe.js throws where it is used wrongly, and its loader where the script does not come. The message is left out:
 * it may quote a client secret.
 */
export function thrownByStripe(thrown: unknown): PaymentWidgetError {
  if (thrown instanceof PaymentWidgetError) return thrown;
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return new PaymentWidgetError('PSP_ERROR', `Stripe.js did not do what it was called for: ${name}.`);
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
