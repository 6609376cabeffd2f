import type { Session } from '@upc/contract/gateway';
import type { ParsedConfig } from '../config/config.js';
import { is, objectOf, text } from '../core/schema.js';
import { readSession } from '../gateway/answers.js';

/** Why a prefetched session is ignored (`dev-mode.ts` explains it). */
export type Unusable = 'malformed' | 'stale' | 'locale' | 'token';

/** Token and locale for which the backend requested the session. */
const request = objectOf({ token: text, locale: text });

/**
 * Reads the session that the host received with the token.
 *
 * @param now milliseconds since the epoch, by the browser's clock.
 * @returns undefined if the host has provided none.
 */
export function prefetchedSession(
  { session: given, userSessionToken, locale }: ParsedConfig,
  now: number,
): Session | Unusable | undefined {
  if (given === undefined) return undefined;
  const session = is(request, given) ? readSession(given) : undefined;
  if (!session) return 'malformed';
  const requested = request(given);
  // A promised token is compared when it arrives.
  if (typeof userSessionToken === 'string' && userSessionToken !== requested.token) return 'token';
  if (tag(locale) !== tag(requested.locale)) return 'locale';
  return Date.parse(session.tokenValidUntil) > now ? session : 'stale';
}

function tag(locale: string): string {
  return locale.replaceAll('_', '-').toLowerCase();
}
