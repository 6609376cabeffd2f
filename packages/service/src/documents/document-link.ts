import type { Context } from '../context.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../platform/signed-query.js';

/** Lifetime of the address of a document (details, Freeze). */
const LINK_SECONDS = 15 * 60;

/** An address that opens one document, and no other, for 15 minutes. */
export function documentLink(
  { keys, clock, publicUrl }: Pick<Context, 'keys' | 'clock' | 'publicUrl'>,
  id: number,
): string {
  const query = signedQuery(keys, named(id), clock.now(), LINK_SECONDS);
  return new URL(`/documents/${id}?${query}`, publicUrl()).href;
}

/** Whether an address was made by `documentLink`, and its time is not over. */
export function isOpenLink(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  id: number,
  given: SignedQuery,
): boolean {
  return secondsLeft(keys, named(id), given, clock.now()) > 0;
}

function named(id: number): string {
  return `document ${id}`;
}
