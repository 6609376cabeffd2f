import type { Context } from '../../../context.js';
import { ApiError } from '../../../errors/api-error.js';
import { isSignedQuery, signedQuery } from '../../../platform/signed-query.js';

/** Lifetime of a link to a mandate. */
const LINK_SECONDS = 24 * 3600;

/** A link that opens the document of one mandate, and of no other, for 24 hours from `from`. */
export function mandateLink(
  { keys, publicUrl }: Pick<Context, 'keys' | 'publicUrl'>,
  mandateId: string,
  from: Date,
): string {
  const query = signedQuery(keys, named(mandateId), from, LINK_SECONDS);
  return new URL(`/api/v1/mandates/${mandateId}.pdf?${query}`, publicUrl()).href;
}

interface GivenLink {
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/** Whether a link was made by `mandateLink`, whatever the time is. */
export function isSignedLink(
  { keys }: Pick<Context, 'keys'>,
  mandateId: string,
  { expires, signature }: GivenLink,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false;
  return isSignedQuery(keys, named(mandateId), { expires: Number(expires), signature });
}

/** @throws ApiError 403 when the link was not made by `mandateLink`, 410 when its time is over. */
export function requireMandateLink(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  mandateId: string,
  link: GivenLink,
): void {
  if (!isSignedLink({ keys }, mandateId, link)) {
    throw new ApiError('errormessage.payment.mandate.link.invalid');
  }
  if (clock.now().getTime() / 1000 > Number(link.expires)) {
    throw new ApiError('errormessage.payment.mandate.link.expired');
  }
}

function named(mandateId: string): string {
  return `mandate ${mandateId}`;
}
