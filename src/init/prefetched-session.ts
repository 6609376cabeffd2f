import type { Session } from '@upc/contract/gateway';
import type { ParsedConfig } from '../config/config.js';
import { is, objectOf, text } from '../core/schema.js';
import { readSession } from '../gateway/answers.js';

/** Why a prefetched session is ignored (`dev-mode.ts` explains it). */
export type Unusable = 'malformed' | 'stale' | 'locale' | 'token';

const origin = objectOf({ token: text, locale: text });

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
  const session = is(origin, given) ? readSession(given) : undefined;
  if (!session) return 'malformed';
  const made = given as { readonly token: string; readonly locale: string };
  // A promised token is compared when it arrives.
  if (typeof userSessionToken === 'string' && userSessionToken !== made.token) return 'token';
  if (tag(locale) !== tag(made.locale)) return 'locale';
  return Date.parse(session.tokenValidUntil) > now ? session : 'stale';
}

function tag(locale: string): string {
  return locale.replaceAll('_', '-').toLowerCase();
}
