import Stripe from 'stripe';

/** An intent that nobody has: asking for it changes nothing, and needs no more than payments need. */
const NOBODY = 'pi_upc_reachable';
const PATIENCE = { timeout: 5_000, maxNetworkRetries: 0 } as const;

/** Reason for which payments cannot go through an account at Stripe. Holds nothing of its keys. */
export interface StripeTrouble {
  /** REFUSED: the key does not work, which stays so. SILENT: no answer, or one of a server in trouble, which may pass. */
  readonly kind: 'REFUSED' | 'SILENT';
  readonly text: string;
}

/** @returns null when payments can go through the account. */
export async function stripeTrouble(stripe: Stripe): Promise<StripeTrouble | null> {
  try {
    await stripe.paymentIntents.retrieve(NOBODY, undefined, PATIENCE);
    return null;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return troubleOf(error.statusCode);
  }
}

/**
 * The trouble with the account that an answer from Stripe reports.
 *
 * @param statusCode undefined: no answer
 * @returns null for one of an account that works, also when it is that something is not there, or is refused.
 */
export function troubleOf(statusCode: number | undefined): StripeTrouble | null {
  if (statusCode === undefined) return { kind: 'SILENT', text: 'cannot reach Stripe' };
  if (statusCode === 401) return { kind: 'REFUSED', text: 'Stripe does not know the secret key' };
  if (statusCode === 403) return { kind: 'REFUSED', text: 'the secret key may not read payments' };
  if (statusCode >= 500) return { kind: 'SILENT', text: `Stripe answers ${statusCode}` };
  return null;
}
