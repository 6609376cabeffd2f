import type Stripe from 'stripe';
import { ProviderRequestError } from '../../ports/provider.js';
import { toProviderError } from './errors.js';

/**
 * The instrument of a mandate that no bank honours any more.
 *
 * @returns its reference at Stripe; null when the mandate is still valid, or Stripe knows none by that id
 * @throws ProviderUnavailableError
 */
export async function instrumentOfRevoked(stripe: Stripe, mandateId: string): Promise<string | null> {
  try {
    const { status, payment_method: method } = await stripe.mandates.retrieve(mandateId);
    if (status !== 'inactive') return null;
    return typeof method === 'string' ? method : method.id;
  } catch (error) {
    const told = toProviderError(error);
    if (told instanceof ProviderRequestError) return null;
    throw told;
  }
}
