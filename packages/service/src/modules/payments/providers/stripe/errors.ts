import Stripe from 'stripe';
import { ProviderRequestError, ProviderUnavailableError } from '../provider.js';

/** Answers after which nobody knows more than before: the key, the lock, the limit, the fault are Stripe's or ours. */
const SAYS_NOTHING = [401, 403, 409, 429];

/**
 * An error of the SDK in the words of the service, and without it: it holds bodies and headers of the exchange, and
 * Stripe's messages repeat what was given.
 */
export function toProviderError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, statusCode, code, param, requestId } = error;
  const details = [type, statusCode, code, param, requestId].filter((part) => part !== undefined).join(', ');
  const message = `Stripe did not do it: ${details}`;
  const isUnknown =
    statusCode === undefined ||
    statusCode >= 500 ||
    SAYS_NOTHING.includes(statusCode) ||
    // The key was used with other parameters: what came of those is what counts, and it is not known here.
    error instanceof Stripe.errors.StripeIdempotencyError;
  return isUnknown ? new ProviderUnavailableError(message) : new ProviderRequestError(message, code ?? type);
}

/** The intent that a refused card leaves behind, or null when the error is another one. */
export function declinedIntent(error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripeCardError)) return null;
  return error.payment_intent?.id ?? error.setup_intent?.id ?? null;
}

/** Whether an intent is not where the call expects it, which a call that was made before explains. */
export function isUnexpectedState(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return (
    error.code?.endsWith('_intent_unexpected_state') === true || error.code === 'charge_already_refunded'
  );
}
