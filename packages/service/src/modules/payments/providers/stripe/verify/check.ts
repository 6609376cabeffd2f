import type Stripe from 'stripe';
import {
  type CreateIntent,
  type Movement,
  type ProviderIntent,
  ProviderRequestError,
} from '../../provider.js';
import type { StripeProvider } from '../stripe-provider.js';

/** Tools of a check: the adapter as the service uses it, and the SDK for the browser's part. */
export interface Bench {
  readonly provider: StripeProvider;
  readonly stripe: Stripe;
  /** A new person of this run: a paymentServiceCustomerId. */
  readonly person: string;
  /** A new key of idempotency. */
  key(): string;
}

/** Something to be done for the first time. @param hoursAgo time since a first try that there was not */
export function movement(bench: Bench, hoursAgo = 0): Movement {
  return { key: bench.key(), since: new Date(Date.now() - hoursAgo * 3600_000) };
}

/** One behaviour that the service relies on. */
export interface Check {
  readonly name: string;
  readonly expected: string;
  /** @returns what was seen, in the words of `expected` */
  readonly see: (bench: Bench) => Promise<string>;
}

/** The address that redirects lead back to; nobody follows them here. */
export const RETURN_URL = 'https://example.com/back';

/** 25.00 by card, to be captured later, unless it is said otherwise. */
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

/** Does with one of Stripe's test cards what the browser does; a refusal is a state of the intent. */
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

/** The outcome of a call that Stripe may refuse. */
export async function outcome(call: () => Promise<ProviderIntent>): Promise<string> {
  try {
    const { status, failure } = await call();
    return failure ? `${status} ${failure.code}` : status;
  } catch (error) {
    if (error instanceof ProviderRequestError) return `refused: ${error.code}`;
    throw error;
  }
}
