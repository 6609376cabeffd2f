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
  const ids = requestTokenKeyId === null ? keys.ids : [requestTokenKeyId];
  const token = ids
    .map((keyId) => keys.requestToken(id, keyId))
    .find((candidate) => hashToken(candidate) === requestTokenHash);
  if (token === undefined) throw new Error('None of the secrets is the one that a token was derived from.');
  return token;
}
