import type { SecretKeys } from './secret-keys.js';

/** Part of an address that opens one thing until a time. Only the service can make or extend it. */
export interface SignedQuery {
  /** Unix time in seconds, until which the query is valid. */
  readonly expires: number;
  readonly signature: string;
}

/**
 * Makes the query of an address, without a question mark.
 *
 * @param named the thing that it opens, with a name that nothing else has: `document 12`.
 * @param seconds validity, counted from `from`.
 */
export function signedQuery(
  keys: Pick<SecretKeys, 'sign'>,
  named: string,
  from: Date,
  seconds: number,
): string {
  const expires = secondsOf(from) + seconds;
  return `expires=${expires}&signature=${keys.sign(signedText(named, expires))}`;
}

/** Returns whether a query was made for this thing, regardless of the time. */
export function isSignedQuery(
  keys: Pick<SecretKeys, 'isSigned'>,
  named: string,
  { expires, signature }: SignedQuery,
): boolean {
  return keys.isSigned(signedText(named, expires), signature);
}

/** Returns the seconds for which a query remains valid for this thing; 0 when it has expired or was never made. */
export function secondsLeft(
  keys: Pick<SecretKeys, 'isSigned'>,
  named: string,
  given: SignedQuery,
  now: Date,
): number {
  return isSignedQuery(keys, named, given) ? Math.max(0, given.expires - secondsOf(now)) : 0;
}

function signedText(named: string, expires: number): string {
  return `${named} until ${expires}`;
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
