import type Stripe from 'stripe';
import { type Movement, ProviderUnclearError } from '../provider.js';
import { toProviderError } from './errors.js';

/**
 * Time in which Stripe certainly still has an idempotency key. Stripe may forget a key after 24 hours, and a call that
 * is about to be sent still takes time with its repetitions.
 */
const KEY_IS_KNOWN_MS = 20 * 3600_000;

/** Returns the metadata that identifies a movement at Stripe after Stripe has forgotten its idempotency key. */
export const metadataOf = ({ key }: Movement): { readonly movement: string } => ({ movement: key });

interface Made {
  readonly id: string;
  readonly metadata: Stripe.Metadata | null;
}

/**
 * Finds what an earlier attempt of a movement created at Stripe. It searches only when Stripe may have forgotten the
 * key; until then, the same call with the same key returns the earlier response.
 *
 * @param list all candidates; Stripe's search lags behind, its lists do not
 * @returns null when nothing was created, or when Stripe still has the key.
 * @throws ProviderUnclearError when Stripe does not return the list, or several objects belong to this movement.
 */
export async function findEarlierMovement<T extends Made>(
  movement: Movement,
  now: Date,
  list: () => AsyncIterable<T>,
): Promise<T | null> {
  const { key, since } = movement;
  if (now.getTime() - since.getTime() < KEY_IS_KNOWN_MS) return null;
  const found: T[] = [];
  try {
    for await (const one of list()) {
      if (one.metadata?.movement === key) found.push(one);
    }
  } catch (error) {
    const providerError = toProviderError(error);
    if (!(providerError instanceof Error)) throw error;
    throw new ProviderUnclearError(
      `the result of the earlier attempt cannot be read (${providerError.message})`,
      key,
    );
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new ProviderUnclearError(`it was made ${found.length} times (${ids})`, key);
  }
  return found[0] ?? null;
}
