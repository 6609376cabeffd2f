import type { Context } from '../../../core/context.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import type { payments } from '../payments.tables.js';

type Issued = Pick<typeof payments.$inferSelect, 'requestTokenHash' | 'requestTokenKeyId'>;

/**
 * Issues the paymentRequestToken of a payment that becomes PREAUTHED.
 *
 * @returns the columns to store.
 */
export function issueRequestToken({ keys }: Pick<Context, 'keys'>, paymentId: string): Issued {
  const [requestTokenKeyId] = keys.ids;
  return {
    requestTokenHash: hashToken(keys.requestToken(paymentId, requestTokenKeyId)),
    requestTokenKeyId,
  };
}

/**
 * Derives the paymentRequestToken of a PREAUTHED payment. It is the same each time, even after the secret was rotated.
 */
export function requestTokenOf(
  { keys }: Pick<Context, 'keys'>,
  { id, requestTokenHash, requestTokenKeyId }: Issued & { readonly id: string },
): string {
  const token = requestTokenKeyId === null ? undefined : keys.requestToken(id, requestTokenKeyId);
  if (token === undefined || hashToken(token) !== requestTokenHash)
    throw new Error('No token was issued for this payment.');
  return token;
}
