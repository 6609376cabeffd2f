/**
 * @typedef {{ customerId: number, name: string, openFees: number }} Customer
 * @typedef {{ id: string, name: string, currency: string, countryCode: string, language: string, customers: Customer[] }} Studio
 * @typedef {{ token: string, tokenValidUntil: string, paymentServiceCustomerId: string }} OpenedSession
 */

/** A refusal by the studio's own backend, with the trace id for looking it up on the studio page. */
export class BackendError extends Error {
  /**
   * @param {string} message
   * @param {string | undefined} traceId
   */
  constructor(message, traceId) {
    super(message);
    this.traceId = traceId;
  }
}

/** @returns {Promise<Studio[]>} */
export async function loadStudios() {
  const response = await fetch('/api/studios');
  return response.json();
}

/**
 * Sends a request to the studio's own backend, which holds the API key.
 *
 * @param {string} action `session`, `payment-instrument`, `pay` or `member/…`, see `backend/app.ts`
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 * @throws {BackendError} when it refuses
 */
export async function ask(action, body) {
  const response = await fetch(`/api/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok)
    throw new BackendError(
      answer?.message ?? answer?.validationStatus ?? `Status ${response.status}`,
      answer?.traceId,
    );
  return answer;
}
