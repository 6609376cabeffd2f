import Stripe from 'stripe';
import { ProviderRequestError, ProviderUnavailableError } from '../provider.js';

/** Statuses that reveal nothing about the outcome: the key, a lock, a rate limit or a fault is to blame. */
const SAYS_NOTHING = [401, 403, 409, 429];

/**
 * Translates an SDK error into one of the service's errors. The SDK error itself is dropped, because it contains bodies
 * and headers of the exchange, and Stripe's messages repeat the values sent.
 */
export function toProviderError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, statusCode, code, param, requestId } = error;
  const details = [type, statusCode, code, param, requestId].filter((part) => part !== undefined).join(', ');
  const message = `Stripe refused or failed: ${details}`;
  const isUnknown =
    statusCode === undefined ||
    statusCode >= 500 ||
    SAYS_NOTHING.includes(statusCode) ||
    // The key was used with other parameters. The outcome of that earlier call counts, and it is not known here.
    error instanceof Stripe.errors.StripeIdempotencyError;
  return isUnknown ? new ProviderUnavailableError(message) : new ProviderRequestError(message, code ?? type);
}

/** Returns the intent that a refused card leaves behind, or null for any other error. */
export function declinedIntent(error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripeCardError)) return null;
  return error.payment_intent?.id ?? error.setup_intent?.id ?? null;
}

/**
 * Returns whether an intent is in a state that the call does not expect. An earlier attempt of the same call explains
 * it.
 */
export function isUnexpectedState(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return (
    error.code?.endsWith('_intent_unexpected_state') === true || error.code === 'charge_already_refunded'
  );
}
