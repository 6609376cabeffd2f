import { expect, it } from 'vitest';
import { gatewaySession, parsedConfig } from '../testing/fixtures.js';
import { prefetchedSession } from './prefetched-session.js';

const validUntil = '2026-01-01T12:30:00Z';
const config = { userSessionToken: 'the-token', locale: 'de-CH' } as const;
const session = { ...gatewaySession({ tokenValidUntil: validUntil }), token: 'the-token', locale: 'de_ch' };

it.each<[what: string, given: object, found: unknown]>([
  ['none', { session: undefined }, undefined],
  ['one of this token and locale', {}, session],
  ['one for a token that is still promised', { userSessionToken: new Promise(() => undefined) }, session],
  ['one that could not be read', { session: null }, 'malformed'],
  ['a text', { session: JSON.stringify(session) }, 'malformed'],
  ['one without its token', { session: { ...session, token: undefined } }, 'malformed'],
  ['one that is not a session of the gateway', { session: { ...session, amount: 1 } }, 'malformed'],
  ['one that leads to a script', {
    session: { ...session, pendingPayment: { id: 'a', paymentMethod: 'SEPA', status: 'ACTION_REQUIRED', nextAction: { type: 'REDIRECT', url: 'javascript:alert(1)' } } },
  }, 'malformed'],
  ['one of another token', { userSessionToken: 'another-token' }, 'token'],
  ['one in another language', { locale: 'fr-CH' }, 'locale'],
  ['one of another region', { locale: 'de' }, 'locale'],
  ['one at its end', { session: { ...session, tokenValidUntil: '2026-01-01T12:00:00Z' } }, 'stale'],
])('finds %s', (_, given, found) => {
  const parsed = parsedConfig({ ...config, session, ...given });
  expect(prefetchedSession(parsed, Date.parse('2026-01-01T12:00:00Z'))).toEqual(found);
}); // prettier-ignore
