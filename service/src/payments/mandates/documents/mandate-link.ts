import type { Context } from '../../../context.js';
import { ApiError } from '../../../errors/api-error.js';

/** How long a link to a mandate opens it. */
const LINK_HOURS = 24;

/** A link that opens the document of one mandate, and of no other, for 24 hours from `from`. */
export function mandateLink(
  { keys, publicUrl }: Pick<Context, 'keys' | 'publicUrl'>,
  mandateId: string,
  from: Date,
): string {
  const expires = Math.floor(from.getTime() / 1000) + LINK_HOURS * 3600;
  const url = new URL(`/api/v1/mandates/${mandateId}.pdf`, publicUrl());
  url.searchParams.set('expires', String(expires));
  url.searchParams.set('signature', keys.sign(signedText(mandateId, String(expires))));
  return url.href;
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
  return keys.isSigned(signedText(mandateId, expires), signature);
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

function signedText(mandateId: string, expires: string): string {
  return `mandate ${mandateId} until ${expires}`;
}
