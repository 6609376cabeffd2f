import Stripe from 'stripe';

/** An intent that nobody has: asking for it changes nothing, and needs no more than payments need. */
const NOBODY = 'pi_upc_reachable';
const PATIENCE = { timeout: 5_000, maxNetworkRetries: 0 } as const;

/** Why payments cannot go through an account at Stripe; null: they can. Holds nothing of its keys. */
export async function stripeTrouble(stripe: Stripe): Promise<string | null> {
  try {
    await stripe.paymentIntents.retrieve(NOBODY, undefined, PATIENCE);
    return null;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { statusCode } = error;
    if (statusCode === 404) return null;
    if (statusCode === 401) return 'Stripe does not know the secret key';
    if (statusCode === 403) return 'the secret key may not read payments';
    // Somebody is there, and busy.
    if (statusCode === 429) return null;
    return statusCode === undefined ? 'cannot reach Stripe' : `Stripe answers ${statusCode}`;
  }
}
