const key = 'partner-payment-session';

/**
 * The page's memory, to show the same widget again after a reload or a redirect of the bank. The
 * specification asks for exactly this: the session token is kept and used again.
 *
 * @typedef {{ studio: string, customerId: number, scope: 'MEMBER_ACCOUNT' | 'ECOM', amount: number }} Purpose
 * @typedef {{ token: string, validUntil: string, purpose: Purpose }} KeptSession
 */

/** @returns {KeptSession | undefined} the session of this tab, unless its time is over */
export function recall() {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  /** @type {KeptSession} */
  const kept = JSON.parse(text);
  return new Date(kept.validUntil) > new Date() ? kept : undefined;
}

/** @param {KeptSession} session */
export function remember(session) {
  sessionStorage.setItem(key, JSON.stringify(session));
}

/** After its token has been used, or when the member starts over. */
export function forget() {
  sessionStorage.removeItem(key);
}
