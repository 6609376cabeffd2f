import type { SecretKeys } from './secret-keys.js';

/** The part of an address that opens one thing until a time, and that nobody else can make or prolong. */
export interface SignedQuery {
  /** Unix time in seconds. */
  readonly expires: number;
  readonly signature: string;
}

/**
 * The query of an address, without a question mark.
 *
 * @param named the thing it opens, in words that nothing else is named with: `document 12`.
 * @param seconds how long it is good, from then on.
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

/** Whether a query was made for this, whatever the time is. */
export function isSignedQuery(
  keys: Pick<SecretKeys, 'isSigned'>,
  named: string,
  { expires, signature }: SignedQuery,
): boolean {
  return keys.isSigned(signedText(named, expires), signature);
}

/** Seconds for which a query still opens this; 0 when its time is over, or it was never made. */
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
