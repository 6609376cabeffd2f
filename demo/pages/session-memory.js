import { now } from './clock.js';

const key = 'partner-payment-session';

/**
 * Session data that the page stores to show the same widget again after a reload or a bank's redirect. The
 * specification requires exactly this: the session token is stored and used again.
 *
 * @typedef {{ studio: string, customerId: number, scope: 'MEMBER_ACCOUNT' | 'ECOM', amount: number }} Purpose
 * @typedef {{ token: string, validUntil: string, purpose: Purpose }} KeptSession
 */

/** @returns {KeptSession | undefined} the session of this tab, unless it has expired */
export function recall() {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  /** @type {KeptSession} */
  const kept = JSON.parse(text);
  return new Date(kept.validUntil) > now() ? kept : undefined;
}

/** @param {KeptSession} session */
export function remember(session) {
  sessionStorage.setItem(key, JSON.stringify(session));
}

/** Forgets the session after its token has been used, or when the member starts over. */
export function forget() {
  sessionStorage.removeItem(key);
}
