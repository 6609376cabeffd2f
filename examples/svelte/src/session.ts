const key = 'payment-session';

/**
 * The session token: the one that this tab began with, so that a reload, or the way back from PayPal, continues
 * the same payment; else a new one from our backend.
 *
 * @param leaving a session that nobody waits for any more is not remembered
 */
export async function takeSession(leaving: AbortSignal): Promise<string> {
  const kept = sessionStorage.getItem(key);
  if (kept !== null) return kept;
  const response = await fetch('/session', { method: 'POST', signal: leaving });
  if (!response.ok) throw new Error(`/session answered with status ${response.status}.`);
  const { token } = (await response.json()) as { token: string };
  sessionStorage.setItem(key, token);
  return token;
}

/** Once its token is used, or the session has ended: kept any longer, it would lock the member out. */
export function forgetSession(): void {
  sessionStorage.removeItem(key);
}

/**
 * Gives the token to our backend, which uses it.
 *
 * @returns what the member reads
 */
export async function handOver(paymentRequestToken: string): Promise<string> {
  const response = await fetch('/token', { method: 'POST', body: paymentRequestToken });
  if (!response.ok) throw new Error(`/token answered with status ${response.status}.`);
  return response.text();
}
