import type { Context } from '../../../core/context.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import type { payments } from '../payments.tables.js';

type Issued = Pick<typeof payments.$inferSelect, 'requestTokenHash' | 'requestTokenKeyId'>;

/** The stored part of the paymentRequestToken of a payment that becomes PREAUTHED. */
export function issueRequestToken({ keys }: Pick<Context, 'keys'>, paymentId: string): Issued {
  const [requestTokenKeyId] = keys.ids;
  return {
    requestTokenHash: hashToken(keys.requestToken(paymentId, requestTokenKeyId)),
    requestTokenKeyId,
  };
}

/** The paymentRequestToken of a payment that is PREAUTHED: the same each time, whatever secret is current by now. */
export function requestTokenOf(
  { keys }: Pick<Context, 'keys'>,
  { id, requestTokenHash, requestTokenKeyId }: Issued & { readonly id: string },
): string {
  const token = requestTokenKeyId === null ? undefined : keys.requestToken(id, requestTokenKeyId);
  if (token === undefined || hashToken(token) !== requestTokenHash)
    throw new Error('A payment is asked for a token that was never issued.');
  return token;
}
