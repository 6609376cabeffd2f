import type Stripe from 'stripe';
import { type Movement, ProviderUnclearError } from '../provider.js';
import { toProviderError } from './errors.js';

/**
 * The time for which Stripe surely knows an idempotency key: it may forget one after 24 hours, and a call that is about
 * to be sent, with its repetitions, still takes some.
 */
const KEY_IS_KNOWN_MS = 20 * 3600_000;

/** What of a movement is kept at Stripe, which forgets its idempotency key. */
export const metadataOf = ({ key }: Movement): { readonly movement: string } => ({ movement: key });

interface Made {
  readonly id: string;
  readonly metadata: Stripe.Metadata | null;
}

/**
 * Finds what an earlier try of a movement has made at Stripe. Only when Stripe may have forgotten the key: until then, the
 * same call with the same key is answered as before.
 *
 * @param list everything that may be it; Stripe's search lags behind, its lists do not
 * @returns null when nothing was made, or Stripe still knows the key.
 * @throws ProviderUnclearError when Stripe does not give the list, or several are of this movement.
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
    throw new ProviderUnclearError(`what was made of it cannot be read (${providerError.message})`, key);
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new ProviderUnclearError(`it was made ${found.length} times (${ids})`, key);
  }
  return found[0] ?? null;
}
