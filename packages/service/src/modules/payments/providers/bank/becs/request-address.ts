import type { Context } from '../../../../../core/context.js';

/** Path of the page on which a payer signs a Direct Debit Request. */
export const REQUEST_PATH = '/direct-debit-requests/:id';

/**
 * Makes the address of a payment's Direct Debit Request. Only the service can make it; the request's own state decides
 * how long it can be signed.
 */
export function requestAddress(
  { keys, publicUrl }: Pick<Context, 'keys' | 'publicUrl'>,
  paymentId: string,
): string {
  const path = REQUEST_PATH.replace(':id', paymentId);
  return new URL(`${path}?signature=${keys.sign(named(paymentId))}`, publicUrl()).href;
}

/** Returns whether `requestAddress` has made the signature of an address. */
export function isRequestAddress(
  { keys }: Pick<Context, 'keys'>,
  paymentId: string,
  signature: unknown,
): boolean {
  return typeof signature === 'string' && keys.isSigned(named(paymentId), signature);
}

function named(paymentId: string): string {
  return `direct debit request ${paymentId}`;
}
