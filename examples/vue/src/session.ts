const key = 'payment-session';

/**
 * Returns the session token. If this tab already has one, it is reused, so that a reload or the return from PayPal
 * continues the same payment. Otherwise our backend opens a new session.
 *
 * @param leaving once it is aborted, a new session is not stored
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

/** Forgets the session token once it has been used or the session has ended. Otherwise it would lock the member out. */
export function forgetSession(): void {
  sessionStorage.removeItem(key);
}

/**
 * Sends the token to our backend, which uses it.
 *
 * @returns the message for the member
 */
export async function handOver(paymentRequestToken: string): Promise<string> {
  const response = await fetch('/token', { method: 'POST', body: paymentRequestToken });
  if (!response.ok) throw new Error(`/token answered with status ${response.status}.`);
  return response.text();
}
