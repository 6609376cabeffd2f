import type Stripe from 'stripe';
import {
  type CreateIntent,
  type Movement,
  type ProviderIntent,
  ProviderRequestError,
} from '../../provider.js';
import type { StripeProvider } from '../stripe-provider.js';

/** Tools for a check: the adapter as the service uses it, and the SDK for the browser's part. */
export interface Bench {
  readonly provider: StripeProvider;
  readonly stripe: Stripe;
  /** A new person for this run: a paymentServiceCustomerId. */
  readonly person: string;
  /** Returns a new idempotency key. */
  key(): string;
}

/**
 * Creates a movement that has not been made yet.
 *
 * @param hoursAgo age of the supposed first attempt
 */
export function movement(bench: Bench, hoursAgo = 0): Movement {
  return { key: bench.key(), since: new Date(Date.now() - hoursAgo * 3600_000) };
}

/** A behaviour of Stripe that the service relies on. */
export interface Check {
  readonly name: string;
  readonly expected: string;
  /**
   * Runs the check.
   *
   * @returns what was seen, in the format of `expected`
   */
  readonly see: (bench: Bench) => Promise<string>;
}

/** The address to which redirects return; the checks never follow it. */
export const RETURN_URL = 'https://example.com/back';

/** Returns the terms of a payment: 25.00 by card, to be captured later, unless overridden. */
export function terms({ person }: Bench, more: Partial<CreateIntent> = {}): CreateIntent {
  return {
    mode: 'PAYMENT',
    paymentMethod: 'CREDIT_CARD',
    amount: 2500,
    currency: 'EUR',
    captureLater: true,
    saveInstrument: false,
    customerReference: person,
    statementText: 'verify:stripe',
    ...more,
  };
}

/** Does what the browser does, with one of Stripe's test cards. A refusal is a state of the intent. */
export async function payWith(
  bench: Bench,
  card: string,
  more?: Partial<CreateIntent>,
): Promise<ProviderIntent> {
  const { provider, stripe } = bench;
  const { reference, mode } = await provider.createIntent(terms(bench, more), bench.key());
  const params = { payment_method: card, return_url: RETURN_URL };
  await (
    mode === 'SETUP'
      ? stripe.setupIntents.confirm(reference, params)
      : stripe.paymentIntents.confirm(reference, params)
  ).catch(() => null);
  return provider.retrieveIntent(reference);
}

/** Returns the outcome of a call that Stripe may refuse. */
export async function outcome(call: () => Promise<ProviderIntent>): Promise<string> {
  try {
    const { status, failure } = await call();
    return failure ? `${status} ${failure.code}` : status;
  } catch (error) {
    if (error instanceof ProviderRequestError) return `refused: ${error.code}`;
    throw error;
  }
}
