import type { Payment as PaymentAnswer } from '@upc/contract/gateway';
import { eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { isSignedQuery, signedQuery } from '../../../core/secrets/signed-query.js';
import { directDebits } from '../bank-details/direct-debits.js';
import { mandates } from './mandates.tables.js';

/** Lifetime of a link to a mandate. */
const LINK_SECONDS = 24 * 3600;

/** Creates a link that opens the document of one mandate only, valid for 24 hours from `from`. */
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

/** Returns whether `mandateLink` created a link, whether or not it has expired. */
export function isSignedLink(
  { keys }: Pick<Context, 'keys'>,
  mandateId: string,
  { expires, signature }: GivenLink,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false;
  return isSignedQuery(keys, named(mandateId), { expires: Number(expires), signature });
}

/**
 * Checks that a link opens this mandate now.
 *
 * @throws ApiError 403 when `mandateLink` did not create the link, 410 when it has expired.
 */
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

/**
 * Adds the link to the payer's copy of the mandate to a payment response, if the method requires one and the payment
 * collected a mandate. The link is always the same, because it is valid from the moment of acceptance.
 */
export async function withMandateLink(
  context: Pick<Context, 'keys' | 'publicUrl'>,
  db: Database,
  answer: PaymentAnswer,
): Promise<PaymentAnswer> {
  const { paymentMethod, status, paymentInstrumentDetails: details } = answer;
  const debit = Object.entries(directDebits).find(([scheme]) => scheme === paymentMethod)?.[1];
  if (status !== 'PREAUTHED' || !debit?.handOver) return answer;
  const [mandate] = await db
    .select({ id: mandates.id, acceptedAt: mandates.acceptedAt })
    .from(mandates)
    .where(eq(mandates.paymentId, answer.id));
  if (!mandate) return answer;
  const url = mandateLink(context, mandate.id, mandate.acceptedAt);
  return {
    ...answer,
    nextAction: { type: 'MANDATE_DOWNLOAD', url },
    ...(details && { paymentInstrumentDetails: debit.handOver(details, url) }),
  };
}
